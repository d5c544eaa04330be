"""Positions that belong to answers (docs/answers.toml) and to no worked example."""
