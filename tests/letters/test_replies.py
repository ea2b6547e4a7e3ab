"""Replies to a report with its order form, as programs quote it: the orders read are exactly those that were typed.

A property over program, language, how lines are broken and marked, and where the orders are.
"""

from __future__ import annotations

import re
from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from postern import render
from postern.game.chance import Chance
from postern.game.events import seen
from postern.game.ruleset import Signup
from postern.post.letter import END_MARK
from postern.post.reading import read_letter
from postern.rulesets.great_jewels.game import RULESET
from tests.letters.letter import OURS, letter, part, quoted
from tests.letters.pages import MARKED, PLAINLY, plain_page
from tests.letters.programs import ORDERS
from tests.letters.tongues import BOT, TONGUES

SEATS = ("ANNE", "BORIS", "CARL", "DORA", "EMIL", "FRIDA")
OTHERS = {
    "Hebrew": f"\u202bבתאריך יום ו׳, 20 בנוב׳ 2026 ב-20:00 מאת \u202aPostern\u202c\u200f <\u202a{BOT}\u202c\u200f>:\u202c",
    "Arabic": "\u200fفي الجمعة، 20 نوفمبر 2026 في 8:00 م تمت كتابة ما يلي بواسطة "
    f"\u202aPostern\u202c\u200f <\u202a{BOT}\u202c\u200f>:\u200f",
    "Hungarian": f"Postern <{BOT}> ezt írta (időpont: 2026. nov. 20., P, 20:00):",
    "Slovak": f"pi 20. 11. 2026 o 20:00 Postern <{BOT}> napísal(a):",
    "Greek": f"Στις Παρ 20 Νοε 2026 στις 8:00 μ.μ., ο/η Postern <{BOT}> έγραψε:",
    "Korean": f"2026년 11월 20일 (금) 오후 8:00, Postern <{BOT}>님이 작성:",
    "Bulgarian": f"На пт, 20.11.2026 г. в 20:00 Postern <{BOT}> написа:",
    "Croatian": f"pet, 20. stu 2026. u 20:00 Postern <{BOT}> napisao je:",
    "Vietnamese": f"Vào Th 6, 20 thg 11, 2026 vào lúc 20:00 Postern <{BOT}> đã viết:",
    "Catalan": f"Missatge de Postern <{BOT}> del dia dv., 20 de nov. 2026 a les 20:00:",
    "German, broken": f"Am Fr., 20. Nov. 2026 um 20:00\u202fUhr schrieb Postern <\n{BOT}>:",
    "German, in two lines": f"Am 20.11.2026 um 20:00 schrieb Postern\n<{BOT}>:\n",
    "English, in three lines": f"On Fri, Nov 20, 2026 at 8:00\u202fPM Postern of the\nVery Long Name <\n{BOT}> wrote:",
    "English, in two lines": "At Fri, 20 Nov 2026 20:00:00 +0100,\nPostern wrote:",
}
"""Introductions in languages that no table knows, and broken ones."""

INTRODUCTIONS = {**{one.code: one.gmail for one in TONGUES}, **{f"{one.code} apple": one.apple for one in TONGUES}, **OTHERS}
PLACES = ("nowhere", "above", "below", "in the form", "between", "between, marked", "above and in the form")


@cache
def report() -> tuple[str, str]:
    """A report with its form as we send it: plain text and page."""
    chance = Chance("replies")
    world = RULESET.setup({}, [Signup(name, {}) for name in SEATS], chance)
    for _ in range(2):
        views = {name: RULESET.view(world, name) for name in SEATS}
        sheets = {name: RULESET.read(RULESET.plan(view, chance), view) for name, view in views.items()}
        outcome = RULESET.resolve(world, sheets, chance)
        world = outcome.world
    told = RULESET.report(RULESET.view(world, "ANNE"), seen(outcome.events, "ANNE"))
    page = render.to_html(told)
    return f"{render.to_text(told)}\n{END_MARK}\n", page.replace("</body>", f"<p>{END_MARK}</p></body>")


@cache
def texts() -> dict[str, str]:
    """The report as each program quotes it in plain text."""
    return {"as it is": report()[0].strip("\n"), **{name: plain_page(report()[1], way) for name, way in PLAINLY.items()}}


def names() -> tuple[str, ...]:
    """What stands alone on lines of the form."""
    form = report()[0].partition("// ORDERS FOR")[2]
    return tuple(dict.fromkeys(re.findall(r"(?m)^(?:L\d+|G[A-Z]\d+)$", form)))


def written_on(text: str, filled: tuple[tuple[str, str], ...], sign: str) -> str:
    """The text with these names of the form written on; with a sign, on a line below instead."""
    for name, more in filled:
        found = re.search(rf"(?m)^{name}$", text)
        assert found, name
        text = f"{text[: found.end()]}{f'{chr(10)}{sign}{name}' if sign else ''}{more}{text[found.end() :]}"
    return text


@st.composite
def filled_in(draw: st.DrawFn) -> tuple[tuple[str, str], ...]:
    """A few lines of the form, in its order, and what is written behind their names."""
    some = draw(st.lists(st.sampled_from(range(len(names()))), min_size=1, max_size=4, unique=True))
    more = st.sampled_from(("MK4", " M K4", "T5TL99", " gives 5 troops to L99", "BC2", " build 2 citadel points"))
    return tuple((names()[place], draw(more)) for place in sorted(some))


@settings(max_examples=150)
@given(
    way=st.sampled_from(("as it is", *PLAINLY)),
    marks=st.sampled_from(tuple(MARKED)),
    language=st.sampled_from(("", *INTRODUCTIONS)),
    place=st.sampled_from(PLACES),
    filled=filled_in(),
)
def test_orders_are_read_as_they_were_typed(
    way: str, marks: str, language: str, place: str, filled: tuple[tuple[str, str], ...]
) -> None:
    typed = [f"{name}{more}" for name, more in filled]
    into = typed if "form" in place or "between" in place else []
    text = written_on(texts()[way], filled, "\x07" if "between" in place else "") if into else texts()[way]
    quotation = MARKED[marks](text)
    if place == "between":
        quotation = re.sub(r"(?m)^.*\x07(.*)$", r"\n\1\n", quotation)
    above = ORDERS if "above" in place else ()
    below = ORDERS if place == "below" else ()
    introduction = f"{INTRODUCTIONS[language]}\n\n" if language else ""
    body = "\n".join([*above, "", introduction + quotation.replace("\x07", ""), "", *below, ""])
    raw = letter(part(body, "text/plain", "utf-8", "quoted-printable"))
    found = read_letter(raw, own_addresses=("orders@postern.test",), sent=lambda ids: report())
    assert [line for line in found.lines if line] == [*above, *into, *below]


@pytest.mark.parametrize("name", PLAINLY)
def test_our_page_as_plain_text_is_ours_word_for_word(name: str) -> None:
    raw = letter(part(f"thanks\n\nOn 20 Nov 2026 at 20:00, Postern wrote:\n{quoted(texts()[name])}\n"))
    found = read_letter(raw, sent=lambda ids: report())
    assert [line for line in found.lines if line] == ["thanks"]


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("mark", ["> ", ""])
def test_an_introduction_of_any_language_is_no_order(language: str, mark: str) -> None:
    raw = letter(part("\n".join([*ORDERS, "", OTHERS[language], "", quoted(mark=mark), ""])))
    found = read_letter(raw, sent=lambda ids: (OURS,))
    assert tuple(line for line in found.lines if line) == ORDERS


@pytest.mark.parametrize(
    "foot",
    [
        "\u2063Get BlueMail for Android \u200b",
        "\u200eSent from my iPhone",
        "Sent with Aqua Mail for Android\nhttps://www.mobisystems.com/aqua-mail",
    ],
)
def test_what_a_telephone_writes_below_is_known_behind_characters_that_show_nothing(foot: str) -> None:
    found = read_letter(letter(part("\n".join([*ORDERS, "", foot, ""]))))
    assert tuple(line for line in found.lines if line) == ORDERS
    assert [item.reason for item in found.left_out] == ["a mail program's own text"]


def test_our_letter_without_marks_is_ours_also_around_what_was_typed_into_it() -> None:
    """Its small print holds arrows that would read as marches: they are none, above and below what was typed."""
    filled = ((names()[0], "MK4"), (names()[-1], "BC2"))
    for above in ("", "READY\n\n"):
        raw = letter(part(above + written_on(report()[0], filled, "")))
        found = read_letter(raw, sent=lambda ids: report())
        assert [line for line in found.lines if line] == [*above.split(), f"{names()[0]}MK4", f"{names()[-1]}BC2"]
