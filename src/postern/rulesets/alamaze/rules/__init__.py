"""What happens by itself, and the arithmetic on which orders rest: no module here knows an order."""
