"""The JSON Schema of what the library reads and writes, and its writer: `python -m tools.schema.generate`."""
