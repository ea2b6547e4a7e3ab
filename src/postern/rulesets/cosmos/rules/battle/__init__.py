"""Battles (CF-15, rulings 7.1 to 7.16), in the order of the procedure: ``start``, ``fighters``, ``fight``, ``attacks``,
``course``."""
