"""The file of an image, and none outside its library."""

from __future__ import annotations

from pathlib import Path

import pytest

from recall.markdown.build import document
from recall.markdown.document import Paragraph
from recall.markdown.media import image_path


@pytest.fixture
def library(tmp_path: Path) -> Path:
    root = tmp_path / "decks"
    (root / "net").mkdir(parents=True)
    for place in ("decks/net/my pic.png", "decks/top.png", "secret.png", "decks-evil.png"):
        (tmp_path / place).touch()
    (root / "net" / "out.png").symlink_to(tmp_path / "secret.png")
    (root / "net" / "loop.png").symlink_to(root / "net" / "loop.png")
    return root


@pytest.mark.parametrize(
    ("source", "place"),
    [
        pytest.param("![x](my%20pic.png)", "net/my pic.png", id="P48-percent"),
        pytest.param("![x](<my pic.png>)", "net/my pic.png", id="P48-space"),
        pytest.param("![x](../top.png)", "top.png", id="P48-inside"),
        pytest.param("![x](../../secret.png)", None, id="P48-outside"),
        pytest.param("![x](../../decks-evil.png)", None, id="P48-same-beginning"),
        pytest.param("![x](..%2f..%2fsecret.png)", None, id="P48-outside-percent"),
        pytest.param("![x](out.png)", None, id="P48-link-outside"),
        pytest.param("![x](loop.png)", None, id="loop"),
        pytest.param("![x](/etc/passwd)", None, id="absolute"),
        pytest.param("![x](https://x.org/a.png)", None, id="remote"),
        pytest.param("![x](file:top.png)", None, id="scheme"),
        pytest.param("![x](missing.png)", None, id="missing"),
        pytest.param("![x](..)", None, id="folder"),
        pytest.param("![x]()", None, id="empty"),
        pytest.param(f"![x]({'a' * 5000})", None, id="too-long"),
        pytest.param("![x](a%00b)", None, id="nul"),
    ],
)
def test_an_image_is_found_inside_its_library_only(
    library: Path, source: str, place: str | None
) -> None:
    (block,) = document(source).blocks
    assert isinstance(block, Paragraph)
    target = block.content[0].target or ""
    found = image_path(target, library / "net" / "tcp.md", library)
    assert found == (None if place is None else library.resolve() / place)
