"""Alamaze: one engine for several editions. What an edition is stands in ``editions``; no code asks for its name."""
