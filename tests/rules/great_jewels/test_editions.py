"""A new talisman is of new games: those that go on keep the talismans with which they were begun."""

from __future__ import annotations

import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import postern
from tests.kit.test_old_worlds import FOLDER

ROW = '153,TIN WHISTLE,C,,garrison,"Brings two zorans more in taxes each turn.",T153L13,2\n'
EFFECT = "153,TAX,plus 2,,,,Two zorans more in taxes.\n"


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The program with a talisman more: a row in the table, and a row for its effect."""
    source = tmp_path_factory.mktemp("program")
    shutil.copytree(Path(postern.__file__).parent, source / "postern", ignore=shutil.ignore_patterns("__pycache__"))
    rules = source / "postern" / "rulesets" / "great_jewels"
    for file, text in ((rules / "data" / "talismans.csv", ROW), (rules / "data" / "effects.csv", EFFECT)):
        with file.open("a", encoding="utf-8") as end:
            end.write(text)
    return source


def run_there(program: Path, code: str, *arguments: str) -> list[str]:
    """What a piece of code prints, line by line, when that program runs it."""
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code), *arguments],
        env={"PYTHONPATH": str(program)},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


NEW_GAME = """
from postern.game.chance import Chance
from postern.game.ruleset import Signup
from postern.rulesets.great_jewels.game import RULESET
from postern.rulesets.great_jewels.world.records import Talisman

names = ("AAA", "BBB", "CCC", "DDD")
world = RULESET.setup({}, [Signup(name) for name in names], Chance("new"))
print(world.edition, len(world.talismans), world.talismans[153].province != "")
taxes = []
for place in ("", world.players["AAA"].home):
    world.talismans[153].province = place
    after = RULESET.resolve(world, {}, Chance("new")).world
    taxes.append(after.provinces[after.players["AAA"].home].zorans)
    assert RULESET.load(RULESET.dump(after)) == after
print(taxes[1] - taxes[0])
view = RULESET.view(world, "AAA")
print([order.code for order in RULESET.read("T153L1", view).orders])
print(RULESET.handbook().find("T153").title)
"""

OLD_GAME = """
import gzip
import sys
from pathlib import Path

from postern.game.chance import Chance
from postern.rulesets.great_jewels.game import RULESET

world = RULESET.load(gzip.decompress(Path(sys.argv[1]).read_bytes()))
for _ in range(2):
    sheets = {}
    for seat in RULESET.active(world):
        view = RULESET.view(world, seat)
        sheets[seat] = RULESET.read(RULESET.plan(view, Chance("old")), view)
        RULESET.check(sheets[seat], view)
    world = RULESET.load(RULESET.dump(RULESET.resolve(world, sheets, Chance("old")).world))
print(world.turn, world.edition, len(world.talismans), 153 in world.talismans)
sheet = RULESET.read("T153L1\\nT116=T153\\nT116=T49", RULESET.view(world, RULESET.active(world)[0]))
print([order.code for order in sheet.orders])
for problem in sheet.problems:
    print(problem.why)
"""


def test_a_new_talisman_takes_a_row_and_an_effect_in_new_games(program: Path) -> None:
    assert run_there(program, NEW_GAME) == ["2 153 True", "2", "['T153L1']", "T153 Tin Whistle"]


def test_a_new_talisman_is_unknown_in_games_that_go_on(program: Path) -> None:
    unknown = "There is no T153: talismans are T1 to T152."
    told = run_there(program, OLD_GAME, str(FOLDER / "great_jewels-1.json.gz"))
    assert told == ["11 1 152 False", "['T116=49']", unknown, unknown]
