"""The conformance suite: the answers that an engine of the rules must give, in whatever language it is written."""
