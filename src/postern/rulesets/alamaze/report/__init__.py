"""What players receive: answers, reports, the map, order forms, the handbook, and what everybody may read (ruling 70)."""
