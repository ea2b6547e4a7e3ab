"""The words of a letter: split into commands and orders, corrected, read back."""
