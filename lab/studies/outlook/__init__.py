"""Are the chances that people are shown true?"""
