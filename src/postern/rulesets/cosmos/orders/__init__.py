"""All orders: how each is written, what it asks, and how it is carried out."""
