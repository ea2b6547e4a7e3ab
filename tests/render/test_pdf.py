import ctypes
import dataclasses
import hashlib
import io
import re
import subprocess
import sys

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from postern.game.report import Battle, Block, Bullets, Column, Letter, Map, OrderForm, Report, Section, Table, Text
from postern.render import to_pdf
from postern.render.pdf.boxes import Lines
from postern.render.pdf.forms import form_lines
from postern.render.style import PAPERS
from tests.render import sample


def words(document: pypdfium2.PdfDocument, page: int) -> str:
    return str(document[page].get_textpage().get_text_bounded())


def whole(data: bytes) -> list[str]:
    document = pypdfium2.PdfDocument(data)
    return [words(document, page) for page in range(len(document))]


def test_each_page_says_which_it_is_and_when_the_next_deadline_is(pdf: pypdfium2.PdfDocument) -> None:
    count = len(pdf)
    assert count >= 5
    for index in range(count):
        text = words(pdf, index)
        assert re.search(rf"Page {index + 1} of\s+{count}\b", text)
        assert "Next deadline Fri 27 Nov 2026, 20:00 CET (19:00 UTC)" in text


def test_later_pages_name_game_turn_and_player(pdf: pypdfium2.PdfDocument) -> None:
    for index in range(1, len(pdf)):
        text = words(pdf, index)
        assert "Quest of the Great Jewels · Turn 10 report" in text
        assert "GREEDY" in text


def test_the_bookmarks_name_the_sections_and_lead_to_their_pages(pdf: pypdfium2.PdfDocument) -> None:
    entries = [(entry.get_title(), entry.get_dest().get_index()) for entry in pdf.get_toc()]
    assert [title for title, _ in entries[1:]] == [section.title for section in sample.report().sections]
    for title, page in entries:
        # The map's own title stands for its heading.
        assert ("WHO IS WHO" if title == "The map" else title.split(" · ")[0]) in words(pdf, page)


def test_the_file_says_what_it_is(pdf: pypdfium2.PdfDocument) -> None:
    data = pdf.get_metadata_dict()
    assert data["Title"] == "Quest of the Great Jewels, Turn 10 report, GREEDY"
    assert data["Author"] == "Postern"
    assert data["Subject"].startswith("You took D6 and E6")


def fonts(document: pypdfium2.PdfDocument) -> set[tuple[str, bool]]:
    """Name of each face in use, and whether the file embeds it."""
    found = set()
    for page in document:
        for item in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_TEXT], max_depth=5):
            font = pdfium.FPDFTextObj_GetFont(item.raw)
            size = pdfium.FPDFFont_GetBaseFontName(font, None, 0)
            name = ctypes.create_string_buffer(size)
            pdfium.FPDFFont_GetBaseFontName(font, name, size)
            found.add((name.value.decode(), bool(pdfium.FPDFFont_GetIsEmbedded(font))))
    return found


def test_every_face_is_embedded_as_a_subset(pdf: pypdfium2.PdfDocument, pdf_bytes: bytes) -> None:
    faces = fonts(pdf)
    assert all(embedded for _, embedded in faces), faces
    sans = {"SourceSansPro-Regular", "SourceSansPro-Semibold", "CascadiaMono-Regular"}
    assert {name for name, _ in faces} == sans | {f"SourceSerifPro-{kind}" for kind in ("Semibold", "Bold", "It")}
    file = pikepdf.open(io.BytesIO(pdf_bytes))
    names = [str(one.BaseFont) for one in file.objects if isinstance(one, pikepdf.Dictionary) and "/BaseFont" in one]
    assert names
    assert all(re.match(r"/[A-Z]{6}\+", name) for name in names)


def test_greek_and_cyrillic_can_be_read_back(pdf: pypdfium2.PdfDocument) -> None:
    text = "\n".join(words(pdf, page) for page in range(len(pdf)))
    assert "ΑΡΗΣ" in text
    assert "ВОЛК" in text
    assert "ŁUKASZ" in text


def test_it_is_small(pdf: pypdfium2.PdfDocument, pdf_bytes: bytes) -> None:
    assert len(pdf_bytes) < 500_000 / 15 * max(len(pdf), 5)


def test_the_same_report_gives_the_same_bytes_in_another_process(pdf_bytes: bytes) -> None:
    code = (
        "import hashlib; from postern.render import to_pdf; from tests.render import sample; "
        "print(hashlib.sha256(to_pdf(sample.report())).hexdigest())"
    )
    told = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, cwd=sample.ROOT, env={"PYTHONHASHSEED": "5"}
    )
    assert told.stdout.strip() == hashlib.sha256(pdf_bytes).hexdigest()
    assert to_pdf(sample.report()) == pdf_bytes


def links(document: pypdfium2.PdfDocument, page: int) -> list[int]:
    """The pages to which the links of a page lead."""
    found = []
    position, link = ctypes.c_int(0), pdfium.FPDF_LINK()
    while pdfium.FPDFLink_Enumerate(document[page], ctypes.byref(position), ctypes.byref(link)):
        target = pdfium.FPDFLink_GetDest(document, link)
        found.append(pdfium.FPDFDest_GetDestPageIndex(document, target))
    return found


def test_names_lead_to_their_entries(pdf: pypdfium2.PdfDocument) -> None:
    entries = next(page for page in range(len(pdf)) if "Provinces which you hold" in words(pdf, page))
    targets = links(pdf, 0)
    assert len(targets) > 10
    assert set(targets) == {entries}


def test_the_map_has_a_page_of_its_own(pdf: pypdfium2.PdfDocument) -> None:
    page = next(page for page in range(len(pdf)) if "WHO IS WHO" in words(pdf, page))
    text = words(pdf, page)
    assert "J10" in text
    assert "Needs your attention" not in text
    assert "Provinces which you hold" not in text


def test_a_long_table_repeats_its_head_and_splits_no_row() -> None:
    rows = tuple((f"P{index}", str(index), f"first{index} " + "word " * 30 + f"last{index}") for index in range(70))
    table = Table((Column("Place"), Column("Troops", number=True), Column("What is told", wide=True)), rows)
    pages = whole(to_pdf(dataclasses.replace(sample.report(), sections=(Section("t", "Table", (table,)),))))
    assert len(pages) > 2
    for text in pages:
        assert "What is told" in text
        shown = set(re.findall(r"\bfirst(\d+)", text))
        assert shown == set(re.findall(r"\blast(\d+)", text))
    assert sum(len(re.findall(r"\bfirst\d+", text)) for text in pages) == 70


def test_no_heading_stands_alone_at_the_foot_of_a_page() -> None:
    sections = tuple(
        Section(f"s{index}", f"Heading{index}", (Bullets(tuple(f"item {index} {n}" for n in range(index % 7 + 3))),))
        for index in range(40)
    )
    for text in whole(to_pdf(dataclasses.replace(sample.report(), sections=sections))):
        for index in re.findall(r"Heading(\d+)", text):
            assert f"item {index} 0" in text


def test_a_battle_stays_in_one_piece() -> None:
    battle = Battle("Clash", "B4", sample.forces_table(), ("firstloss",), "**Lost.**", ("lastspoil",))
    blocks = tuple(block for index in range(12) for block in (Text(f"Before {index}."), battle))
    for text in whole(to_pdf(dataclasses.replace(sample.report(), sections=(Section("b", "Battles", blocks),)))):
        assert text.count("Clash") == text.count("lastspoil")


def test_a_message_longer_than_a_page_goes_on_to_the_next() -> None:
    letter = Letter("AZURE", "\n".join(f"line {index}." for index in range(150)))
    pages = whole(to_pdf(dataclasses.replace(sample.report(), sections=(Section("m", "Messages", (letter,)),))))
    assert len(pages) >= 2
    told = " ".join(pages)
    assert all(f"line {index}." in told for index in range(150))


def test_the_order_form_is_complete() -> None:
    form = OrderForm(tuple(line for index in range(150) for line in (f"; leader {index}", f"L{index}M")))
    told = "\n".join(whole(to_pdf(dataclasses.replace(sample.report(), sections=(Section("o", "Orders", (form,)),)))))
    assert all(f"L{index}M" in told for index in range(150))


def test_an_order_form_of_comments_alone_fills_as_many_pages_as_it_needs() -> None:
    form = OrderForm(tuple(f"; group {index} can march" for index in range(400)))
    told = "\n".join(whole(to_pdf(dataclasses.replace(sample.report(), sections=(Section("o", "Orders", (form,)),)))))
    assert all(f"group {index} can march" in told for index in range(400))


def test_orders_that_a_form_of_comments_offers_keep_lines_of_their_own_below_whom_they_are_for() -> None:
    group = (
        "; 1WA division at KP, whose leaders and wizards, morale and attrition",
        ";     take a second line",
        ";     720 1WA JO ; moves with 20 points",
        ";     560 1WA ; recruits a brigade",
    )
    lines = form_lines(OrderForm(group * 9), 487.0)
    told = [text for text, _ in lines._lines]
    assert told.count(";     720 1WA JO ; moves with 20 points") == told.count(";     560 1WA ; recruits a brigade") == 9
    assert not any("second line 720" in text for text in told)
    for rows in range(8, 20):
        for column in lines._filled(rows)[0]:
            assert not column or column[0][0].startswith("; 1WA"), "no column begins amid what is told of a group"


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_the_player_chooses_the_paper(paper: str) -> None:
    document = pypdfium2.PdfDocument(to_pdf(sample.report(), paper))
    assert document[0].get_size() == pytest.approx(PAPERS[paper], abs=0.1)


def test_an_unknown_paper_is_named() -> None:
    with pytest.raises(ValueError, match="paper needs to be one of a4, letter, is 'b5'"):
        to_pdf(sample.report(), "b5")


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.text(alphabet=st.characters() | st.sampled_from("<>&\"'`*[]{}%#/\n "), max_size=200))
def test_any_text_can_be_printed(text: str) -> None:
    blocks = (
        Text(text),
        Text(text, "code"),
        Text(text, "lead"),
        Bullets((text,)),
        Table((Column(text), Column("n", True)), ((text, text),), text, (text,)),
        Battle(text, text, Table((Column(text),), ((text,),)), (text,), text, (text,)),
        Letter(text, text, text),
        OrderForm((text,)),
    )
    masthead = dataclasses.replace(sample.report().masthead, line=text, seat=text, title=text, game=text, facts=((text, text),))
    report = dataclasses.replace(sample.report(), masthead=masthead, sections=(Section("k", text, blocks),), footer=text)
    assert to_pdf(report).startswith(b"%PDF")


def test_the_words_of_a_rows_first_cell_lead_to_it_when_the_row_has_an_anchor() -> None:
    table = Table(
        (Column("Place"), Column("Next")), (("B4", "C4"), ("C4", "B4"), ("D4", "7")), anchors=("province-B4", "province-C4", "")
    )
    sections = (Section("t", "Told", (Text("From B4 to C4, not D4 or B44."),)), Section("p", "Places", (table,)))
    document = pypdfium2.PdfDocument(to_pdf(dataclasses.replace(sample.report(), sections=sections)))
    masthead = len(re.findall(r"\b[BC]4\b", sample.report().masthead.line))
    assert len(links(document, 0)) == masthead + 4


def test_no_page_before_the_map_holds_a_single_line() -> None:
    for lines in range(14, 44):
        account: list[Block] = [Bullets(tuple(f"early {n}" for n in range(lines)))]
        for step in range(6):
            account += [Text(f"**Step {step}**", "lead"), Bullets((f"told {step}",))]
        sections = (Section("account", "What happened", tuple(account)), _map_of(sample.report()))
        pages = whole(to_pdf(dataclasses.replace(sample.report(), sections=sections)))
        last = pages[next(at for at, text in enumerate(pages) if "WHO IS WHO" in text) - 1]
        assert last.count("told ") >= 3, (lines, last)


def _map_of(report: Report) -> Section:
    return next(section for section in report.sections if any(isinstance(block, Map) for block in section.blocks))


def test_codes_that_go_on_overleaf_leave_no_line_alone() -> None:
    lines = Lines([(f"line {n}", False) for n in range(20)], 10.0, 300.0)
    here, overleaf = lines.split(300.0, lines.wrap(300.0, 900.0)[1] - 5)
    assert overleaf.wrap(300.0, 900.0)[1] > 6 * 10.0
    assert here.wrap(300.0, 900.0)[1] + overleaf.wrap(300.0, 900.0)[1] == pytest.approx(lines.wrap(300.0, 900.0)[1] + 2)


def test_no_lead_stands_alone_at_the_foot_of_a_page() -> None:
    """Leads with one to four short items below each, so that pages end in every way."""
    blocks: list[Text | Bullets] = []
    for index in range(120):
        blocks += [Text(f"**Lead{index}.**", "lead"), Bullets(tuple(f"item {index} {n}" for n in range(index % 4 + 1)))]
    for text in whole(to_pdf(dataclasses.replace(sample.report(), sections=(Section("a", "Account", tuple(blocks)),)))):
        for index in re.findall(r"Lead(\d+)", text):
            assert f"item {index} 0" in text


def test_a_number_with_a_colon_stands_with_what_it_announces() -> None:
    group = [("3101:", False), ("; a lord", True), ("", False)]
    lines = Lines(group * 9, 10.0, 300.0, 2)
    for rows in range(7, 13):
        for column in lines._filled(rows)[0]:
            assert not column or not column[-1][0].endswith(":")
