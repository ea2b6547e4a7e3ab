"""How units move: what steps cost, which way they take, who blocks them, what delays them (CF-11)."""
