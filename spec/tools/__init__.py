"""Reading, checking and exporting the text of the specification."""
