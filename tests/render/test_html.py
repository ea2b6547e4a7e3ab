import dataclasses
import re
from html.parser import HTMLParser

from hypothesis import given, settings
from hypothesis import strategies as st

from postern.game.report import Bullets, Column, Letter, OrderForm, Report, Section, Table, Text
from postern.render import to_html
from tests.render import sample

_VOID = {"meta", "img", "br", "link", "hr", "input"}


class Reader(HTMLParser):
    """Checks that every element is closed in order, and gathers what a reader sees."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in _VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open, f"</{tag}> closes nothing"
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.seen.append(data)


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


def test_it_is_well_formed_and_holds_the_whole_report() -> None:
    seen = " ".join("".join(read(to_html(sample.report(), "map@x")).seen).split())
    for words in (
        "Turn 10 report",
        "You took D6 and E6",
        "AZURE takes D5",
        "411 zorans",
        "Rilris Ring (T36)",
        "GB4BC4",
        "8c1f0a77d2e4",
    ):
        assert words in seen


def test_the_map_is_a_picture_within_the_letter_with_words_for_who_cannot_see_it() -> None:
    pictures = [attrs for tag, attrs in read(to_html(sample.report(), "map@x")).elements if tag == "img"]
    assert [picture["src"] for picture in pictures] == ["cid:map@x"]
    assert "as GREEDY knows it" in str(pictures[0]["alt"])


def test_a_close_up_stands_above_the_whole_map_and_a_file_names_its_picture() -> None:
    def sources(html: str) -> list[str | None]:
        return [attrs["src"] for tag, attrs in read(html).elements if tag == "img"]

    assert sources(to_html(sample.report(), "map@x", closeup_cid="near@x")) == ["cid:near@x", "cid:map@x"]
    assert sources(to_html(sample.report(), map_src="map.png")) == ["map.png"]


def test_without_a_picture_the_sketch_stands_in() -> None:
    html = to_html(sample.report())
    assert "<img" not in html
    assert "B3+ B4# B5+" in html


def test_nothing_is_loaded_from_elsewhere_and_nothing_runs() -> None:
    reader = read(to_html(sample.report(), "map@x"))
    assert not {"script", "link", "iframe", "form", "object"} & {tag for tag, _ in reader.elements}
    assert "http" not in to_html(sample.report(), "map@x")


def test_a_phone_gets_one_column_and_tables_that_scroll() -> None:
    html = to_html(sample.report(), "map@x")
    assert "width=device-width" in html
    assert "max-width:680px" in html
    assert html.count("overflow-x:auto") == html.count('<table class="t"')
    assert len(html.encode()) < 100_000  # some mail services cut a letter above that


def test_nothing_but_the_heads_of_tables_and_small_print_is_smaller_than_fourteen_pixels() -> None:
    html = to_html(sample.report(), "map@x")
    assert not re.findall(r"\.[^{}]+ \{[^}]*font-size", html.partition("</style>")[0]), "a phone makes no text smaller"
    small = {(tag, size) for tag, size in re.findall(r"<(\w+)[^>]*font-size:(\d+)px", html) if int(size) < 14}
    assert small == {("tr", "13")}


def test_remarks_of_a_table_with_many_columns_stand_below_their_row() -> None:
    """At the width of a telephone nothing is cut where a mail program lets no table scroll."""
    titles = ("Place", "Land", "Levy", "Tax", "Zorans", "Notes")
    columns = tuple(Column(title, wide=title == "Notes") for title in titles)
    rows = (("B2", "forest", "4", "5", "6", "besieged; T7 EMERALD SWORD"), ("B3", "clear", "1", "2", "3", ""))

    def cells(html: str) -> list[list[str]]:
        lines = [re.findall("<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall("<tr.*?</tr>", html)]
        return [[re.sub("<[^>]+>", "", cell) for cell in line] for line in lines]

    def drawn(of: tuple[Column, ...], rows: tuple[tuple[str, ...], ...]) -> str:
        masthead = dataclasses.replace(sample.report().masthead, facts=())
        return to_html(Report(masthead, (Section("s", "S", (Table(of, rows),)),)))

    html = drawn(columns, rows)
    assert cells(html) == [list(titles[:-1]), list(rows[0][:-1]), [rows[0][-1]], list(rows[1][:-1])]
    assert 'colspan="5"' in html
    few = (*columns[:2], columns[-1])
    assert cells(drawn(few, (("B2", "forest", "besieged"),))) == [["Place", "Land", "Notes"], ["B2", "forest", "besieged"]]


def test_what_players_write_is_shown_not_obeyed() -> None:
    html = to_html(sample.report())
    assert "&lt;b&gt;B5&lt;/b&gt;" in html
    assert "Beware of **him**" in html
    assert "\u202e" not in html


@settings(max_examples=50, deadline=None)
@given(st.text(alphabet=st.characters() | st.sampled_from("<>&\"'`*{}%#/"), max_size=80))
def test_no_text_breaks_out_of_its_place(text: str) -> None:
    blocks = (
        Text(text),
        Text(text, "code"),
        Bullets((text,)),
        Table((Column(text),), ((text,),), text, (text,)),
        Letter(text, text, text),
        OrderForm((text,)),
    )
    masthead = dataclasses.replace(sample.report().masthead, line=text, seat=text, title=text, facts=((text, text),))
    one = dataclasses.replace(sample.report(), masthead=masthead, sections=(Section("k", text, blocks),), footer=text)
    harmless = dataclasses.replace(
        one,
        masthead=dataclasses.replace(masthead, line="x", seat="x", title="y", facts=(("x", "x"),)),
        sections=(
            Section(
                "k",
                "x",
                (
                    Text("x"),
                    Text("x", "code"),
                    Bullets(("x",)),
                    Table((Column("x"),), (("x",),), "x", ("x",)),
                    Letter("x", "x", "x"),
                    OrderForm(("x",)),
                ),
            ),
        ),
        footer="x",
    )
    allowed = {tag for tag, _ in read(to_html(harmless)).elements} | {"br", "code", "b"}
    assert {tag for tag, _ in read(to_html(one)).elements} <= allowed


def test_below_the_pictures_a_link_leads_to_the_map_in_words() -> None:
    page = read(to_html(sample.report(), "map@x"))
    assert [attrs["href"] for tag, attrs in page.elements if tag == "a"] == ["#map-in-words"]
    assert [tag for tag, attrs in page.elements if attrs.get("id") == "map-in-words"] == ["h2"]
    words = "".join(page.seen).partition("The map in words\n")[2]
    for area in sample.chart().areas:
        assert re.search(rf"\b{area.name}\b", words), area.name
    assert "#map-in-words" not in to_html(sample.report())
