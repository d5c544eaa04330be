"""Compiles the clauses of the specification to plain code, which needs no solver."""
