"""Adventurer Kings: kings, heroes and dungeons on 162 provinces, from its rulebook."""
