"""Trade: the open market, trades in pairs, gifts."""
