"""The net: digests of everything that users' data consist of, so that a rebuild cannot change any of it unnoticed.

`digests.txt` has a line for each kind of data: JSON, schemas, notation, records, messages of the protocol, pictures,
sentences, play. All of it is made from fixed games by the public API alone, whose names stand in `net.py` in one place.

    python -m tests.net            # compare
    python -m tests.net --write    # write the digests anew
"""
