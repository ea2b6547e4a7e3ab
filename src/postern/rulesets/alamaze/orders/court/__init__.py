"""Emissaries, rulers, regions and their reactions, the High Council (AC-05, AC-08 to AC-11, AC-19)."""
