"""The voices of the report: clerk, Heroes and witness, and the sentences that they choose from."""
