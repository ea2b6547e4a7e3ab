"""Talismans (chapter 28): the catalogue, the hooks by which they bend the rules, and a function or a row an effect."""
