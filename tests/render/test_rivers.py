"""Rivers on a chart: along borders, below roads, with what crosses them."""

from __future__ import annotations

from postern.game.chart import Area, Chart, Owner, River, Route, Terrain
from postern.render.chart import rivers, routes
from postern.render.chart.draw import draw
from postern.render.chart.svg import svg
from postern.render.chart.who import signs_of


def _square(name: str, x: float) -> Area:
    return Area(name, (x, 0.0), ((x - 0.5, -0.5), (x + 0.5, -0.5), (x + 0.5, 0.5), (x - 0.5, 0.5)), "p")


def _chart(*some: River, kind: str = "road") -> Chart:
    areas = tuple(_square(f"A{number}", float(number)) for number in range(4))
    lane = (Route("lane", ((0.0, 0.0), (1.0, 0.0))),) if kind == "lane" else ()
    return Chart(
        "Toy", areas, (Terrain("p", "plains", "plains"),), (Owner("K", "KING", "K", own=True),), routes=lane, rivers=some
    )


def test_a_river_is_drawn_along_the_border_with_its_banks() -> None:
    border = ((0.5, -0.5), (0.5, 0.5))
    without, narrow, wide = (svg(draw(_chart(*some)), "Toy") for some in ((), (River(border),), (River(border, wide=True),)))
    assert rivers.WATER not in without
    assert rivers.WATER in narrow
    assert rivers.BANK in narrow
    assert narrow != wide


def test_the_legend_names_what_occurs() -> None:
    border = ((0.5, -0.5), (0.5, 0.5))
    chart = _chart(River(border, crossing="ford"), River(border, wide=True, crossing="bridge"), kind="lane")
    words = [entry.words for entry in signs_of(chart, {})]
    assert {"ford", "bridge", "sea lane"} <= set(words)
    assert "small river" not in words
    assert routes.LANE in svg(draw(chart), "Toy")
