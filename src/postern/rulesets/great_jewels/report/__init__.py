"""What players are told: reports, answers, forecasts, maps, and the handbook."""
