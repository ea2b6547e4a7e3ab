"""Orders: how they are declared, read, written and carried out."""
