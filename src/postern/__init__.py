"""Postern: an email play-by-mail bot."""
