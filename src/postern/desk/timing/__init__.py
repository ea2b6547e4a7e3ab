"""The clock, days, deadlines and durations in time zones."""
