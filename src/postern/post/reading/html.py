"""HTML to plain lines: marked quotations become `>` lines, marked signatures and hidden text are left out."""

from __future__ import annotations

import re
from itertools import islice
from typing import Literal

import lxml.html
from inscriptis import Inscriptis
from inscriptis.css_profiles import CSS_PROFILES
from inscriptis.model.config import ParserConfig
from lxml import etree

from postern.post.letter import LeftOut
from postern.post.reading.quotation import ends_with_introduction
from postern.post.reading.sheet import Reason, left_out

_LONGEST = 400_000
_UNSEEN = ("script", "style", "head", "title")
_NEVER_SHOWN = ("template", "svg", "iframe")
"""Elements whose text no mail program shows as text, though somebody wrote it."""
# Layout tables are padded to columns by the converter; orders want plain lines.
_RENAMED = dict.fromkeys(("table", "thead", "tbody", "tfoot", "tr"), "div") | {"td": "span", "th": "span"}
# Lines of their own, of which the converter knows nothing: it would write one behind the other without a blank.
_RENAMED |= dict.fromkeys(
    "section details summary dl dt dd fieldset legend form center textarea button select optgroup option caption dir menu "
    "marquee noscript object hr".split(),
    "div",
)
_KEEPS_BREAKS = ("pre", "textarea", "listing", "xmp", "plaintext")
_KEPT_BREAKS = re.compile(r"white-space(?:-collapse)?\s*:\s*(?:pre|break-spaces)", re.I)
_MOST_KEPT = 20_000
_SIGNATURES = (
    "gmail_signature",
    "moz-signature",
    "protonmail_signature_block",
    "yahoo-signature",
    "ms-outlook-mobile-signature",
)
_QUOTES = ("gmail_quote", "gmail_extra", "protonmail_quote", "yahoo_quoted", "zmail_extra", "tutanota_quote")
_QUOTE_IDS = ("mail-editor-reference-message-container", "blockquote_zmail")
_FORWARD_ID = "divrplyfwdmsg"
# Private characters that stand for the begin and the end of a quotation until the text is made.
_OPEN, _CLOSE = "\ue0f0", "\ue0f1"
_FRAMES = re.compile(f"([{_OPEN}{_CLOSE}])")
_LONGEST_ASIDE = 40_000
_ON_LINES = frozenset("div p br li ul ol tr table blockquote pre h1 h2 h3 h4 h5 h6 hr section article dd dt".split())
_WITHIN_LINES = frozenset("span a b i u em strong font small big sub sup".split())
"""Elements within a line, and comments: hidden, they part no word."""
_LARGEST_ROW = 200
_NOT_IN_CELLS = ("table", "blockquote", "ul", "ol", "pre")
_LONG_TAG = re.compile(r"<([A-Za-z][^<>]{10000})[^<>]+")
"""A picture within its tag, or attributes by the thousand, each of which the parser compares with all before it."""
_LISTS = ("ul", "ol")
_DEEPEST_LIST = 4
"""The converter moves every line of a list in by its depth: a thousand lists in one another would make a text of blanks."""
# The converter's own choice puts spaces around every span: an order half in bold would fall apart.
_AS_BROWSERS_DO = ParserConfig(css=CSS_PROFILES["strict"])
_HIDDEN = re.compile(
    r"display\s*:\s*none|mso-hide\s*:\s*all|visibility\s*:\s*hidden|font-size\s*:\s*0(?![.\d])|opacity\s*:\s*0(?![.\d])|max-height\s*:\s*0(?![.\d])|(?<!-)color\s*:\s*transparent|(?:left|top|text-indent)\s*:\s*-\d{3}",
    re.I,
)
_OUTLOOK_RULE = re.compile(r"border(-top)?\s*:\s*(none\s*;\s*border-top\s*:\s*)?solid\s+#?\w+\s+1\.0pt", re.I)
_BAR = re.compile(r"border-left(?:-width)?\s*:\s*(?!none|0)", re.I)
_MEDIA = re.compile(r"@[^{}@]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}")
_CLASS = re.compile(r"[.#][a-z_][\w-]*\s*$", re.I)
_STRUCK = re.compile(r"text-decoration(?:-line)?\s*:[^;]{0,40}line-through", re.I)
_STRIKES = frozenset({"s", "strike", "del"})
_LONGEST_STYLE, _LONGEST_NAME = 50_000, 200
_TAG = re.compile(r"<[^>]{0,2000}>")


def html_to_text(html: str) -> str:
    """The visible text as `read_html` gives it."""
    return read_html(html)[0]


def read_html(html: str) -> tuple[str, list[LeftOut]]:
    """The visible text, and what was left out of it (hidden text, signatures). Never raises.

    What the program marked as a quotation has lines that begin with `>`, once for each level. Below an Outlook header
    rule, which has no end, only what follows our own end mark can stay, so the plain-text step has to cut there.
    """
    cut: list[LeftOut] = []
    try:
        root = lxml.html.document_fromstring(_without_declaration(html[:_LONGEST]))
        _walk(root, cut, _hidden_classes(root))
        return _with_marks(str(Inscriptis(root, _AS_BROWSERS_DO).get_text())), cut
    except (etree.LxmlError, ValueError, RecursionError, AttributeError, IndexError, KeyError, AssertionError):
        return _TAG.sub(" ", html[:_LONGEST]), []


def _without_declaration(html: str) -> str:
    html = _LONG_TAG.sub(r"<\1", re.sub(f"[\x00{_OPEN}{_CLOSE}]", "", html))
    return re.sub(r"^\s*<\?xml[^>]*\?>", "", html) or "<p></p>"


def _hidden_classes(root: lxml.html.HtmlElement) -> frozenset[str]:
    """The classes (`.x`) and names (`#x`) that the letter's style sheets hide on every medium."""
    sheets = _MEDIA.sub(" ", "".join(style.text or "" for style in root.iter("style"))[:_LONGEST_STYLE])
    rules = (rule.partition("{") for rule in sheets.split("}"))
    hiding = (names for names, _, said in rules if _HIDDEN.search(said))
    found = (_CLASS.search(name.strip()[-_LONGEST_NAME:]) for names in hiding for name in names.split(","))
    return frozenset(match.group().strip().lower() for match in found if match is not None)


def _walk(root: lxml.html.HtmlElement, cut: list[LeftOut], hidden: frozenset[str]) -> None:
    """Treat every element, parents first; what is dropped is not looked into."""
    waiting = [(root, 0, False)]
    while waiting:
        element, lists, kept = waiting.pop()
        reason = _unwanted(element, hidden)
        if reason is not None:
            if reason:
                cut += [left_out(reason, line, line) for line in _lines(element)]
            _drop(element, whole_line=isinstance(element.tag, str) and element.tag.lower() not in _WITHIN_LINES)
            continue
        tag = element.tag.lower()
        if not kept and (tag in _KEEPS_BREAKS or _KEPT_BREAKS.search(element.get("style") or "")):
            _keep_breaks(element)
            kept = True
        if tag == "tr":
            _join_cells(element)
        children = list(element)
        quoted = _is_quotation(element, tag)
        if tag == "blockquote" and not quoted:
            quoted = _after_attribution(element)
        if quoted:
            _frame(element)
        elif _starts_outlook_header(element, element.get("style") or ""):
            element.insert(0, _line("-----Original Message-----"))
        lists += tag in _LISTS
        _flatten(element, "div" if lists > _DEEPEST_LIST and tag in (*_LISTS, "li") else tag)
        waiting += [(child, lists, kept) for child in reversed(children)]


def _unwanted(element: lxml.html.HtmlElement, hidden: frozenset[str]) -> Reason | Literal[""] | None:
    """Why the element is dropped: a reason to tell, an empty one for what is no text, or None to keep it."""
    if not isinstance(element.tag, str) or element.tag.lower() in _UNSEEN:
        return ""
    if element.tag.lower() in _NEVER_SHOWN:
        return Reason.HIDDEN
    if _HIDDEN.search(element.get("style") or "") or element.get("hidden") is not None:
        return Reason.HIDDEN
    if hidden and hidden.intersection([*(f".{name}" for name in _names(element)), f"#{element.get('id') or ''}".lower()]):
        return Reason.HIDDEN
    if element.tag.lower() in _STRIKES or _STRUCK.search(element.get("style") or ""):
        return Reason.STRUCK
    return Reason.SIGNATURE if _is_signature(element) else None


def _keep_breaks(root: lxml.html.HtmlElement) -> None:
    """Turn the line breaks of text whose breaks are shown into elements: the converter keeps them only right within `pre`."""
    made = 0
    for element in list(root.iter()):
        if made >= _MOST_KEPT or not isinstance(element.tag, str):
            continue
        texts = [(element.text, True)] if element is not root or root.tag != "pre" else []
        texts += [(element.tail, False)] if element is not root else []
        for text, within in texts:
            first, *lines = (text or "").split("\n", _MOST_KEPT - made)
            made += len(lines)
            if within and lines:
                element.text = first
            elif lines:
                element.tail = None
            for line in reversed(lines):
                line_break = lxml.html.Element("br")
                line_break.tail = line
                if within:
                    element.insert(0, line_break)
                else:
                    element.addnext(line_break)
            if not within and lines:
                element.tail = first


def _join_cells(row: lxml.html.HtmlElement) -> None:
    """Make the cells of a row parts of one line, where none of them holds more than a line: a table of data, not of layout."""
    within = list(islice(row.iterdescendants(), _LARGEST_ROW))
    cells = [one for one in row if one.tag in ("td", "th")]
    if len(within) == _LARGEST_ROW or len(cells) < 2 or any(one.tag in _NOT_IN_CELLS for one in within):
        return
    if all(len(_lines(cell)) < 2 for cell in cells):
        for one in within:
            if isinstance(one.tag, str) and one.tag not in ("td", "th") and (one.tag in _ON_LINES or one.tag == "br"):
                one.tag = "span"


def _with_marks(text: str) -> str:
    """The text with the begins and ends of quotations turned into `>` before each line between them."""
    done: list[str] = []
    depth = 0
    for line in text.split("\n"):
        for piece in _FRAMES.split(line):
            if piece == _OPEN:
                depth += 1
            elif piece == _CLOSE:
                depth = max(0, depth - 1)
            elif piece.strip() or piece == line:
                done.append(f"{'>' * min(depth, 9)} {piece}" if depth else piece)
    return "\n".join(done)


def _frame(element: lxml.html.HtmlElement) -> None:
    """Put marks before and after what is quoted."""
    begin, end = _line(_OPEN), _line(_CLOSE)
    begin.tail, element.text = element.text, None
    element.insert(0, begin)
    element.append(end)


def _is_quotation(element: lxml.html.HtmlElement, tag: str) -> bool:
    if tag == "blockquote":
        # A plain blockquote is also how some programs indent; only marked ones go here.
        kinds = f"{element.get('type') or ''} {element.get('class') or ''} {element.get('id') or ''}".lower()
        barred = _BAR.search(element.get("style") or "") is not None
        return "cite" in kinds or "quote" in kinds or bool(element.get("cite")) or barred
    if (element.get("id") or "").lower() in _QUOTE_IDS or (tag == "div" and element.get("name") == "quote"):
        return True
    marked = any(name in _QUOTES or name.endswith("yahoo_quoted") for name in _names(element))
    # Where the marked element merely encloses a marked blockquote, text beside that is the writer's own.
    return marked and element.find(".//blockquote") is None


def _names(element: lxml.html.HtmlElement) -> list[str]:
    return (element.get("class") or "").lower().split()


def _after_attribution(element: lxml.html.HtmlElement) -> bool:
    """Whether the last lines above it say who wrote what follows. They stay in the text, where the next step finds them."""
    before = element.getprevious()
    if before is None or not isinstance(before.tag, str):
        return False
    above = [*_lines(before), *(before.tail or "").split("\n")]
    return ends_with_introduction([" ".join(line.split()) for line in above if line.strip()])


def _lines(element: lxml.html.HtmlElement) -> list[str]:
    """The lines of an element's text, those that are not blank."""
    pieces: list[str] = []
    size = 0
    for event, one in etree.iterwalk(element, events=("start", "end", "comment", "pi")):
        if event not in ("start", "end"):
            continue
        if one.tag in _ON_LINES:
            pieces.append("\n")
        text = (one.text if event == "start" else one.tail if one is not element else "") or ""
        pieces.append(" ".join(f"|{text}|".split())[1:-1])
        size += len(text)
        if size > _LONGEST_ASIDE:
            break
    return [line.strip() for line in "".join(pieces).split("\n") if line.strip()]


def _is_signature(element: lxml.html.HtmlElement) -> bool:
    names = f"{element.get('class') or ''} {element.get('id') or ''} {element.get('data-smartmail') or ''}".lower().split()
    return any(name in names for name in _SIGNATURES)


def _starts_outlook_header(element: lxml.html.HtmlElement, style: str) -> bool:
    if _FORWARD_ID in (element.get("id") or "").lower():
        return True
    return bool(_OUTLOOK_RULE.search(style)) and bool(re.match(r"\s*\w[\w ]{0,12}\s*:", element.text_content()))


def _line(text: str) -> lxml.html.HtmlElement:
    line = lxml.html.Element("div")
    line.text = text
    return line


def _drop(element: lxml.html.HtmlElement, whole_line: bool) -> None:
    """Take the element out, keeping the text behind it; what was lines of its own leaves a line break in its place."""
    parent = element.getparent()
    if parent is None:
        return
    if not whole_line:
        element.drop_tree()
        return
    line_break = lxml.html.Element("br")
    line_break.tail = element.tail
    element.tail = None
    parent.replace(element, line_break)


def _flatten(element: lxml.html.HtmlElement, tag: str) -> None:
    """Make cells plain text and drop all attributes: styles such as a padding of a million must not shape lines."""
    if tag in ("td", "th"):
        element.tail = " " + (element.tail or "")
    element.tag = _RENAMED.get(tag, tag)
    for name in list(element.attrib):
        del element.attrib[name]
