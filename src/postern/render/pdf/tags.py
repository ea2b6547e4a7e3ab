"""The structure of a PDF, for who hears it: headings, paragraphs, lists, tables, figures (ISO 32000-1, 14.7 and 14.8).

ReportLab writes none, so it is made here: what is drawn stands in marked content, which names its place in a tree of elements.
The order of drawing is the order of reading. What is only decoration is an artifact.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, Literal

from reportlab.pdfbase.pdfdoc import PDFDictionary, PDFObject, PDFString
from reportlab.pdfgen.canvas import Canvas

from postern.render.marks import one_line
from postern.render.pdf.compact import compact

Kind = Literal[
    "Document", "Sect", "H1", "H2", "H3", "H4", "P", "L", "LI", "Lbl", "LBody", "Table", "TR", "TH", "TD", "Figure", "Link"
]  # fmt: skip
Box = tuple[float, float, float, float]

_LINK = "Leads to this entry"
_ARTIFACT, _END = "/Artifact BMC", "EMC"


class Element(PDFObject):
    """A part of the document: other parts, pieces of content as (page, number there), and annotations by their names."""

    def __init__(self, kind: Kind, parent: Element | None, attributes: str = "", words: tuple[str, str] | None = None) -> None:
        self.kind: Kind = kind
        self.parent = parent
        self.kids: list[Element | tuple[int, int] | str] = []
        self._attributes = attributes
        self._words = words

    def format(self, document: Any) -> bytes:
        """Its dictionary (ISO 32000-1, table 323)."""
        above = _reference(document, self.parent if self.parent is not None else document.Catalog.StructTreeRoot)
        page = next((kid[0] for kid in self.kids if isinstance(kid, tuple)), None)
        kids = [self._kid(document, kid, page) for kid in self.kids]
        parts = [f"<</S/{self.kind}/P {above}"]
        parts += [f"/Pg {_page(document, page)}"] if page is not None else []
        parts += [f"/K {kids[0]}" if len(kids) == 1 else f"/K[{' '.join(kids)}]"] if kids else []
        parts += [f"/A<<{self._attributes}>>"] if self._attributes else []
        written = "".join(parts).encode("ascii")
        key, words = self._words or ("", "")
        return written + (b"/%s %s" % (key.encode(), PDFString(words).format(document)) if words else b"") + b">>"

    def _kid(self, document: Any, kid: Element | tuple[int, int] | str, page: int | None) -> str:
        if isinstance(kid, Element):
            return _reference(document, kid)
        if isinstance(kid, str):
            return f"<</Type/OBJR/Obj {_numbered(document, kid)}>>"
        return str(kid[1]) if kid[0] == page else f"<</Type/MCR/Pg {_page(document, kid[0])}/MCID {kid[1]}>>"


class _Parents(PDFObject):
    """Which elements each page's pieces of content and each annotation belong to (ISO 32000-1, 14.7.4.4)."""

    def __init__(self, pages: Sequence[Sequence[Element]], annotations: Sequence[Element]) -> None:
        self._pages = pages
        self._annotations = annotations

    def format(self, document: Any) -> bytes:
        """Its number tree."""
        rows = [f"{at}[{' '.join(_reference(document, one) for one in page)}]" for at, page in enumerate(self._pages)]
        rows += [f"{at} {_reference(document, one)}" for at, one in enumerate(self._annotations, len(self._pages))]
        return f"<</Nums[{' '.join(rows)}]>>".encode("ascii")


class _Link(PDFObject):
    """The annotation of a link within the document, without a border; ``number`` is its place among the parents."""

    def __init__(self, box: Box, destination: Any) -> None:
        self._box = box
        self._destination = destination
        self.number = 0

    def format(self, document: Any) -> bytes:
        """Its dictionary (ISO 32000-1, 12.5.6.5)."""
        box, leads = " ".join(f"{one:.2f}" for one in self._box), self._destination.format(document).decode("ascii")
        about = f"/Rect[{box}]/Border[0 0 0]/Dest {leads}/Contents({_LINK})/StructParent {self.number}"
        return f"<</Type/Annot/Subtype/Link{about}>>".encode("ascii")


class Tree:
    """The elements of a document while it is drawn, and where in them the next piece of content belongs."""

    def __init__(self) -> None:
        self.root = Element("Document", None)
        self.inside = False
        """Whether content is marked now: what is drawn then belongs to it, whatever it is."""
        self._at = self.root
        self._page: list[Element] = []
        self._pages = [self._page]
        self._links: list[tuple[Element, _Link]] = []

    def open(self, kind: Kind, attributes: str = "", words: tuple[str, str] | None = None, again: bool = False) -> None:
        """Begins an element within the one that is open; ``again`` goes on with the last one there, if it is of this kind."""
        last = self._at.kids[-1] if self._at.kids else None
        if again and isinstance(last, Element) and last.kind == kind:
            self._at = last
            return
        element = Element(kind, self._at, attributes, words)
        self._at.kids.append(element)
        self._at = element

    def close(self) -> None:
        """Ends the open element."""
        assert self._at.parent is not None
        self._at = self._at.parent

    def section(self) -> None:
        """Begins a section below the document; that before it is at its end."""
        self._at = self.root
        self.open("Sect")

    def mark(self) -> str:
        """The operator that begins content of the open element."""
        self.inside = True
        self._at.kids.append((len(self._pages) - 1, len(self._page)))
        self._page.append(self._at)
        return f"/{self._at.kind}<</MCID {len(self._page) - 1}>>BDC"

    def unmark(self) -> str:
        """The operator that ends it."""
        self.inside = False
        return _END

    def link(self, name: str, annotation: _Link) -> None:
        """Puts the annotation of this name into the open element, in one of its own where that is no link's."""
        within = self._at.kind == "Link"
        if not within:
            self.open("Link")
        self._at.kids.append(name)
        self._links.append((self._at, annotation))
        if not within:
            self.close()

    def turn(self) -> None:
        """The page is at its end."""
        self._page = []
        self._pages.append(self._page)

    def settle(self, document: Any) -> None:
        """Writes the tree into the document, all of whose pages are drawn."""
        pages = self._pages[: len(document.Pages.pages)]
        root = PDFDictionary({"Type": "/StructTreeRoot", "ParentTreeNextKey": len(pages) + len(self._links)})
        document.Catalog.StructTreeRoot = root
        document.Catalog.MarkInfo = PDFDictionary({"Marked": "true"})
        document.Reference(root)
        for element in _walk(self.root):
            document.Reference(element)
        root["K"] = document.Reference(self.root)
        root["ParentTree"] = document.Reference(_Parents(pages, [element for element, _ in self._links]))
        for at, page in enumerate(document.Pages.pages):
            page.__Defaults__ = {**page.__Defaults__, "StructParents": at, "Tabs": "/S"}
        for at, (_, annotation) in enumerate(self._links, len(pages)):
            annotation.number = at


class TaggedCanvas(Canvas):
    """A canvas whose file tells its structure."""

    _doc: Any
    _annotationCount: int
    _absRect: Any
    _bookmarkReference: Any
    _addAnnotation: Any

    def __init__(self, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.tree = Tree()
        self.setViewerPreference("DisplayDocTitle", "true")

    def showPage(self) -> None:
        """Ends the page."""
        super().showPage()
        self.tree.turn()

    def save(self) -> None:
        """Ends the file."""
        self.tree.settle(self._doc)
        self._doc.format = partial(compact, self._doc)
        super().save()

    def linkRect(
        self,
        contents: Any,
        destinationname: Any,
        Rect: Any = None,
        addtopage: Any = 1,
        name: Any = None,
        relative: Any = 1,
        *look: Any,
        **more: Any,
    ) -> None:
        """A link from a place on the page, which stands in the tree and says what it is."""
        link = _Link(self._absRect(Rect, relative), self._bookmarkReference(destinationname))
        name = f"link-{self._annotationCount}"
        self._addAnnotation(link, name)
        self.tree.link(self._doc.annotationName(name), link)


@contextmanager
def grouped(canvas: Any, *kinds: Kind, again: bool = False) -> Iterator[None]:
    """What is drawn meanwhile stands in elements of these kinds, one within the other; ``again`` goes on with the last ones."""
    tree: Tree = canvas.tree
    if tree.inside:
        yield
        return
    for kind in kinds:
        tree.open(kind, again=again)
    yield
    for _ in kinds:
        tree.close()


@contextmanager
def tagged(
    canvas: Any, kind: Kind, *, alt: str = "", box: Box | None = None, said: str = "", again: bool = False
) -> Iterator[None]:
    """What is drawn meanwhile is the content of an element; what is drawn within content that is marked already belongs there.

    ``alt``: what a figure shows, ``box``: where, on the canvas as it stands. ``said``: how words that stand apart on the page
    are read together.
    """
    tree: Tree = canvas.tree
    if tree.inside:
        yield
        return
    tree.open(kind, _layout(canvas, box), ("Alt", one_line(alt)) if alt else ("ActualText", one_line(said)), again)
    canvas.addLiteral(tree.mark())
    yield
    canvas.addLiteral(tree.unmark())
    tree.close()


@contextmanager
def artifact(canvas: Any) -> Iterator[None]:
    """What is drawn meanwhile says nothing: grounds, rules, what stands on every page."""
    tree: Tree = canvas.tree
    if tree.inside:
        yield
        return
    tree.inside = True
    canvas.addLiteral(_ARTIFACT)
    yield
    canvas.addLiteral(_END)
    tree.inside = False


def _layout(canvas: Any, box: Box | None) -> str:
    if box is None:
        return ""
    corners = (*canvas.absolutePosition(box[0], box[1]), *canvas.absolutePosition(box[2], box[3]))
    return f"/O/Layout/BBox[{' '.join(f'{one:.1f}' for one in corners)}]"


def _walk(element: Element) -> Iterator[Element]:
    yield element
    for kid in element.kids:
        if isinstance(kid, Element):
            yield from _walk(kid)


def _page(document: Any, page: int) -> str:
    return _numbered(document, f"Page{page + 1}")


def _reference(document: Any, thing: PDFObject) -> str:
    return _numbered(document, thing.__InternalName__)  # type: ignore[attr-defined]


def _numbered(document: Any, name: str) -> str:
    return f"{document.idToObjectNumberAndVersion[name][0]} 0 R"
