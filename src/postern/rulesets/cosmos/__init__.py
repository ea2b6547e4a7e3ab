"""COSMOS Fantasy: nations whose orders are programs, in turns of 24 phases."""
