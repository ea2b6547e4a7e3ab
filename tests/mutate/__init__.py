"""``./run mutate SLUG``: do the tests of a game's rules notice when a rule is changed?"""
