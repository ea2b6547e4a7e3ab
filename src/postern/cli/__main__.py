"""``python -m postern.cli``."""

from postern.cli.main import app

app()
