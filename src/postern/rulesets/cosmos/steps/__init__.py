"""The steps of a turn around the actions."""
