"""Toledo in browsers on one machine: ``python -m examples.web``, or ``make web``.

A complete front end on the library and nothing else. The parts, from the rules to the screen:

- `proposals`: what a player could point at, with the sentence for it, or the reason why not
- `table`: a game, who sits where, the bots, and whoever waits for news
- `sight`: all that a seat is sent, made of its view and nothing else
- `server`: the standard library's web server, server-sent events, and the files in ``page/``
"""
