"""What every renderer does with each kind of block of a report: one method a kind, and all of them are asked for."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from postern.game import report
from postern.game.battle import BattlePage

R = TypeVar("R")


class BlockVisitor(ABC, Generic[R]):
    """A renderer's answer to each kind of block; a renderer that leaves one out cannot be made."""

    def visit(self, block: report.Block) -> R:
        """Return what the renderer makes of a block, by the method that bears the name of its kind."""
        made: R = getattr(self, block.block.replace("-", "_"))(block)
        return made

    @abstractmethod
    def text(self, block: report.Text) -> R: ...

    @abstractmethod
    def bullets(self, block: report.Bullets) -> R: ...

    @abstractmethod
    def table(self, block: report.Table) -> R: ...

    @abstractmethod
    def battle(self, block: report.Battle) -> R: ...

    @abstractmethod
    def battle_page(self, block: BattlePage) -> R: ...

    @abstractmethod
    def map(self, block: report.Map) -> R: ...

    @abstractmethod
    def maps(self, block: report.Maps) -> R: ...

    @abstractmethod
    def graph(self, block: report.Graph) -> R: ...

    @abstractmethod
    def podium(self, block: report.Podium) -> R: ...

    @abstractmethod
    def timeline(self, block: report.Timeline) -> R: ...

    @abstractmethod
    def steps(self, block: report.Steps) -> R: ...

    @abstractmethod
    def letter(self, block: report.Letter) -> R: ...

    @abstractmethod
    def orderform(self, block: report.OrderForm) -> R: ...
