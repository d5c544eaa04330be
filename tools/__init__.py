"""Tools for work on the project: releases, the schema, benchmarks, mutants and fuzzing."""
