"""A letter on its way from raw bytes to its one answer."""
