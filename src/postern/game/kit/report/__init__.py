"""The parts that the reports of all games are made from, a module each."""
