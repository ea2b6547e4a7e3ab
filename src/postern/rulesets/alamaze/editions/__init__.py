"""The editions of Alamaze: a package each, whose data files say what is special to it."""
