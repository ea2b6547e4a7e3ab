"""Alamaze Classic, the Second Cycle: fifteen kingdoms. Data files alone."""
