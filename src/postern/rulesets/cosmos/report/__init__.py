"""What players read: answers to letters, turn reports, forecasts, the map, the handbook, and what everybody may know."""
