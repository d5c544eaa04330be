"""The tables of the site: the component of the TypeScript client, with the rules compiled from the specification.

`page` adds the page that is a table, `files` what tables load: boards, words, and one script, made of the modules here
and of the client. No module here holds a rule of the game.
"""
