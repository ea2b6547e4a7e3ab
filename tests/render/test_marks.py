from hypothesis import given
from hypothesis import strategies as st

from postern.render.marks import Links, Span, clean, one_line, plain, spans, width


def test_strong_and_code_become_runs() -> None:
    assert spans("send **now** `L1MB4` please") == (
        Span("send "),
        Span("now", strong=True),
        Span(" "),
        Span("L1MB4", code=True),
        Span(" please"),
    )


def test_marks_without_a_partner_stay_as_written() -> None:
    assert plain("2 ** 3 and a ` alone") == "2 ** 3 and a ` alone"


def test_unseen_and_direction_changing_characters_are_taken_out() -> None:
    assert clean("a\u202eb\u2066c\u200bd\x00e\x1bf\x9bg\ufeff") == "abcdefg"
    assert clean("one\r\ntwo\u2028three\x0bfour") == "one\ntwo\nthree\nfour"
    assert one_line("  much \n\t room  ") == "much room"


@given(st.text())
def test_cleaned_text_holds_no_control_characters(text: str) -> None:
    found = clean(text)
    assert all(sign == "\n" or (ord(sign) >= 32 and not 0x7F <= ord(sign) <= 0x9F) for sign in found)
    assert clean(found) == found


def test_links_are_whole_words_only_and_the_longest_name_wins() -> None:
    links = Links(["B4", "B40", "OLD NICK"])
    marked = links.mark(spans("B4 and B40, not AB4 or B4x; **OLD NICK** too"))
    assert [run.text for run in marked if run.link] == ["B4", "B40", "OLD NICK"]
    assert "".join(run.text for run in marked) == "B4 and B40, not AB4 or B4x; OLD NICK too"
    assert next(run for run in marked if run.text == "OLD NICK").strong


def test_width_counts_columns_of_a_terminal() -> None:
    assert (width("abc"), width("漢字"), width("e\u0301")) == (3, 4, 1)
