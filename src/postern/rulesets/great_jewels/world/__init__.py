"""The world of a game: its records, its variant, and its JSON document."""
