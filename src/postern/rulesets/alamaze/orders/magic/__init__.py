"""Wizards, the High Priestess, and those who ride out to unusual sightings (AC-13, AC-20, AC-23, AC-26)."""
