"""Kingdoms at the end of a year: gold, treaties, offices, Heirs, and who wins."""
