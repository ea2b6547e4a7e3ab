"""Orders: how they are written and read; what they do stands in the modules of their subjects."""
