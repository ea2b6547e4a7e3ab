"""HTML to lines: what is shown, as lines; what is quoted, with marks; what is hidden, told."""

from __future__ import annotations

import pytest

from postern.post.letter import LeftOut
from postern.post.reading.html import html_to_text, read_html


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("<span>L13</span><b>MB4</b>", "L13MB4"),
        ("a<br>b<div>c</div>", "a\nb\nc"),
        ("<table><tr><td>L13</td><td>MB4</td></tr><tr><td>GB2</td></tr></table>", "L13 MB4\nGB2"),
        ('x<blockquote type="cite">a<blockquote type="cite">b</blockquote>c</blockquote>y', "x\n> a\n>> b\n> c\ny"),
        ('<div class="gmail_quote"><div class="gmail_attr">On X wrote:</div><blockquote>q</blockquote>own</div>', "q\nown"),
        ("<p>L13&nbsp;M&amp;B4</p>", "L13\xa0M&B4"),
        ("a\ue0f0b", "ab"),
        ("", ""),
        ("<", "<"),
    ],
)
def test_lines(html: str, text: str) -> None:
    found = "\n".join(line.strip() for line in html_to_text(html).split("\n") if line.strip())
    assert found.replace(" ", " ") == text.replace("\xa0", " ") or found == text


def test_what_is_left_out_is_told() -> None:
    text, cut = read_html('a<p style="display: none">L99 <i>x</i></p><p class="gmail_signature">Joe</p><style>p{}</style>')
    assert text.strip() == "a"
    assert cut == [LeftOut("hidden text", 1, "L99 x"), LeftOut("signature", 1, "Joe")]
