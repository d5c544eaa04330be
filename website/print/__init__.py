"""Handbook and answers as PDF."""
