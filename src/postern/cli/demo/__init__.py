"""``postern demo``: a whole turn by mail, with a stranger's eyes, on the embedded mail server and SQLite."""
