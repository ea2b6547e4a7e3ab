"""All orders of a game: what its table of order kinds reads, writes, guesses and explains."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, field, fields, is_dataclass
from functools import cached_property, lru_cache, partial
from itertools import islice
from string import Formatter
from typing import Any

from rapidfuzz import fuzz, process

from postern.game.kit.orders.kinds import (
    TOKEN,
    ArgumentType,
    Form,
    OrderKind,
    Refusal,
    Saying,
    Told,
    Types,
    example,
    examples,
    type_of,
)

_NEAR_FORM, _NEAR_WORD = 60, 68
_KEPT = 4_096
"""Texts whose reading is kept in memory: a player's next letter says most of the last one again."""
_MOST_TRIED = 64


@dataclass(frozen=True, slots=True)
class Found:
    """What a text says: the order or why it is none, and the text of each argument as it was written."""

    order: Any
    texts: Mapping[str, str]
    kind: OrderKind | None = None


@dataclass(frozen=True)
class Reader:
    """A form or saying made ready to read: a regular expression with one named group an argument."""

    pattern: str
    types: Types
    make: Callable[..., Any]
    fixed: Mapping[str, Any] = field(default_factory=dict)
    kind: OrderKind | None = None
    many: frozenset[str] = frozenset()
    optional: frozenset[str] = frozenset()
    blank: str = ""

    @cached_property
    def regex(self) -> re.Pattern[str]:
        return re.compile(self.pattern)

    @property
    def bare(self) -> str:
        """The regular expression without named groups, as a part of a larger one."""
        return f"(?:{re.sub(r'[(][?]P<[a-z_]+>', '(?:', self.pattern)})"

    def read(self, text: str) -> Found | None:
        """What this text says; None when it has another form."""
        match = self.regex.fullmatch(text)
        if match is None:
            return None
        texts = {name: said for name, said in match.groupdict().items() if said is not None and not self._left_out(name, said)}
        values = dict(self.fixed) | {name: () if name in self.many else None for name in self.optional}
        for name, said in texts.items():
            value = self._value(name, said)
            if isinstance(value, Refusal):
                return Found(value, texts, self.kind)
            values[name] = value
        return Found(self.make(**values), texts, self.kind)

    def _left_out(self, name: str, said: str) -> bool:
        """True for the sign that stands for an optional argument which is left out."""
        return name in self.optional and said == self.blank and self.blank != ""

    def _value(self, name: str, said: str) -> Any:
        kind = self.types[name]
        if name not in self.many:
            return kind.read(said)
        values = [kind.read(part) for part in re.findall(kind.pattern, said)]
        return next((value for value in values if isinstance(value, Refusal)), tuple(values))


class Grammar:
    """All order kinds of a game, and the types of their arguments.

    ``blank`` is the sign for an optional argument that is left out before others, "" where there is none.
    """

    def __init__(self, kinds: Iterable[OrderKind], types: Types, blank: str = "") -> None:
        self.kinds = tuple(kinds)
        self._types, self._blank = types, blank
        self.forms = tuple((kind, form) for kind in self.kinds for form in kind.forms)
        self._parts = {form.text: self._parted(form.text) for _, form in self.forms}
        forms = tuple(self._reader(kind, form) for kind, form in self.forms)
        self.codes = (*forms, *(self._saying(kind, one) for kind in self.kinds for one in kind.near))
        self.sayings = tuple(self._saying(kind, one) for kind in self.kinds for one in kind.said)
        self.find = lru_cache(maxsize=_KEPT)(self._find)
        """What a text in capitals says as a code: ``find(text) -> Found | None``."""
        self.said = lru_cache(maxsize=_KEPT)(self._said)
        """What it says in plain words."""
        self._spoken = lru_cache(maxsize=_KEPT)(self._find_spoken)
        self._kept: dict[int, tuple[Any, tuple[OrderKind, Form, str]]] = {}

    # --- reading -----------------------------------------------------------------------------------------------------

    def _find(self, text: str) -> Found | None:
        return self._first(self.codes, self._any_code, text)

    def _said(self, text: str) -> Found | None:
        return self._first(self.sayings, self._any_saying, text)

    def _first(self, readers: Sequence[Reader], whole: re.Pattern[str], text: str) -> Found | None:
        """Most of what is tried in guessing has no form at all, and is soon done with."""
        if not whole.fullmatch(text):
            return None
        return next((found for reader in readers if (found := reader.read(text)) is not None), None)

    @cached_property
    def _any_code(self) -> re.Pattern[str]:
        return re.compile("|".join(reader.bare for reader in self.codes))

    @cached_property
    def _any_saying(self) -> re.Pattern[str]:
        return re.compile("|".join(reader.bare for reader in self.sayings) or "(?!)")

    def _saying(self, kind: OrderKind, saying: Saying) -> Reader:
        types: dict[str, ArgumentType[Any]] = {}

        def group(token: re.Match[str]) -> str:
            types[token["field"]] = type_of(token, self._types)
            return f"(?P<{token['field']}>{types[token['field']].pattern})"

        make = partial(_answered, saying.answer, types) if saying.answer else saying.make or kind.make
        return Reader(TOKEN.sub(group, saying.pattern), types, make, saying.fixed, kind)

    def _reader(self, kind: OrderKind, form: Form) -> Reader:
        types: dict[str, ArgumentType[Any]] = {}
        many: set[str] = set()
        optional: set[str] = set()
        pattern, end = "", 0
        for token in TOKEN.finditer(form.text):
            before, end = form.text[end : token.start()], token.end()
            types[token["field"]] = type_of(token, self._types)
            one = f"(?:{types[token['field']].pattern})"
            if token["many"]:
                many.add(token["field"])
                one = f"{one}(?: {one})*"
            if token["optional"]:
                optional.add(token["field"])
                gap = " " if before.endswith(" ") else ""
                blank = f"|{re.escape(self._blank)}" if self._blank else ""
                pattern += f"{re.escape(before[: len(before) - len(gap)])}(?:{gap}(?P<{token['field']}>{one}{blank}))?"
            else:
                pattern += f"{re.escape(before)}(?P<{token['field']}>{one})"
        pattern += re.escape(form.text[end:])
        if self._blank:  # a column that is always blank may be left out, too
            pattern = pattern.replace(f"\\ {re.escape(self._blank)}", f"(?: {re.escape(self._blank)})?")
        if kind.also:
            head = re.escape(_head(form.text))
            pattern = f"(?:{'|'.join([head, *map(re.escape, kind.also)])}){pattern.removeprefix(head)}"
        return Reader(pattern, types, kind.make, form.fixed, kind, frozenset(many), frozenset(optional), self._blank)

    def knows(self, text: str) -> bool:
        """Return True where the text begins with a word with which orders begin."""
        return text.partition(" ")[0] in self._first_words

    @cached_property
    def _first_words(self) -> frozenset[str]:
        also = (word.split(" ")[0] for kind in self.kinds for word in kind.also)
        return frozenset({_head(form.text) for _, form in self.forms}.union(also) - {""})

    # --- writing -----------------------------------------------------------------------------------------------------

    @cached_property
    def _by_type(self) -> dict[Any, list[tuple[OrderKind, Form]]]:
        found: dict[Any, list[tuple[OrderKind, Form]]] = {}
        for kind, form in self.forms:
            found.setdefault(kind.made, []).append((kind, form))
        return found

    @cached_property
    def _defaults(self) -> dict[Any, tuple[tuple[str, Any], ...]]:
        """The fields of each type of orders, with their defaults."""
        return {kind: tuple((one.name, one.default) for one in fields(kind)) for kind in self._by_type if is_dataclass(kind)}

    @cached_property
    def _telling(self) -> dict[Any, str]:
        """For types of orders whose forms all set one field by themselves: the name of that field."""
        common = {kind: [set(form.fixed) for _, form in forms] for kind, forms in self._by_type.items()}
        return {kind: min(names) for kind, sets in common.items() if (names := set.intersection(*sets))}

    @cached_property
    def _by_value(self) -> dict[tuple[Any, Any], list[tuple[OrderKind, Form]]]:
        """The forms of the types in ``_telling``, by what that field has in them."""
        found: dict[tuple[Any, Any], list[tuple[OrderKind, Form]]] = {}
        for kind, name in self._telling.items():
            for one, form in self._by_type[kind]:
                found.setdefault((kind, form.fixed[name]), []).append((one, form))
        return found

    def _may_write(self, order: Any) -> Sequence[tuple[OrderKind, Form]]:
        """The forms that can be this order's, in their order: of hundreds a handful."""
        kind = type(order)
        name = self._telling.get(kind)
        return self._by_type.get(kind, ()) if name is None else self._by_value.get((kind, getattr(order, name)), ())

    @cached_property
    def _of_one_kind(self) -> frozenset[Any]:
        """The types of orders whose forms are all of one kind."""
        return frozenset(one for one, forms in self._by_type.items() if len({id(kind) for kind, _ in forms}) == 1)

    def written(self, order: Any) -> tuple[OrderKind, Form, str]:
        """The kind and form of an order, and its code: the first form that says all of it, else the first that can say it.
        Raises ValueError when none can. Kept with the order, which never changes: each is written several times."""
        kept = self._kept.get(id(order))
        if kept is None:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            kept = self._kept[id(order)] = order, self._first_written(order)
        return kept[1]

    def _first_written(self, order: Any) -> tuple[OrderKind, Form, str]:
        first = None
        for kind, form in self._may_write(order):
            code = self._write(form, order)
            if code is not None:
                if len(kind.forms) == 1 or self._says_all(form, order):
                    return kind, form, code
                first = first or (kind, form, code)
        if first is None:
            raise ValueError(f"no form writes {order!r}")
        return first

    def code_of(self, order: Any) -> str:
        """An order as a code."""
        return self.written(order)[2]

    def kind_of(self, order: Any) -> OrderKind:
        """The kind of an order, by what its forms set by themselves. Raises KeyError when there is none of this type."""
        forms = self._by_type[type(order)]
        if type(order) in self._of_one_kind:
            return forms[0][0]
        return next((kind for kind, form in self._may_write(order) if _fits(form, order)), forms[0][0])

    def name_of(self, order: Any) -> str:
        """By what name an order is counted."""
        kind, form, _ = self.written(order)
        return form.name or kind.name

    def words_of(self, order: Any, scene: Any, told: Told) -> str:
        """An order read back. ``told`` says what the value of a field is called, given what the game knows."""
        kind, form, code = self.written(order)
        words = form.words or kind.words
        if not isinstance(words, str):
            return words(order, scene)
        made: Any = type(order)
        values = {name: getattr(order, name) for name in self._spoken(made, words)} if words else {}
        return words.format_map(dict(pair for name, value in values.items() for pair in told(name, value, scene))) or code

    def _find_spoken(self, kind: Any, words: str) -> tuple[str, ...]:
        """The fields of which these words speak: all where they use a name that ``told`` gives with the value of another."""
        names = tuple(name for name, _ in self._defaults[kind])
        said = {re.split(r"[.\[]", name)[0] for _, name, _, _ in Formatter().parse(words) if name}
        return tuple(name for name in names if name in said) if said.issubset(names) else names

    def _says_all(self, form: Form, order: Any) -> bool:
        """True where every field of the order that has another value than its default stands in the form."""
        said = {*form.fixed, *[name for _, name, *_ in self._parts[form.text][0]]}
        return not [name for name, plain in self._defaults[type(order)] if name not in said and getattr(order, name) != plain]

    def _write(self, form: Form, order: Any) -> str | None:
        if not _fits(form, order):
            return None
        parts, end = self._parts[form.text]
        code = ""
        for literal, name, kind, many, optional in parts:
            value = getattr(order, name)
            code += literal
            if optional and value in (None, (), ""):
                code = f"{code}{self._blank}" if self._blank else code.rstrip()
                continue
            texts = [kind.text(one) for one in value] if many else [kind.text(value)]
            if None in texts:
                return None
            code += " ".join(filter(None, texts))
        code += end
        while self._blank and code.endswith(f" {self._blank}"):
            code = code.removesuffix(f" {self._blank}")
        return code

    def _parted(self, text: str) -> tuple[list[tuple[str, str, ArgumentType[Any], bool, bool]], str]:
        """A form as it is written: what stands before each argument, its field, its type, whether it is many, whether optional;
        and what stands behind the last."""
        literals, tokens = TOKEN.split(text)[:: TOKEN.groups + 1], list(TOKEN.finditer(text))
        parts = [
            (literal, token["field"], type_of(token, self._types), bool(token["many"]), bool(token["optional"]))
            for literal, token in zip(literals, tokens, strict=False)
        ]
        return parts, literals[-1]

    # --- helping -----------------------------------------------------------------------------------------------------

    def example(self, form: Form) -> str:
        """An order in this form."""
        return example(form.text, self._types)

    def collisions(self) -> list[str]:
        """What a table must not have: forms of which some order is another form's too, or is read as another kind's."""
        forms = [(kind, form, self._reader(kind, form)) for kind, form in self.forms]
        told = []
        for kind, form, own in forms:
            for text in islice(examples(form.text, self._types), _MOST_TRIED):
                found = self.find(text)
                if own.read(text) is None or found is None or found.kind is not kind:
                    told.append(f"{text} is not read as {form.shown} of {kind.name}")
                told += [
                    f"{text} is {form.shown} and {other.shown}" for _, other, one in forms if one is not own and one.read(text)
                ]
        return told

    def nearest_form(self, text: str, key: Callable[[Form], str] | None = None) -> Form | None:
        """The form that the text comes nearest to, when any is near; ``key`` says what of a form the text is held against, ""
        for nothing (without it an example, figures aside)."""
        keys = {key(form) if key else _figureless(self.example(form)): form for _, form in self.forms}
        keys.pop("", None)
        found = process.extractOne(text if key else _figureless(text), list(keys), scorer=fuzz.ratio, score_cutoff=_NEAR_FORM)
        return keys[found[0]] if found else None

    def mended(self, text: str) -> Found | None:
        """The order that the text becomes with another first word, near to what was written."""
        head, _, rest = text.partition(" ")
        heads = {_head(form.text) for _, form in self.forms}.union(*(kind.also for kind in self.kinds))
        near = process.extractOne(head, sorted(heads), scorer=fuzz.ratio, score_cutoff=_NEAR_WORD)
        found = self.find(f"{near[0]} {rest}".strip()) if near else None
        return None if found is None or isinstance(found.order, Refusal) else found

    def schema(self) -> dict[str, Any]:
        """JSON Schema of one order as a code: the forms with their help and an example each."""
        forms = [
            {
                "title": f"{form.name or kind.name}: {form.shown}",
                "description": form.help,
                "pattern": f"^{self._reader(kind, form).bare}$",
                "examples": [self.example(form)],
            }
            for kind, form in self.forms
        ]
        return {"type": "string", "anyOf": forms}


def _answered(answer: Refusal, types: Types, /, **values: Any) -> Refusal:
    written = {name: types[name].text(value) for name, value in values.items()}
    return Refusal(*(text.format_map(written) for text in astuple(answer)))


def _fits(form: Form, order: Any) -> bool:
    for name, value in form.fixed.items():  # noqa: SIM110 - of every order and form that may be its: twice as fast as all()
        if getattr(order, name) != value:
            return False
    return True


def _figureless(text: str) -> str:
    return re.sub("[0-9]+", "0", text)


def _head(text: str) -> str:
    return TOKEN.split(text)[0].split(" ")[0]
