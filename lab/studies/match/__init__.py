"""Matches between versions of the project."""
