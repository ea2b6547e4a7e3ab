"""Marches, transfers between groups, and ships (AC-06, AC-07, AC-18, AC-22)."""
