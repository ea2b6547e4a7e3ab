"""From a letter to orders: pieces of lines, what they say, and what to write instead of what cannot be read."""
