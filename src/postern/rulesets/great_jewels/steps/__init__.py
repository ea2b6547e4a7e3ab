"""The steps of the turn (chapter 30), one module a subject; ``sequence.py`` says their order."""
