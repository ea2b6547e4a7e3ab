"""Every kind of block of a report has its method in the visitor, and a renderer answers all of them."""

from typing import get_args

import pytest

from postern.game.report import Block
from postern.render.blocks import BlockVisitor

KINDS = [one.__dataclass_fields__["block"].default.replace("-", "_") for one in get_args(get_args(Block)[0])]


def test_the_visitor_has_a_method_for_each_kind_of_block_and_no_other() -> None:
    assert sorted(KINDS) == sorted(BlockVisitor.__abstractmethods__)


@pytest.mark.parametrize("left_out", KINDS)
def test_a_renderer_that_leaves_a_kind_out_cannot_be_made(left_out: str) -> None:
    methods = dict.fromkeys(set(KINDS) - {left_out}, BlockVisitor.visit)
    with pytest.raises(TypeError, match=left_out):
        type("Half", (BlockVisitor,), methods)()
