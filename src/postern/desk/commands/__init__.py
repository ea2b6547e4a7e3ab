"""The commands that players send by mail, one module each. ``registry`` finds every module of this package."""
