"""The world of a game: its records and document, and what is found out from it alone."""
