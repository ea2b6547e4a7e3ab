"""What several games use: taken out of a game when the next one needs it, never invented beside one."""
