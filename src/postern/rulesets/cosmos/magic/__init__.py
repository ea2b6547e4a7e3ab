"""Magic: what spells do, kind by kind (CF-19, rulings 10.1 to 10.5, ``spells.csv``). The orders are in ``orders/casting.py``.

A spell that lasts is a state in ``until`` of a unit, hex or location: its name, and the last moment of it. A state holds to the
end of that phase (``until[name] >= turn.now``); step c of a phase takes away those that are over.

Units:
    hasted          moves faster and blocks more (haste)
    shielded        has a better defence (runeshield)
    flying          can move over the ground (fly)
    truesight       has a better awareness (truesight)
    revealing       sees all within range in this phase, and through illusions (truesight)

Hexes and locations, for whoever is at exactly this position (``marks``):
    strikeward      strikes on it are weaker
    blessing, blight            base production of food and population is higher, lower
    holylight:NATION, darknight:NATION      morale, cast by that nation
    illusion        ``Hex.illusion`` shows a false terrain (hexes alone)
    scried:NATION   that nation sees the hex in this phase (hexes alone)

A state of the air over a hex or the ground under it begins with ``o `` or ``u ``.
"""
