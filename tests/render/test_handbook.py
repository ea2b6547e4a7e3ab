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
    assert handbook_pdf(handbook, "#5b2a86", "letter") != handbook_pdf(handbook)
