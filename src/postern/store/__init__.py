"""Tables and queries. Everything here is a plain function over a ``Session``; ``Store`` runs them in transactions."""
