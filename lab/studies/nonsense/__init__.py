"""Positions with a best or a bad turn that is known for certain: what no strong bot may get wrong."""
