"""The formal specification of Toledo: rules in words and in logic, and the tools that read them."""
