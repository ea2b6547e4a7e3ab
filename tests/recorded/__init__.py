"""Recorded games: the orders of whole games, and a fingerprint of everything that came of them turn by turn.

A change of the code that shall change nothing of the game leaves every fingerprint as it was. A change that is meant is
recorded anew (``python -m tests.recorded --record``), and its commit says what changed and why.
"""
