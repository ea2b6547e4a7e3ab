"""The fixed steps of a turn: what happens by itself, at its place among the numbers of orders (ruling 11)."""
