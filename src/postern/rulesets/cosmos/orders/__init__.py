"""All orders: how they are read, what speaks against them, what they cost, and how programs carry them out (``families``)."""
