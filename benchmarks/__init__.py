"""Speed, measured by command (``./run bench``), never in tests. Every figure is a median of several runs."""
