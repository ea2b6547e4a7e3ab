"""Postern: an email play-by-mail bot."""

__version__ = "0.1.0"
