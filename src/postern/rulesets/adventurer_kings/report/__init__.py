"""What players are told: report, map, order form, handbook."""
