"""What characters can do, and how they learn it: levels, training, spying, inventions."""
