"""The families of orders: each kind is a class with its check and price (``begin``) and its effect."""
