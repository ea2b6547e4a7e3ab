"""Orders: what a player can write (chapter 29), one family a module, each with its book form and its plain words."""
