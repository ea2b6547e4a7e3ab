"""The front page of a report, and what it is made of: news with their weights, battles, dangers and chances."""
