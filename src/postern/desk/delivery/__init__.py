"""Letters on their way out: sending, limits, loops, and what comes back."""
