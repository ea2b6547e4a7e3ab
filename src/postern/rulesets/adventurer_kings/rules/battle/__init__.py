"""Battles: who fights whom, the lines, strength, what comes after, and conquest (chapters 6.3, 7 and 8.1)."""
