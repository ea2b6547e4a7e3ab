"""Orders: how they are read, and what they do, a module or package a family."""
