"""The economy: what nations draw from where, produce, use and lose (CF-6, CF-13, CF-16)."""
