"""Writes frozen dataclasses as plain values for JSON, with the name and version of the class, and reads them.

    CODEC.write(CardPlayed(Seat.NORTH, card))  ->  {"type": "CardPlayed", "v": 1, "seat": "N", "card": "KS"}

Reading is strict: it refuses unknown types and versions, missing and additional fields, and values of another kind.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import MISSING, dataclass, fields, is_dataclass
from enum import Enum, unique
from types import NoneType, UnionType
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar, Union, get_args, get_origin, get_type_hints

from ecarte.game import PACK, Card, EcarteError, Event, Rules

T = TypeVar("T")
Plain: TypeAlias = dict[str, Any]
Step: TypeAlias = Callable[[Plain], Plain]

ADDED: Final[Mapping[str, bool]] = {"added": True}
"""Metadata for a field that was added to a stored class later: `field(default=…, metadata=ADDED)`.

The codec does not write such a field while it has its default, so older values keep their form.
"""


@unique
class Unreadable(Enum):
    """The reason why stored data cannot be read."""

    TYPE = "unknown type"
    VERSION = "unknown version"
    FIELDS = "fields missing, or too many"
    VALUE = "a value of another kind"


class SerializeError(EcarteError, ValueError):
    """Stored data cannot be read. `.path` names the place, `.kind` the reason. The error never contains the value,
    which may be a card.
    """

    def __init__(self, path: str, kind: Unreadable) -> None:
        super().__init__(path, kind)
        self.path = path
        self.kind = kind

    def below(self, name: str) -> SerializeError:
        """Returns an error with a longer path: `name`, a field or a type, comes in front."""
        separator = "." if self.path and not self.path.startswith("[") else ""
        return SerializeError(f"{name}{separator}{self.path}", self.kind)

    def __str__(self) -> str:
        return f"{self.path}: {self.kind.value}"


_TAG: Final = ("type", "v")


class _Kind(NamedTuple):
    """The functions that write and read the values of a type."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


@dataclass(slots=True)
class _Tag:
    """A registered class, and how its values are stored.

    Attributes:
        name: the name that is stored with a value.
        kind: the functions that write and read its values.
        steps: for each older version, the function that turns its fields into those of the next version.
        version: the version that is written, one more than the number of `steps`.
    """

    name: str
    kind: _Kind
    steps: dict[int, Step]
    version: int = 1


class Codec:
    """Writes values of registered classes as plain data, and reads them again.

    A field holds an integer, a string, a bool, an enum (stored by value), a tuple or frozenset of these, another
    dataclass, or None. A value carries the name and version of its class if it is written alone, or if the type of its
    field is a union of registered classes. A field with a default may be missing, because it did not exist when the
    value was written.
    """

    def __init__(self, base: Codec | None = None) -> None:
        """Makes a codec.

        Args:
            base: a codec whose registered classes and scalars (`scalar`) the new one takes over.
        """
        self._kinds: dict[object, _Kind] = dict(base._kinds) if base else {}
        self._by_name: dict[str, _Tag] = dict(base._by_name) if base else {}
        self._by_class: dict[type, _Tag] = dict(base._by_class) if base else {}

    def scalar(self, kind: object, write: Callable[[Any], Any], read: Callable[[Any], Any]) -> None:
        """Sets how values of a type are written and read, in place of the usual form.

        Args:
            kind: the type.
            write: turns a value into plain data.
            read: turns plain data into a value. If it raises a KeyError, TypeError or ValueError, that becomes a
                `SerializeError`.
        """
        self._kinds[kind] = _Kind(write, _refusing(read))

    def register(self, name: str, *, stored: tuple[Step, Step] | None = None) -> Callable[[type[T]], type[T]]:
        """Returns a decorator that registers a class under a name, which is stored with its values. The name stays the
        same if the class is renamed.

        Args:
            name: the name.
            stored: a pair of functions, if the stored form differs from the fields. The first turns the fields into the
                stored form, the second turns the stored form into the fields.
        """

        def register(cls: type[T]) -> type[T]:
            if name in self._by_name:
                raise ValueError(f"{name} is registered twice")
            kind = self._fields(cls, tagged=True)
            if stored is not None:
                to_form, to_fields = stored
                of_fields, read = kind, _refusing(to_fields)
                kind = _Kind(
                    lambda value: to_form(of_fields.write(value)), lambda data: of_fields.read(read(_untagged(data)))
                )
            self._by_name[name] = self._by_class[cls] = _Tag(name, kind, {})
            return cls

        return register

    def upgrade(self, name: str, version: int) -> Callable[[Step], Step]:
        """Returns a decorator for the function that turns the fields of one version of a class into those of the next.

        Once a function is decorated, values are written in the next version.

        Args:
            name: the name of the class.
            version: the version that is current now.

        Raises:
            ValueError: `version` is not the current version.
        """
        tag = self._by_name[name]
        if version != tag.version:
            raise ValueError(f"{name} is at version {tag.version}")

        def register(step: Step) -> Step:
            tag.steps[version] = step
            tag.version += 1
            return step

        return register

    def write(self, value: object) -> Plain:
        """Returns a value as plain data: the name of its class, the version, and its fields.

        Raises:
            SerializeError: the class is not registered.
        """
        tag = self._by_class.get(type(value))
        if tag is None:
            raise SerializeError(type(value).__name__, Unreadable.TYPE)
        return {"type": tag.name, "v": tag.version, **tag.kind.write(value)}

    def read(self, data: object) -> Any:
        """Returns the value that `write` wrote, in the current version or an older one.

        Raises:
            SerializeError: the data have another form.
        """
        if not isinstance(data, dict):
            raise SerializeError("", Unreadable.VALUE)
        return self.read_as(data.get("type"), data.get("v"), data)

    def read_as(self, name: object, version: object, data: Mapping[str, Any]) -> Any:
        """Returns the value that `write` wrote, from fields whose class name and version are stored elsewhere.

        Args:
            name: the name under which the class is registered.
            version: the version in which the value was written.
            data: the fields.

        Raises:
            SerializeError: the data have another form.
        """
        tag = self._by_name.get(name) if type(name) is str else None
        if tag is None:
            raise SerializeError("type", Unreadable.TYPE)
        if type(version) is not int or (version != tag.version and version not in tag.steps):
            raise SerializeError(f"{tag.name}.v", Unreadable.VERSION)
        try:
            if version == tag.version:
                return tag.kind.read(data)
            older = _untagged(data)
            while version != tag.version:
                older = tag.steps[version](older)
                version += 1
            return tag.kind.read(older)
        except SerializeError as problem:
            raise problem.below(tag.name) from None

    def write_fields(self, value: object) -> Plain:
        """Returns a dataclass as plain data, without the name and version of its class."""
        written: Plain = self._kind(type(value)).write(value)
        return written

    def read_fields(self, cls: type[T], data: object) -> T:
        """Returns the value of this class that `write_fields` wrote.

        Raises:
            SerializeError: the data have another form.
        """
        value: T = self._kind(cls).read(data)
        return value

    def _kind(self, hint: Any) -> _Kind:
        """Returns the functions that write and read a type. Caches them."""
        kind = self._kinds.get(hint)
        if kind is None:
            kind = self._kinds[hint] = self._compiled(hint)
        return kind

    def _compiled(self, hint: Any) -> _Kind:
        origin, inner = get_origin(hint), get_args(hint)
        if origin is UnionType or origin is Union:
            members = [member for member in inner if member is not NoneType]
            kind = self._kind(members[0]) if len(members) == 1 else _Kind(self.write, self.read)
            return kind if len(members) == len(inner) else _optional(kind)
        if origin is tuple:
            return _tuple([self._kind(member) for member in inner if member is not ...], many=inner[1:] == (...,))
        if origin is frozenset:
            return _frozenset(self._kind(inner[0]))
        if hint in (int, bool, str):
            return _Kind(hint, _exactly(hint))
        if isinstance(hint, type) and issubclass(hint, Enum):
            return _enum(hint)
        return self._fields(hint)

    def _fields(self, cls: Any, *, tagged: bool = False) -> _Kind:
        make: Callable[..., object] = cls
        if not is_dataclass(cls):
            raise SerializeError(getattr(cls, "__name__", str(cls)), Unreadable.TYPE)
        hints = get_type_hints(cls)
        kinds = [(field.name, *self._kind(hints[field.name])) for field in fields(cls)]
        # The tag stays in the data: copying the data without it would take a good part of the time for reading a log.
        names = {name for name, _, _ in kinds}.union(_TAG if tagged else ())
        needed = {field.name for field in fields(cls) if field.default is MISSING and field.default_factory is MISSING}

        defaults = {field.name: field.default for field in fields(cls) if field.metadata.get("added")}

        def write(value: object) -> Plain:
            written = {name: write_field(getattr(value, name)) for name, write_field, _ in kinds}
            for name, default in defaults.items():
                if getattr(value, name) == default:
                    del written[name]
            return written

        def read(data: object) -> object:
            if not isinstance(data, dict):
                raise SerializeError("", Unreadable.VALUE)
            if data.keys() != names and not needed <= data.keys() <= names:
                raise SerializeError("", Unreadable.FIELDS)
            values = {}
            try:
                for name, _, read_field in kinds:
                    if name in data:
                        values[name] = read_field(data[name])
            except SerializeError as problem:
                raise problem.below(name) from None
            try:
                return make(**values)
            except (ValueError, EcarteError):
                raise SerializeError("", Unreadable.VALUE) from None

        return _Kind(write, read)


def _untagged(data: Mapping[str, Any]) -> Plain:
    return {name: value for name, value in data.items() if name not in _TAG}


def _refusing(read: Callable[[Any], T]) -> Callable[[Any], T]:
    """Returns a function that calls `read`, and raises `SerializeError` in place of a KeyError, TypeError or
    ValueError.
    """

    def refusing(plain: Any) -> T:
        try:
            return read(plain)
        except SerializeError:
            raise
        except (KeyError, TypeError, ValueError):
            raise SerializeError("", Unreadable.VALUE) from None

    return refusing


def _exactly(kind: type[T]) -> Callable[[object], T]:
    def read(plain: object) -> T:
        if type(plain) is not kind:
            raise SerializeError("", Unreadable.VALUE)
        return plain

    return read


def _optional(kind: _Kind) -> _Kind:
    return _Kind(
        lambda value: None if value is None else kind.write(value),
        lambda plain: None if plain is None else kind.read(plain),
    )


def _enum(kind: type[Enum]) -> _Kind:
    # The type of the value is part of the key: True is not 1 here, nor is 1.0. `Enum.__call__` would be far slower.
    members = {(type(member.value), member.value): member for member in kind}

    def read(plain: object) -> Enum:
        try:
            return members.get((type(plain), plain)) or _late(kind, plain)
        except (ValueError, TypeError):
            raise SerializeError("", Unreadable.VALUE) from None

    return _Kind(lambda member: member.value, read)


def _late(kind: type[Enum], plain: object) -> Enum:
    """Returns a member that was added to the enum after the look-up table was made."""
    member = kind(plain)
    if type(member.value) is not type(plain):
        raise ValueError(plain)
    return member


def _tuple(kinds: list[_Kind], *, many: bool) -> _Kind:
    def pair(values: Any) -> Iterable[tuple[_Kind, Any]]:
        return zip(kinds * len(values) if many else kinds, values, strict=True)

    def read(plain: object) -> tuple[object, ...]:
        if not isinstance(plain, list) or not (many or len(plain) == len(kinds)):
            raise SerializeError("", Unreadable.VALUE)
        try:
            return tuple([kind.read(value) for kind, value in pair(plain)])
        except SerializeError:
            # Read again, to find the place of the error.
            return tuple([_at(place, kind, value) for place, (kind, value) in enumerate(pair(plain))])

    return _Kind(lambda values: [kind.write(value) for kind, value in pair(values)], read)


def _frozenset(kind: _Kind) -> _Kind:
    def read(plain: object) -> frozenset[object]:
        if not isinstance(plain, list):
            raise SerializeError("", Unreadable.VALUE)
        values = frozenset([_at(place, kind, value) for place, value in enumerate(plain)])
        if len(values) != len(plain):
            raise SerializeError("", Unreadable.VALUE)
        return values

    # Sorted, so that equal values are written in the same way.
    return _Kind(lambda values: sorted(map(kind.write, values), key=str), read)


def _at(place: int, kind: _Kind, plain: object) -> object:
    try:
        return kind.read(plain)
    except SerializeError as problem:
        raise problem.below(f"[{place}]") from None


_text: Final = _exactly(str)
_CARDS: Final = {card.text: card for card in PACK}


def _card(plain: object) -> Card:
    """Returns a card from its stored form. Unlike `Card.parse` it accepts no other form."""
    try:
        return _CARDS[_text(plain)]
    except KeyError:
        raise SerializeError("", Unreadable.VALUE) from None


CODEC: Final = Codec()
"""Writes and reads the events of a game. Each class of `Event` is registered under its own name."""

CODEC.scalar(Card, str, _card)
CODEC.scalar(
    tuple[Card, ...], lambda cards: " ".join(map(str, cards)), lambda plain: tuple(map(_card, _text(plain).split()))
)
CODEC.scalar(Rules, Rules.to_dict, lambda plain: Rules.from_dict(plain))
for _event in get_args(Event):
    CODEC.register(_event.__name__)(_event)
