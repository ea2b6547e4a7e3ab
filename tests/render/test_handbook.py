import pypdfium2
import pytest

from postern.game.handbook import Handbook, Topic
from postern.render import handbook_pdf, topic_text
from postern.render.marks import width

BODY = """A leader has **four** movement points; `L13MB4B5` spends them. See HELP COMBAT.

## What terrain costs

| land | cost | remark |
|---|---:|---|
| clear | 1 | the least |
| mountain | 2 | twice as much, and nobody marches through it faster than that, whatever he says |

1. First the roads.
2. Then the rest:
   - inner one
   - inner two

> An example: `L1MB5`.

```
L13MB4B5
   GB2BC4
```

<script>alert(1)</script>
"""


@pytest.fixture
def handbook() -> Handbook:
    filler = "\n\n".join(f"Paragraph {index}. " + "Words and words. " * 30 for index in range(12))
    return Handbook(
        "Rules of the Jewels",
        (
            Topic("movement", "Movement", BODY, ("march",)),
            Topic("combat", "Combat", filler),
            Topic("peace", "Peace & war", "Short."),
        ),
    )


def test_a_topic_as_text_keeps_to_72_columns_and_loses_its_marks(handbook: Handbook) -> None:
    text = topic_text(handbook.topics[0])
    lines = text.split("\n")
    assert lines[0] == "MOVEMENT"
    assert all(width(line) <= 72 for line in lines)
    assert "A leader has four movement points; L13MB4B5 spends them." in text
    assert "WHAT TERRAIN COSTS" in lines
    assert "2. Then the rest:" in lines
    assert "   - inner one" in lines
    assert "       GB2BC4" in lines
    assert "  | An example: L1MB5." in lines
    assert "<script>alert(1)</script>" in text
    assert any(line.startswith("clear        1") for line in lines)


def test_the_whole_as_pdf_has_contents_with_the_right_pages(handbook: Handbook) -> None:
    document = pypdfium2.PdfDocument(handbook_pdf(handbook))
    pages = [document[index].get_textpage().get_text_bounded() for index in range(len(document))]
    toc = [(entry.get_title(), entry.get_dest().get_index()) for entry in document.get_toc()]
    assert [title for title, _ in toc] == ["Rules of the Jewels", "Movement", "Combat", "Peace & war"]
    contents = pages[0].replace("\r", "").split("\n")
    for title, page in toc[1:]:
        assert any(line.startswith(title) and line.rstrip().endswith(str(page + 1)) for line in contents), (
            title,
            page,
            contents,
        )
    assert all(f"Page {index + 1} of" in text for index, text in enumerate(pages))
    assert "<script>alert(1)</script>" in "".join(pages)


def test_the_same_handbook_gives_the_same_bytes(handbook: Handbook) -> None:
    assert handbook_pdf(handbook) == handbook_pdf(handbook)
    assert handbook_pdf(handbook, "letter") != handbook_pdf(handbook)


@pytest.mark.parametrize("line", ["Alpha:", "## Alpha", "## Alpha\n\nGamma:"])
def test_what_a_title_or_a_line_with_a_colon_announces_stands_on_its_page(line: str) -> None:
    """However far down the page the line comes; what follows it is a table, an example or a list."""
    announced = ("| a | b |\n|---|---|\n| Beta | 1 |\n| Beta | 2 |", "```\nBeta\nBeta\nBeta\n```", "- Beta\n- Beta")
    for follows in announced:
        for lines in range(26, 34):
            filler = "\n\n".join("Words." for _ in range(lines))
            topic = Topic("movement", "Movement", f"{filler}\n\n{line}\n\n{follows}\n")
            document = pypdfium2.PdfDocument(handbook_pdf(Handbook("Rules", (topic,))))
            pages = [document[index].get_textpage().get_text_bounded() for index in range(len(document))]
            assert all("Beta" in page for page in pages if "Alpha" in page), (follows, lines)


def test_a_table_of_short_words_keeps_its_own_width() -> None:
    short = Topic("peoples", "Peoples", "| people | factor |\n|---|---|\n| Azoni | 3 |\n")
    lines = topic_text(short).splitlines()
    assert "Azoni   3" in lines
    page = pypdfium2.PdfDocument(handbook_pdf(Handbook("Rules", (short,))))[0]
    text = page.get_textpage()
    row = text.get_text_range().index("Azoni")
    assert text.get_charbox(row + len("Azoni "))[0] < page.get_width() / 3
