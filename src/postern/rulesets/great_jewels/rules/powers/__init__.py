"""Talismans and spells that act at a moment of their own in the turn (28.1, 28.2)."""
