"""Battles (CF-15, gaps 7), in the order of the procedure: start, field, fighters, segment, melee, missiles, damage,
aftermath."""
