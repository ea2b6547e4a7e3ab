"""Letters and orders by chance and by growth, for as long as wanted: ``./run fuzz letters|orders --seconds N``."""
