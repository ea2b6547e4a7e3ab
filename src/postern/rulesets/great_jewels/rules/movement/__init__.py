"""Ways over land, by sea and through the air (chapters 7 to 9), and what waits where they end."""
