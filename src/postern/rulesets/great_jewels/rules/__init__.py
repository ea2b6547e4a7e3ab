"""The rules: what happens by itself in the steps of a turn, and the questions that orders ask of the world."""
