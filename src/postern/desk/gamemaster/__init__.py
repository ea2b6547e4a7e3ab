"""What a game master does, by mail and by the command line."""
