def cast(survey): pass
