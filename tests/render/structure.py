"""The structure of a PDF as its readers find it: pikepdf reads the tree, pdfium the words."""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium

PAINTS = {"S", "s", "f", "F", "f*", "B", "B*", "b", "b*", "sh", "Do", "Tj", "TJ", "'", '"', "EI"}
"""The operators that leave something on the page."""


@dataclass
class Node:
    """An element: its kind, what stands in its place for who does not see it, its parts and its content."""

    kind: str
    alt: str
    said: str
    box: list[float]
    scope: str
    parts: list[Node] = field(default_factory=list)
    content: list[tuple[int, int]] = field(default_factory=list)
    """Page and number there, in order."""
    annotations: list[Any] = field(default_factory=list)

    def walk(self) -> Iterator[Node]:
        """Itself and all below it, in the order of reading."""
        yield self
        for part in self.parts:
            yield from part.walk()

    def all(self, *kinds: str) -> list[Node]:
        """All of these kinds below it."""
        return [node for node in self.walk() if node.kind in kinds]


@dataclass
class Told:
    """A PDF as it is told: the file, its tree, and the words of each piece of content."""

    file: pikepdf.Pdf
    root: Node
    words: dict[tuple[int, int], str]

    def text(self, node: Node) -> str:
        """What is said of an element: its own words where it has such, else all that is in it."""
        if node.said:
            return node.said
        return " ".join(" ".join([*(self.words.get(one, "") for one in node.content), *map(self.text, node.parts)]).split())


def read(data: bytes) -> Told:
    """The file with its tree; everything in it is where the standard wants it, or an AssertionError says what is not."""
    file = pikepdf.open(io.BytesIO(data))
    pages = {page.obj.objgen: at for at, page in enumerate(file.pages)}
    top = file.Root.StructTreeRoot
    root = _node(top.K, top, pages)
    return Told(file, root, _words(data))


def _node(found: Any, parent: Any, pages: dict[Any, int]) -> Node:
    assert found.P.objgen == parent.objgen
    about = found.get("/A", pikepdf.Dictionary())
    node = Node(
        str(found.S)[1:],
        str(found.get("/Alt", "")),
        str(found.get("/ActualText", "")),
        [float(one) for one in about.get("/BBox", [])],
        str(about.get("/Scope", "")),
    )
    kids = found.get("/K", pikepdf.Array())
    for kid in kids if isinstance(kids, pikepdf.Array) else [kids]:
        if isinstance(kid, int):
            node.content.append((pages[found.Pg.objgen], kid))
        elif "/MCID" in kid:
            node.content.append((pages[kid.Pg.objgen], int(kid.MCID)))
        elif kid.get("/Type") == "/OBJR":
            node.annotations.append(kid.Obj)
        else:
            node.parts.append(_node(kid, found, pages))
    return node


def marked(file: pikepdf.Pdf, page: int) -> tuple[list[int], list[str]]:
    """The numbers of a page's marked content in the order of drawing, and what is drawn outside of any."""
    numbers, loose, within = list[int](), list[str](), list[str]()
    for step in pikepdf.parse_content_stream(file.pages[page]):
        operator = str(step.operator)
        if operator in ("BDC", "BMC"):
            assert not within, f"marked content within marked content on page {page}"
            within.append(str(step.operands[0]))
            numbers += [int(step.operands[1].MCID)] if operator == "BDC" else []
        elif operator == "EMC":
            within.pop()
        elif operator in PAINTS and not within:
            loose.append(operator)
    assert not within, f"marked content that does not end on page {page}"
    return numbers, loose


def _words(data: bytes) -> dict[tuple[int, int], str]:
    found: dict[tuple[int, int], str] = {}
    document = pypdfium2.PdfDocument(data)
    for at in range(len(document)):
        page = document[at]
        text = page.get_textpage()
        for one in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT], max_depth=3):
            number = pdfium.FPDFPageObj_GetMarkedContentID(one.raw)
            length = pdfium.FPDFTextObj_GetText(one.raw, text.raw, None, 0)
            buffer = (pdfium.FPDF_WCHAR * length)()
            pdfium.FPDFTextObj_GetText(one.raw, text.raw, buffer, length)
            found[at, number] = found.get((at, number), "") + bytes(buffer).decode("utf-16-le").rstrip("\0")
    document.close()
    return found
