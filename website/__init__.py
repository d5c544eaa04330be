"""Generator of the pages of the rules site; `python -m website` writes them to build/pages.

They are plain Markdown, HTML and SVG files, made from the specification, the sources, the tests and
the hand-written guides in docs/. `mkdocs build` turns them into the site.
"""
