"""Calibration of the chances that people are shown."""
