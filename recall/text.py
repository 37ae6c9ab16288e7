"""The border for outside text: what is made visible, what counts as equal, how wide it is.

``clean`` runs once, where text enters (deck files, file names, typed answers, imported rows), so
that no control sequence, bidi override or invisible character reaches a terminal. It is idempotent.
"""

from __future__ import annotations

import re
import unicodedata

# Invisible characters that real scripts and emoji need stay: ZWNJ and ZWJ (Persian, Hindi,
# emoji families), the soft hyphen, and variation selectors (which are not format characters).
_KEPT_INVISIBLE = frozenset("\u200c\u200d\u00ad")
_EMOJI_TAG_SEQUENCE = re.compile("\U0001f3f4[\U000e0020-\U000e007e]+\U000e007f")
_NEWLINES = re.compile("\r\n|[\r\u0085\u2028\u2029]")
_WHITE = re.compile(r"\s+")


def _suspicious_characters() -> dict[int, str]:
    table: dict[int, str] = {}
    for code in range(0x20):
        if chr(code) not in "\t\n":
            table[code] = chr(0x2400 + code)
    table[0x7F] = "\u2421"
    for code in range(0x80, 0xA0):
        table[code] = f"\\x{code:02x}"
    ranges = [(0xAD, 0xAE), (0x600, 0x900), (0x180E, 0x180F), (0x2000, 0x2070), (0xFEFF, 0x10000)]
    ranges += [(0x110BD, 0x110CE), (0x13430, 0x13440), (0x1BCA0, 0x1BCA4), (0x1D173, 0x1D17B)]
    ranges += [(0xE0000, 0xE0080)]
    for low, high in ranges:
        for code in range(low, high):
            character = chr(code)
            if unicodedata.category(character) == "Cf" and character not in _KEPT_INVISIBLE:
                table[code] = f"\u27e8U+{code:04X}\u27e9"
    # Arabic number signs and the like are format characters that are drawn; they are no danger.
    for code in (*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2):
        table.pop(code, None)
    for code in range(0xD800, 0xE000):
        table[code] = f"\u27e8U+{code:04X}\u27e9"
    return table


_TABLE = _suspicious_characters()
_SUSPICIOUS = re.compile("[" + re.escape("".join(map(chr, sorted(_TABLE)))) + "]")


def clean(text: str) -> str:
    r"""Return ``text`` safe to show: newlines unified, control and invisible characters visible.

    C0 controls but tab and newline become control pictures, C1 controls ``\x9b``, bidi overrides,
    isolates, other invisible characters and lone surrogates ``⟨U+202E⟩``. Flags of regions written
    with tag characters stay whole.
    """
    if not _NEWLINES.search(text) and not _SUSPICIOUS.search(text):
        return text
    text = _NEWLINES.sub("\n", text)
    pieces: list[str] = []
    position = 0
    for flag in _EMOJI_TAG_SEQUENCE.finditer(text):
        pieces += [text[position : flag.start()].translate(_TABLE), flag.group()]
        position = flag.end()
    pieces.append(text[position:].translate(_TABLE))
    return "".join(pieces)


def clean_line(text: str) -> str:
    """Return ``text`` cleaned and on one line: every run of white space is one space."""
    return _WHITE.sub(" ", clean(text)).strip()


def normalise(text: str) -> str:
    """Return the form in which two texts are the same content: NFC, white space collapsed."""
    return _WHITE.sub(" ", unicodedata.normalize("NFC", text)).strip()


def fold(text: str) -> str:
    """Return the form used to search: compatibility form, case and accents folded."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    bare = "".join(character for character in decomposed if not unicodedata.combining(character))
    return _WHITE.sub(" ", unicodedata.normalize("NFKC", bare)).strip()


def width(text: str) -> int:
    """Return how many terminal columns one line of text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len  # loaded only for text that is not ASCII; it is slow to import

    return cell_len(text)


def shorten(text: str, columns: int) -> str:
    """Return one line of text cut to ``columns`` terminal columns, with ``…`` when cut."""
    line = clean_line(text)
    if width(line) <= columns:
        return line
    from rich.cells import set_cell_size

    return set_cell_size(line, max(columns - 1, 0)).rstrip() + "…"


def percent(share: float) -> str:
    """Return a share as people write it: ``88 %``."""
    return f"{share:.0%}".replace("%", " %")
