"""Settings, game files and what a player prefers, read and checked."""
