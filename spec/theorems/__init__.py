"""Theorems about the clauses, for any edition: checked by Coq, and the model they are about asked the suite."""
