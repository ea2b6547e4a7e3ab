"""Magic: who may cast, and what each spell does (AC-23)."""
