"""What happens in a turn without an order: battles, economy, movement, sight, control, and the arithmetic behind them."""
