"""One turn at work, and the orders that it carries out."""
