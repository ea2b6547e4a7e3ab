"""The desk's commands by mail, one module each. A new one is found by itself: see ``registry``."""
