"""The conformance suite: what an engine of the rules must say, for engines in any language."""
