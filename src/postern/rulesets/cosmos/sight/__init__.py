"""What is seen: awareness against hiding, and what nations remember of it (CF-18, ruling 9)."""
