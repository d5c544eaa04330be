"""A server for tables of Toledo that people copy: Starlette, uvicorn, websockets, SQLite.

It speaks `toledo_rules.protocol` with any client, and its own page is one of them. There is no rule in here.

    store     tables, tokens and records, in SQLite
    bots      programs that play, each in a process of its own with a limit of time
    table     a table: who sits where, who listens, who plays for whom
    house     all tables
    pages     files of the pages, and rules to read
    limits    connections, time and requests
    lesson    a guided first game
    server    addresses and answers
    load      a load test: python -m examples.web.load
"""
