"""Orders (chapter 29), one family a module: its forms, its plain words, its checks, how it is read back, and what it does."""
