"""Encounters of two: with guardians and monsters, with other characters, and duels of commanders (chapter 5)."""
