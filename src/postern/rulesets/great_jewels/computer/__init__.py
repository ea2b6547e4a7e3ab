"""Computer players: they see a View, and write orders as a person would."""
