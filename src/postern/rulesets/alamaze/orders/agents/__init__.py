"""Agents and fanatics, hiring and training (AC-12)."""
