"""The tables of the scenarios and the numbers of the rules: loaded from ``data/`` and checked once."""
