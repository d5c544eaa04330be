"""The board of the site: the library itself, running in the reader's browser.

`desk` is the Python that runs there. `engine` makes the files that a browser loads when somebody opens a board: Python
as WebAssembly, the library, the compiled rules. `page` adds the page around it. The scripts hold no rule of the game.
"""
