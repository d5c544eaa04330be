"""The JSON Schema of what the library reads and writes, and the program that writes it: `python -m schema.generate`."""
