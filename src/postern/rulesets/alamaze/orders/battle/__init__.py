"""Battles of groups, attacks on centers, sieges, parley (AC-21)."""
