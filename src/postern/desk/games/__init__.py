"""What happens to games and seats: turns, deadlines, readiness, press, votes, observers, reports."""
