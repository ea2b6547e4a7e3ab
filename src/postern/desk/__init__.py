"""The moderator: games, seats, turns, deadlines, press and the letters about them. Knows a game only by its Ruleset."""
