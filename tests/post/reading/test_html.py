"""HTML to lines: what is shown, as lines; what is quoted, with marks; what is hidden, told."""

from __future__ import annotations

import time

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
        (
            '<div class="gmail_quote"><div class="gmail_attr">On X wrote:</div><blockquote>q</blockquote>own</div>',
            "On X wrote:\n> q\nown",
        ),
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
    assert cut == [LeftOut("hidden text", 1, "L99 x", ("L99 x",)), LeftOut("signature", 1, "Joe", ("Joe",))]


@pytest.mark.parametrize(
    "page",
    [
        "L13MB4<hr>GB2BC4",
        "<pre><code>L13MB4\nGB2BC4</code></pre>",
        "<pre><span>L13MB4</span>\n<span>GB2BC4</span></pre>",
        '<div style="white-space: pre-wrap">L13MB4\nGB2BC4</div>',
        "<textarea>L13MB4\nGB2BC4</textarea>",
        "<dl><dt>L13MB4</dt><dd>GB2BC4</dd></dl>",
        "<section>L13MB4</section><section>GB2BC4</section>",
        "<table><caption>L13MB4</caption><tr><td>GB2BC4</td></tr></table>",
        "<table><tr><td>L13MB4</td></tr><tr><td>GB2BC4</td></tr></table>",
        "<form>L13MB4<fieldset>GB2BC4</fieldset></form>",
        "<details><summary>L13MB4</summary>GB2BC4</details>",
        "<select><option>L13MB4</option><option>GB2BC4</option></select>",
        "<noscript>L13MB4</noscript><object>GB2BC4</object>",
    ],
)
def test_every_element_that_is_shown_as_a_line_of_its_own_is_one(page: str) -> None:
    assert html_to_text(page).split() == ["L13MB4", "GB2BC4"]
    assert [line.strip() for line in html_to_text(page).split("\n") if line.strip()] == ["L13MB4", "GB2BC4"]


def test_text_that_no_mail_program_shows_is_named() -> None:
    text, cut = read_html("<p>L13MB4</p><svg><text>L15MC4</text></svg><iframe>L16MC4</iframe><template>L17MC4</template>")
    assert text.split() == ["L13MB4"]
    assert {(item.reason, item.example) for item in cut} == {
        ("hidden text", "L15MC4"),
        ("hidden text", "L16MC4"),
        ("hidden text", "L17MC4"),
    }


def test_many_kept_line_breaks_take_little_time() -> None:
    began = time.perf_counter()
    html_to_text("<pre>" + "<b>a\n</b>" * 20_000)
    html_to_text('<div style="white-space: pre">' * 2_000 + "a\n" * 190_000)
    assert time.perf_counter() - began < 10
