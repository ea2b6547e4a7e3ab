"""How units move: what steps cost, which way they take, who blocks them (CF-11)."""
