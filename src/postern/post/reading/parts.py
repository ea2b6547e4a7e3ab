"""The MIME tree to the few parts that hold what the writer typed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from email.message import Message

from postern.post.bounds import ReadingLimits, bounded, parsed, too_deep
from postern.post.reading.charset import decode
from postern.post.reading.headers import decode_words
from postern.post.reading.notices import is_reaction
from postern.post.reading.signed import OPENPGP, SMIME, signed_content
from postern.post.reading.tnef import read_tnef
from postern.post.reading.transfer import bytes_of, content_of

_MOST_PHRASES = 20
_MOST_TNEF = 3
_MOST_ASIDE = 200
_TNEF_KINDS = ("application/ms-tnef", "application/vnd.ms-tnef")
_UTF_7 = ("utf-7", "unicode-1-1-utf-7", "utf7", "unicode-2-0-utf-7", "x-unicode-2-0-utf-7")
_WORDS = {
    "message/rfc822": "a forwarded letter",
    "text/calendar": "a calendar entry",
    "text/html": "a web page",
    "application/pdf": "a PDF document",
    "application/octet-stream": "a file",
    "application/rtf": "a text document",
    "text/rtf": "a text document",
    "application/msword": "a Word document",
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document": "a Word document",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": "a spreadsheet",
    "application/vnd.oasis.opendocument.text": "a text document",
    "application/vnd.oasis.opendocument.spreadsheet": "a spreadsheet",
    "text/csv": "a spreadsheet",
    **dict.fromkeys(("image/png", "image/jpeg", "image/gif", "image/heic", "image/webp"), "a picture"),
}
_MARKUP = ("text/enriched", "text/richtext")
_NO_PROSE = frozenset(
    f"text/{kind}"
    for kind in "calendar csv rtf css javascript ecmascript vcard x-vcard directory x-vcalendar xml xsl x-amp-html watch-html "
    "rfc822-headers".split()
)
"""Texts that nobody typed as a letter."""
_MISNAMED = frozenset({"application/octet-stream", "application/text", "application/x-text", "application/unknown"})
_MAIN_KINDS = frozenset("application audio chemical font image message model multipart text video".split())
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\x7f\ufffd]")
_DELIMITER = re.compile(r"^--(\S[^\n]{0,69}?)[ \t\r]*\n(?=[ \t\r]*\n|content-)", re.IGNORECASE | re.MULTILINE)
"""What parts a letter's parts, whatever its header says of it: an empty line or a part's header is below it."""
_MOST_RETRIES = 3
# What some programs put into the plain part in place of the text, or above the first part.
_STUB = re.compile(
    r"\W*(?:this is an? (?:html|multi-?part|[^\n]{0,60}\bmime\b)|"
    r"[^\n]{0,80}\bmime (?:format|message)\b|this (?:message|e-?mail) (?:is|was sent|contains|requires|needs)"
    r".{0,40}(?:html|mime)|your (?:e-?mail|mail) (?:client|program|reader|software) (?:does not|doesn't|cannot|can't)|"
    r"(?:to view|please view) this (?:message|e-?mail).{0,60}(?:html|browser)|html (?:message|e-?mail|version)\b|"
    r"this (?:message|e-?mail) has no plain text|diese (?:nachricht|e-?mail) (?:ist|enthält).{0,30}html|"
    r"(?:ihr|dein) (?:e-?mail|mail)-?(?:programm|client) (?:zeigt|kann|unterstützt|stellt)\b.{0,60}html|"
    r"(?:votre|ton) (?:logiciel|programme|client) de (?:messagerie|courriel).{0,60}html|"
    r"(?:su|tu) (?:programa|cliente) de correo.{0,60}html|il (?:suo|tuo) (?:programma|client) di posta.{0,60}html)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class TextPart:
    """One readable part: its decoded text, and how to take it. `attached` for a text file that came along: its name, or
    what stands for one."""

    text: str
    is_html: bool = False
    flowed: bool = False
    delsp: bool = False
    attached: str = ""


@dataclass(frozen=True, slots=True)
class Parts:
    """What can be read, in the letter's order; a phrase for each part left unread, and for each signature that came. `over`
    says in a sentence each which limits the letter went beyond."""

    texts: tuple[TextPart, ...]
    ignored: tuple[str, ...]
    signatures: tuple[str, ...] = ()
    over: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()
    """Lines of the text beside the parts, where the letter has other text."""
    formatted: tuple[TextPart, ...] = ()
    """The HTML of alternatives whose plain text is among the texts."""


def find_parts(message: Message, limits: ReadingLimits, *, html_first: bool = False) -> Parts:
    """Walk the MIME tree and choose: in alternatives the plain text, unless it is blank, else the HTML; with `html_first`
    the other way round.

    Text files (.txt) are taken as well; pictures, documents, calendar entries (.ics), forwarded letters (.eml) and
    encrypted parts are named as ignored: what somebody else wrote is never taken for the sender's. The text of a
    winmail.dat, text beside the parts and text in a part that is said to be something else are taken where the letter has
    no other. Nothing beyond the limits is read.
    """
    walk = _Walk(limits, html_first=html_first)
    walk.visit(message, 0)
    walk.take_tnef()
    walk.take_beside()
    walk.take_misnamed()
    over = tuple(_sentence(name, limits, message, walk) for name in dict.fromkeys(walk.over))
    return Parts(
        tuple(walk.texts),
        tuple(walk.ignored[:_MOST_PHRASES]),
        tuple(dict.fromkeys(walk.signatures)),
        over,
        tuple(walk.aside[:_MOST_ASIDE]),
        tuple(walk.formatted),
    )


class _Walk:
    def __init__(self, limits: ReadingLimits, before: _Walk | None = None, *, html_first: bool = False) -> None:
        self.limits = limits
        self.html_first = html_first
        self.texts: list[TextPart] = []
        self.ignored: list[str] = []
        self.signatures: list[str] = []
        self.tnefs: list[Message] = []
        self.beside: list[str] = []
        self.aside: list[str] = []
        self.formatted: list[TextPart] = []
        self.misnamed: list[Message] = []
        self.over: list[str] = []
        self.seen: int = before.seen if before else 0
        self.files: int = before.files if before else 0
        self.retries: int = before.retries if before else 0
        self.room: int = before.room if before else limits.unpacked

    def visit(self, part: Message, depth: int) -> None:
        if depth > self.limits.nesting:
            self.over.append("nesting")
            return
        if not part.get_content_type().startswith("multipart/"):
            self.seen += 1
            if self.seen > self.limits.parts:
                self.over.append("parts")
                return
        kind = part.get_content_type()
        children = _children(part)
        if kind == "multipart/encrypted":
            self.ignored.append("an encrypted part")
        elif kind == "multipart/alternative" and children:
            self.visit_best(children, depth)
        elif kind == "multipart/signed" and children:
            self.visit(children[0], depth + 1)
            self.signatures += [_signature(child) for child in children[1:2]]
        elif kind == "multipart/related" and children:
            root = _root(part, children)
            self.visit(root, depth + 1)
            self.ignored += [_phrase(child) for child in children if child is not root]
        elif kind in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
            self.visit_sealed(part, depth)
        elif kind.startswith("multipart/"):
            for child in children:
                self.visit(child, depth + 1)
            if not children:
                self.visit_unparted(part, kind, depth)
        else:
            self.take(part, kind)
        if children and kind.startswith("multipart/") and kind not in ("multipart/signed", "multipart/encrypted"):
            beside = [_without_stubs(text) for text in (part.preamble, part.epilogue) if isinstance(text, str)]
            self.beside += filter(_has_words, beside)

    def visit_unparted(self, part: Message, kind: str, depth: int) -> None:
        """Read what should have parts and has none: its boundary is not named, or never comes."""
        text = part.get_payload()
        if not isinstance(text, str):
            return
        found = _DELIMITER.search(text)
        if found is None or self.retries == _MOST_RETRIES:
            self.add(part, TextPart(_plain(part, _without_stubs(text))))
            return
        self.retries += 1
        edge = re.sub(r'(["\\])', r"\\\1", found[1].strip())
        head = f'Content-Type: {kind if kind != "multipart/" else "multipart/mixed"}; boundary="{edge}"\n\n'
        self.visit(parsed(head.encode() + bytes_of(text)), depth + 1)

    def visit_best(self, children: list[Message], depth: int) -> None:
        """Read the first alternative that has words in it: plain text, else what holds HTML, else texts of other kinds."""
        unread: list[str] = []
        stubs: list[TextPart] = []
        kinds = ("text/plain", "text/html") if not self.html_first else ("text/html", "text/plain")
        children = sorted(children, key=lambda child: _rank(child.get_content_type(), kinds))
        for number, child in enumerate(children, 1):
            trial = _Walk(self.limits, self, html_first=self.html_first)
            trial.visit(child, depth + 1)
            self.seen, self.retries = trial.seen, trial.retries
            self.over += trial.over
            self.tnefs += trial.tnefs
            self.beside += trial.beside
            self.misnamed += trial.misnamed
            if any(_has_words(text.text) for text in trial.texts):
                self.texts += trial.texts
                self.ignored += trial.ignored
                self.signatures += trial.signatures
                self.room, self.files = trial.room, trial.files
                self.formatted += trial.formatted or self.beside_plain(trial.texts, children[number:], depth)
                return
            unread += trial.ignored
            stubs += trial.texts
        self.ignored += unread
        self.texts += stubs[:1]

    def beside_plain(self, texts: list[TextPart], others: list[Message], depth: int) -> list[TextPart]:
        """The HTML that the first of the other alternatives holds, where plain text was chosen."""
        if self.html_first or any(text.is_html for text in texts) or not others:
            return []
        other = _Walk(self.limits)
        other.visit(others[0], depth + 1)
        return [text for text in other.texts if text.is_html]

    def visit_sealed(self, part: Message, depth: int) -> None:
        """Read the letter inside an opaque S/MIME signature; an encrypted one stays closed."""
        inner = signed_content(content_of(part))
        if inner is None or too_deep(inner):
            self.ignored.append("an encrypted part")
            return
        inner, beyond = bounded(inner)
        self.ignored += beyond
        self.signatures.append(SMIME)
        self.visit(parsed(inner), depth + 1)

    def take(self, part: Message, kind: str) -> None:
        if is_reaction(part):
            return
        says = {name.lower(): value for name, value in reversed(part.get_params([]))}
        name = _filename(part, says)
        attached = part.get_content_disposition() == "attachment" or bool(name and self.has_words())
        if kind in _TNEF_KINDS or name.lower() == "winmail.dat":
            self.tnefs.append(part)
        elif kind == "text/plain" or (name.lower().endswith(".txt") and not kind.startswith("message/")):
            charset = _name_of(says.get("charset"))
            if charset.lower() in _UTF_7:
                self.ignored.append("characters in UTF-7, which few programs read")
            flowed, delsp = _is(says.get("format"), "flowed"), _is(says.get("delsp"), "yes")
            if attached:
                self.files += 1
                if self.files > self.limits.attachments:
                    self.over.append("attachments")
                    self.ignored.append(_phrase(part))
                    return
            self.add(part, TextPart(_text_of(part, charset), False, flowed, delsp, (name or "a text file") if attached else ""))
        elif kind in ("text/html", "application/xhtml+xml") and not attached:
            self.add(part, TextPart(_text_of(part), is_html=True))
        elif kind.startswith("text/") and kind not in _NO_PROSE and not attached:
            text = _text_of(part)
            self.add(part, TextPart(re.sub(r"</?[\w-]{1,60}>", "", text) if kind in _MARKUP else text))
        elif not name and not attached and (kind in _MISNAMED or kind.partition("/")[0] not in _MAIN_KINDS):
            self.misnamed.append(part)
        else:
            self.ignored.append(_phrase(part))

    def has_words(self) -> bool:
        """Whether any text found so far says something."""
        return any(_has_words(text.text) for text in self.texts)

    def add(self, part: Message | None, text: TextPart) -> None:
        if len(text.text) > self.room:
            self.over.append("unpacked")
            self.ignored.append(_phrase(part) if part is not None else "text beside its parts")
            return
        self.room -= len(text.text)
        self.texts.append(text)

    def take_tnef(self) -> None:
        """Read what Outlook packed, if there was no other text; name its files in any case."""
        for part in self.tnefs[:_MOST_TNEF]:
            found = read_tnef(content_of(part), self.limits.unpacked)
            if found is None:
                self.ignored.append(_phrase(part))
                continue
            if found.too_long:
                self.over.append("unpacked")
            if not self.has_words():
                self.add(part, TextPart(found.text.replace("\x00", ""), is_html=found.is_html))
            self.ignored += [f"{_printable(name)} (in winmail.dat)" for name in found.files]

    def take_beside(self) -> None:
        """Read what stands above the first part or below the last, if there was no other text; else name it."""
        if self.beside and self.has_words():
            self.ignored.append("text beside its parts")
            self.aside += [line for text in self.beside for line in _plain(None, text).splitlines() if line.strip()]
            return
        for text in self.beside:
            self.add(None, TextPart(_plain(None, text)))

    def take_misnamed(self) -> None:
        """Read parts that are said to be something unknown and are text, if there was no other; else name them."""
        for part in self.misnamed:
            text = _text_of(part)
            if self.has_words() or not _has_words(text) or len(_CONTROLS.findall(text)) * 20 > len(text):
                self.ignored.append(_phrase(part))
            else:
                self.add(part, TextPart(text))


def _has_words(text: str) -> bool:
    return re.search(r"\w", text) is not None and not _STUB.match(text[:400])


def _without_stubs(text: str) -> str:
    """What somebody wrote beside the parts: not the sentence of a program, which goes on over lines without a figure."""
    kept, stub = list[str](), False
    for line in text.splitlines():
        stub = bool(_STUB.match(line[:400])) or (stub and bool(line.strip()) and not re.search(r"\d", line))
        if not stub:
            kept.append(line)
    return "\n".join(kept)


def _rank(kind: str, before: tuple[str, ...]) -> int:
    if kind in before:
        return before.index(kind)
    return len(before) if kind.startswith("text/") else 1


def _plain(part: Message | None, text: str) -> str:
    """Text that stands where the library expects none, decoded."""
    return decode(bytes_of(text), _charset(part) if part is not None else "").replace("\x00", "")


def _sentence(name: str, limits: ReadingLimits, message: Message, walk: _Walk) -> str:
    """Which limit the letter went beyond, in words for its writer."""
    if name == "nesting":
        return f"Your letter has parts packed more than {limits.nesting} deep in one another; I read no deeper than that."
    if name == "parts":
        return f"Your letter has {_count(message):,} parts; I read {limits.parts:,}."
    if name == "attachments":
        return f"Your letter brings {walk.files:,} text file{'s' * (walk.files > 1)}; I read {limits.attachments:,}."
    return f"Your letter holds more than {limits.unpacked:,} characters of text once it is unpacked; I read no more than that."


def _count(message: Message) -> int:
    """How many parts there are that hold something themselves; what a forwarded letter holds is one."""
    waiting, count = [message], 0
    while waiting:
        part = waiting.pop()
        if part.get_content_type().startswith("multipart/"):
            waiting += _children(part)
        else:
            count += 1
    return count


def _root(part: Message, children: list[Message]) -> Message:
    """The part that the others of a multipart/related belong to: the one named by `start`, else the first (RFC 2387)."""
    start = part.get_param("start")
    wanted = start.strip() if isinstance(start, str) else ""
    return next((child for child in children if wanted and str(child.get("Content-ID", "")).strip() == wanted), children[0])


def _signature(part: Message) -> str:
    kind = part.get_content_type()
    if kind == "application/pgp-signature":
        return OPENPGP
    return SMIME if "pkcs7-signature" in kind else f"a signature ({kind})"


def _children(part: Message) -> list[Message]:
    payload = part.get_payload() if part.is_multipart() else None
    return [child for child in payload if isinstance(child, Message)] if isinstance(payload, list) else []


def _charset(part: Message) -> str:
    return _name_of(part.get_param("charset"))


def _name_of(found: object) -> str:
    name = found[2] if isinstance(found, tuple) else found
    return name.strip() if isinstance(name, str) else ""


def _text_of(part: Message, charset: str | None = None) -> str:
    return decode(content_of(part), _charset(part) if charset is None else charset).replace("\x00", "")


def _is(found: object, value: str) -> bool:
    return isinstance(found, str) and found.strip().lower() == value


def _filename(part: Message, says: Mapping[str, object] | None = None) -> str:
    """The name of a part; ``says``: the parameters of its type, where they have been read."""
    if text := _name_of(part.get_param("filename", header="content-disposition")):
        return _printable(decode_words(text))
    text = _name_of(part.get_param("name") if says is None else says.get("name"))
    return _printable(decode_words(text)) if text else ""


def _printable(name: str) -> str:
    return "".join(char for char in name if char.isprintable()).strip()[:100]


def _phrase(part: Message) -> str:
    """The part in a few words, for telling the writer what was not read."""
    name, kind = _filename(part), part.get_content_type()
    words = _WORDS.get(kind, kind)
    return f"{name} ({words})" if name else words
