"""Writing a letter into the outbox: to players, observers and game masters."""
