"""Documents made once for all tests of the renderers."""

from __future__ import annotations

from collections.abc import Iterator

import pypdfium2
import pytest

from postern.render import to_pdf
from tests.render import sample


@pytest.fixture(scope="session")
def pdf_bytes() -> bytes:
    return to_pdf(sample.report())


@pytest.fixture
def pdf(pdf_bytes: bytes) -> Iterator[pypdfium2.PdfDocument]:
    document = pypdfium2.PdfDocument(pdf_bytes)
    yield document
    document.close()
