"""The bytes of a PDF with its small objects packed together (object and cross-reference streams, ISO 32000-1, 7.5.7 and 7.5.8).

ReportLab writes every object by itself. The elements of a document's structure are thousands of small ones: packed, a report
with them is smaller than it would be without them and unpacked.
"""

from __future__ import annotations

import zlib
from typing import Any

from reportlab.pdfbase.pdfdoc import format as formatted

_HEAD = b"%PDF-1.5\n%\xe2\xe3\xcf\xd3\n"
_PACKED = 400
"""Objects in a pack: a reader unpacks all of one to find one of them."""


def compact(document: Any) -> bytes:
    """The whole file of a ReportLab document all of whose pages are drawn; it must not be encrypted."""
    catalog, info = document.Reference(document.Catalog), document.Reference(document.info)
    file, places, small = bytearray(_HEAD), dict[int, tuple[int, int, int]](), list[tuple[int, bytes]]()
    number = 0
    while (number := number + 1) in document.numberToId:  # formatting one object may add others
        content = formatted(document.idToObject[document.numberToId[number]], document, toplevel=1)
        if content.endswith(b"endstream\n"):
            places[number] = (1, len(file), 0)
            file += b"%d 0 obj\n%sendobj\n" % (number, content)
        else:
            small.append((number, content))
    for at in range(0, len(small), _PACKED):
        pack = small[at : at + _PACKED]
        places |= {one: (2, number, index) for index, (one, _) in enumerate(pack)}
        places[number] = (1, len(file), 0)
        starts, body = [], bytearray()
        for one, content in pack:
            starts.append(f"{one} {len(body)}")
            body += content.rstrip() + b"\n"
        head = f"{' '.join(starts)}\n".encode("ascii")
        file += _stream(number, b"/Type/ObjStm/N %d/First %d" % (len(pack), len(head)), head + body)
        number += 1
    start = len(file)
    places[number] = (1, start, 0)
    rows = b"\0\0\0\0\0\xff\xff" + b"".join(_row(*places[one]) for one in range(1, number + 1))
    about = b"/Type/XRef/W[1 4 2]/Size %d/Root %s/Info %s/ID %s" % (
        number + 1, catalog.format(document), info.format(document), document.ID(),
    )  # fmt: skip
    file += _stream(number, about, rows)
    return bytes(file + b"startxref\n%d\n%%%%EOF\n" % start)


def _row(kind: int, where: int, index: int) -> bytes:
    return bytes((kind,)) + where.to_bytes(4) + index.to_bytes(2)


def _stream(number: int, about: bytes, content: bytes) -> bytes:
    packed = zlib.compress(content)
    return b"%d 0 obj\n<<%s/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream\nendobj\n" % (
        number, about, len(packed), packed,
    )  # fmt: skip
