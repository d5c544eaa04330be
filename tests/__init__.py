"""The tests, as a package: helpers of theirs are imported as ``tests.name``, from the top of the project."""
