"""Deck files no author would write: pieces of real ones, cut, spliced, flipped and filled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random

from recall.paths import bundled_decks

CORPUS = Path(__file__).parents[1] / "markdown" / "corpus"
MARK = "31337"
"""Stands in the parameters of hostile sequences, so that they are told from the program's own."""

_PIECE = 4_000
_WHOLE = 0.02  # of the files come from whole decks, which take longer
_TOKENS = (
    "Q: ", "A: ", "A= ", "T: ", "D: ", "C: ", "O: ", "R: ", "N: ", "H: ", "- [x] ", "- [ ] ",
    "  - ", "- ", "- ? ", "- ! ", "1. ", "{{", "}}", "{{a::", "::", "|", "{#id}", '{from="', "}",
    "{", "```", "~~~", "`", "$", "$$", "\\frac{", "**", "__", "![x](", "](", "[", "]", ")", "<!--",
    "-->", "<b>", "&amp;", "&#27;", "&#x202e;", "---", "***", "# ", "## ", "> ",
    "| a | b |\n|---|---|\n", "\t", "\n", "\n\n", "    ", "title: ", "tags: [", "after: ", "---\n",
    "\\", " ± ", "%", "«", "é", "日本", "🏴", "\u0301", "\u200d", "ﷺ",
)  # fmt: skip
_CONTROLS = (
    "\x1b[2J", f"\x1b[{MARK}m", f"\x1b]52;c;{MARK}\x07", f"\x1b]0;{MARK}\x07", f"\x1bP{MARK}\x1b\\",
    f"\x1b_{MARK}\x1b\\", "\x1bc", "\x1b[6n", f"\x9b{MARK}m", f"\x9d52;c;{MARK}\x9c", "\x07",
    "\x08", "\x0e", "\x7f", "\r", "\x0b", "\x0c", "\x85", "\u2028", "\u202e", "\u2066",
    "\u200b", "\ufeff", "\U000e0041", "\x01", "[@click=app.quit]", "[/b]", "=HYPERLINK(1)",
)  # fmt: skip
_BYTES = (
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xf4\x90\x80\x80",
    b"\x00",
    b"\xef\xbb\xbf",
    b"\xff\xfe",
)
_BOMBS = (
    "---\na: &a [x,x,x,x,x,x,x,x,x]\n" + "".join(
        f"{name}: &{name} [{','.join(['*' + before] * 9)}]\n"
        for before, name in zip("abcdefgh", "bcdefghi", strict=True)
    ) + "tags: *i\n---\n",
    "---\ntitle: !!python/object/apply:os.system ['true']\n---\n",
    "---\n" + "a: " * 2_000 + "\n---\n",
    "---\ntags: " + "[" * 5_000 + "\n---\n",
    "---\ntitle: a\ntitle: b\n? [x]\n: y\n---\n",
    "---\n" + "".join(
        f'{key}: "\\x1b[31337m\\u202e\\x9b\\r\\0"\n'
        for key in ("title", "code", "source", '"\\a"')
    ) + 'tags: ["\\x07", "\\ufeff"]\n---\n',
    "---\n" + "".join(f"key{number}: {number}\n" for number in range(500)) + "---\n",
)  # fmt: skip


def sources() -> tuple[bytes, ...]:
    """Return the decks that files are made from: the bundled ones and those full of mistakes.

    The bundled ones hold most cards, so they are there more than once.
    """
    paths = [*sorted(bundled_decks().rglob("*.md")) * 8, *sorted(CORPUS.glob("*.md"))]
    return tuple(path.read_bytes() for path in paths)


def make(chance: Random, known: Sequence[bytes]) -> bytes:
    """Return the bytes of one file."""
    data = _begin(chance, known)
    for _ in range(chance.choice((1, 1, 2, 3, 6))):
        data = chance.choice(_CHANGES)(data, chance, known)
    return data


def _begin(chance: Random, known: Sequence[bytes]) -> bytes:
    kind = chance.random()
    if kind < 0.15:
        count = chance.choice((3, 30, 300))
        return "".join(chance.choice(_TOKENS) for _ in range(count)).encode()
    data = chance.choice(known)
    if kind > 1 - _WHOLE or len(data) <= _PIECE:
        return data
    start = chance.randrange(len(data) - _PIECE)
    # Cut within a character, a piece would not be read at all.
    return data[start : start + chance.randrange(1, _PIECE)].decode(errors="ignore").encode()


def _flip(data: bytes, chance: Random, known: Sequence[bytes]) -> bytes:
    """Flip bits; mostly within ASCII, since a file that is not UTF-8 is not read any further."""
    changed = bytearray(data)
    anywhere = chance.random() < 0.1
    for _ in range(min(chance.choice((1, 5, 50)), len(changed))):
        place = chance.randrange(len(changed))
        if anywhere or changed[place] < 0x80:
            changed[place] ^= 1 << chance.randrange(8 if anywhere else 7)
            changed[place] |= 0 if anywhere or changed[place] else 0x20
    return bytes(changed)


def _splice(data: bytes, chance: Random, known: Sequence[bytes]) -> bytes:
    other = chance.choice(known)
    start = chance.randrange(len(other) + 1)
    return _insert(data, chance, other[start : start + chance.randrange(800)])


def _truncate(data: bytes, chance: Random, known: Sequence[bytes]) -> bytes:
    return data[: chance.randrange(len(data) + 1)]


def _cut_out(data: bytes, chance: Random, known: Sequence[bytes]) -> bytes:
    start = chance.randrange(len(data) + 1)
    return data[:start] + data[start + chance.randrange(200) :]


def _repeat(data: bytes, chance: Random, known: Sequence[bytes]) -> bytes:
    start = chance.randrange(len(data) + 1)
    piece = data[start : start + chance.randrange(1, 60)]
    return _insert(data, chance, piece * chance.choice((2, 20, 200)))


def _nest(data: bytes, chance: Random, known: Sequence[bytes]) -> bytes:
    sign = chance.choice(
        ("> ", "- ", "1. ", "[", "{{", "**", "(", "`", "$\\frac{", "  - ", "{", "![")
    )
    return _insert(data, chance, b"\n" + (sign * chance.choice((10, 100, 2_000))).encode() + b"x\n")


def _long_line(data: bytes, chance: Random, known: Sequence[bytes]) -> bytes:
    piece = chance.choice(("word ", "x", "日本", "e\u0301", "| ", "a\u200d", "**a** ", "$x$ "))
    return _insert(data, chance, (piece * chance.choice((500, 5_000, 20_000))).encode())


def _tokens(data: bytes, chance: Random, known: Sequence[bytes]) -> bytes:
    for _ in range(chance.choice((1, 4, 20))):
        data = _insert(data, chance, chance.choice(_TOKENS).encode())
    return data


def _controls(data: bytes, chance: Random, known: Sequence[bytes]) -> bytes:
    for _ in range(chance.choice((1, 4, 20))):
        data = _insert(data, chance, chance.choice(_CONTROLS).encode())
    return data


def _broken(data: bytes, chance: Random, known: Sequence[bytes]) -> bytes:
    return _insert(data, chance, chance.choice(_BYTES))


def _newlines(data: bytes, chance: Random, known: Sequence[bytes]) -> bytes:
    return data.replace(b"\n", chance.choice((b"\r\n", b"\r", b"\n\n", b" \n", b"\n\t", b"")))


def _bomb(data: bytes, chance: Random, known: Sequence[bytes]) -> bytes:
    return chance.choice(_BOMBS).encode() + data


def _insert(data: bytes, chance: Random, piece: bytes) -> bytes:
    place = chance.randrange(len(data) + 1)
    return data[:place] + piece + data[place:]


_Change = Callable[[bytes, Random, Sequence[bytes]], bytes]
_CHANGES: tuple[_Change, ...] = (
    _flip,
    _flip,
    _splice,
    _splice,
    _truncate,
    _cut_out,
    _repeat,
    _nest,
    _long_line,
    _tokens,
    _tokens,
    _controls,
    _controls,
    _broken,
    _newlines,
    _bomb,
)
