"""The economy: what nations own, produce, use and lose (CF-6, CF-13, CF-16)."""
