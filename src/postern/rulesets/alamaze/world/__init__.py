"""The world of a game: its records and its JSON document."""
