"""The fields FEATS and MISC of CoNLL-U: read as mappings, kept to the letter."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TypeVar

_Default = TypeVar("_Default")

_FEATURE = re.compile(r"[^=|\s]+=[^=|\s]+")


class Fields(Mapping[str, str]):
    """What a FEATS or MISC field says, as a mapping that is unpacked when it is first asked.

    `raw` is the field as CoNLL-U has it. An item without a value maps to ""; of items with the
    same name the first counts. Equal to any mapping with the same items; never changes.
    """

    __slots__ = ("_items", "raw")

    raw: str

    def __init__(self, raw: str) -> None:
        self.raw = raw
        self._items: dict[str, str] | None = None

    def unpacked(self) -> dict[str, str]:
        """Return the items; the caller must not change them."""
        if self._items is None:
            items: dict[str, str] = {}
            if self.raw != "_":
                for item in self.raw.split("|"):
                    name, _, value = item.partition("=")
                    items.setdefault(name, value)
            self._items = items
        return self._items

    def __getitem__(self, name: str) -> str:
        return self.unpacked()[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.unpacked())

    def __len__(self) -> int:
        return len(self.unpacked())

    # What follows is in Mapping too, but takes several times as long there.

    def get(self, name: str, default: str | _Default = None) -> str | _Default:  # type: ignore[assignment]
        """Return the value under a name, `default` where there is none."""
        return self.unpacked().get(name, default)

    def __bool__(self) -> bool:
        return self.raw != "_"

    def __contains__(self, name: object) -> bool:
        return self.raw != "_" and name in self.unpacked()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Fields):
            return self.raw == other.raw or self.unpacked() == other.unpacked()
        return self.unpacked() == other

    def __hash__(self) -> int:
        return hash(frozenset(self.unpacked().items()))

    def __repr__(self) -> str:
        return f"Fields({self.raw!r})"


#: An empty field, "_".
NO_FIELDS = Fields("_")


class FieldCache(dict[str, Fields]):
    """Gives the `Fields` of a raw field, one object for all equal ones; bounded.

    Treebanks have some thousand different FEATS, and MISC is mostly empty.
    """

    def __init__(self, *, limit: int = 1 << 15) -> None:
        super().__init__({"_": NO_FIELDS})
        self._limit = limit

    def __missing__(self, raw: str) -> Fields:
        if len(self) >= self._limit:
            self.clear()
            self["_"] = NO_FIELDS
        fields = self[raw] = self.checked(raw)
        return fields

    def checked(self, raw: str) -> Fields:
        """Return the fields of `raw`; a place for checks, made once for equal fields."""
        return Fields(raw)


class FeatureCache(FieldCache):
    """A `FieldCache` for FEATS: ValueError for what is not Name=Value|Name=Value."""

    def checked(self, raw: str) -> Fields:
        """Return the features; raises ValueError, which says what is wrong."""
        if problem := feature_fault(raw):
            raise ValueError(problem)
        return Fields(raw)


def feature_fault(raw: str) -> str | None:
    """Return what is wrong with a FEATS field, None if nothing is."""
    if raw == "_":
        return None
    seen = set()
    for item in raw.split("|"):
        if not _FEATURE.fullmatch(item):
            return f"FEATS has {item!r}, which is not Name=Value"
        name = item.partition("=")[0]
        if name in seen:
            return f"FEATS has {name} twice"
        seen.add(name)
    return None


def pack(items: Mapping[str, str], *, ordered: bool = False) -> str:
    """Return a mapping as a field of CoNLL-U, `Fields` to the letter.

    `ordered` sorts by name without regard to case, as the guidelines ask of FEATS.
    """
    if isinstance(items, Fields):
        return items.raw
    if not items:
        return "_"
    names: Iterable[str] = sorted(items, key=str.lower) if ordered else items
    return "|".join(f"{name}={items[name]}" if items[name] else name for name in names)
