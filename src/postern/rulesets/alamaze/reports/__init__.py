"""What players receive: reports, the front page, the map, order forms, forecasts, and what everybody may read (ruling 70)."""
