"""Combat (chapters 18 and 19): blows and what they cost, engines, the dead and what they leave, waylaying."""
