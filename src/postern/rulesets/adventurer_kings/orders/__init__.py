"""Orders: a module a family, with what each checks and does."""
