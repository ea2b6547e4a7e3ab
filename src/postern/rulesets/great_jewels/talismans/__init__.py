"""Talismans (chapter 28): the catalogue, the hooks by which they bend the rules, and one function an effect."""
