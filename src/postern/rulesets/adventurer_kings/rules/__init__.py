"""What happens by itself, and the arithmetic that orders share."""
