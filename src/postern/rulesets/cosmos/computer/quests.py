def go_questing(survey): pass
