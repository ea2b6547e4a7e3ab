"""Artifacts and unusual sightings (AC-20, AC-26)."""
