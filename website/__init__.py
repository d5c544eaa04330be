"""Generator of the pages of the rules site; `python -m website` writes them to build/pages.

They are plain Markdown, HTML and SVG files, made from the specification, the sources, the tests and
the hand-written guides in docs/. `mkdocs build` turns them into the site.

- `building` is the order in which pages are made: begin to read there.
- `model` is what pages are made from (content, answers, links, languages, badges), `pages` has a module for each kind
  of page, `positions` what their boards show.
- `words` has what the site says around its texts, one file for each language; `welcome` the first page, `handbook` the
  lesson and the sheet. The rules are in spec/rules, the rulebook in src/toledo_rules/texts, the answers in docs.
- `search` is the box: what players say (`asked`), the index, and the code that a page runs. `form` is the form for
  owners of the box, `board` the tables, the board and *Play*, `assets` the style and the scripts of all pages.
- `print` makes the PDFs. `theme` is what changes mkdocs: menus, light pages, entries of the API; `theme.finishing` runs
  after it. `offline` is for phones without a network.
- `drawn` draws sentences to be read by somebody who sees one language only.

A new language needs its name in `model.languages` and spec/tools/check.py, its words in spec/glossary.toml, and a file
beside each that ends in `.nl.md`, `nl.toml` or `nl.jsonl`.
"""
