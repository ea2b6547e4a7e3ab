import dataclasses
import json

import jsonschema
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter

from postern.game.chart import Area, Clash, Glyph, Marker, Owner, Route, Terrain
from postern.game.report import Battle, Bullets, Column, Letter, Masthead, OrderForm, Section, Text
from postern.render import from_json, report_schema, to_json
from postern.render.json import decode
from tests.render import sample


def test_the_sample_comes_back_whole() -> None:
    assert from_json(to_json(sample.report())) == sample.report()


SMALL = [Masthead, Text, Bullets, Column, Battle, Letter, OrderForm, Area, Glyph, Owner, Terrain, Marker, Route, Clash]


@pytest.mark.parametrize("kind", SMALL, ids=lambda kind: kind.__name__)
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_any_part_of_a_document_comes_back_whole(kind: type, data: st.DataObject) -> None:
    part = data.draw(st.from_type(kind).filter(lambda part: "nan" not in repr(part) and "inf" not in repr(part)))
    assert decode(kind, json.loads(TypeAdapter(kind).dump_json(part))) == part


@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.lists(st.one_of([st.from_type(kind) for kind in (Text, Bullets, Battle, Letter, OrderForm)]), max_size=4))
def test_any_report_comes_back_whole_and_fits_the_schema(blocks: list[Text | Bullets | Battle | Letter | OrderForm]) -> None:
    report = dataclasses.replace(sample.report(), sections=(Section("any", "Anything", tuple(blocks)),))
    data = to_json(report)
    assert from_json(data) == report
    assert to_json(from_json(data)) == data
    jsonschema.validate(json.loads(data), report_schema())


def test_half_a_surrogate_pair_is_left_out_so_that_any_reader_takes_the_document() -> None:
    report = dataclasses.replace(sample.report(), footer="a\ud83cb ö")
    assert from_json(to_json(report)) == dataclasses.replace(report, footer="ab ö")


def test_the_schema_is_a_schema_and_the_sample_fits_it() -> None:
    jsonschema.Draft202012Validator.check_schema(report_schema())
    jsonschema.validate(json.loads(to_json(sample.report())), report_schema())


def test_the_schema_refuses_what_a_report_is_not() -> None:
    document = json.loads(to_json(sample.report()))
    document["report"]["sections"][0]["blocks"][0]["role"] = "shouting"
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, report_schema())
    document = json.loads(to_json(sample.report()))
    del document["report"]["sections"][0]["blocks"][0]["block"]
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(document, report_schema())


def test_an_older_document_without_newer_fields_still_reads() -> None:
    document = json.loads(to_json(sample.report()))
    del document["report"]["footer"]
    document["report"]["some_later_field"] = 1
    read = from_json(json.dumps(document).encode())
    assert read == dataclasses.replace(sample.report(), footer="")


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (lambda report: report.pop("masthead"), r"report\.masthead: Field required"),
        (lambda report: report["masthead"].update(turn="ten"), r"report\.masthead\.turn: .*valid integer"),
        (lambda report: report["masthead"].update(turn=True), r"report\.masthead\.turn: .*valid integer"),
        (lambda report: report["masthead"].update(turn="10"), r"report\.masthead\.turn: .*valid integer"),
        (lambda report: report["sections"][0]["blocks"][0].update(block="poem"), r"report\.sections\.0\.blocks\.0: .*'poem'"),
        (lambda report: report["sections"][0]["blocks"][0].pop("block"), r"report\.sections\.0\.blocks\.0: .*'block'"),
        (lambda report: report.update(kind="rumour"), "report.kind: Input should be 'turn'"),
        (lambda report: report.update(sections={}), "report.sections: .*valid tuple|array"),
    ],
)
def test_what_does_not_fit_is_told_with_its_place(spoil: object, words: str) -> None:
    document = json.loads(to_json(sample.report()))
    assert callable(spoil)
    spoil(document["report"])
    with pytest.raises(ValueError, match=words):
        from_json(json.dumps(document).encode())


@pytest.mark.parametrize("data", [b"", b"{", b"[]", b'{"format":"other"}', b'{"format":"postern-report","version":99}'])
def test_other_bytes_are_refused(data: bytes) -> None:
    with pytest.raises(ValueError):
        from_json(data)
