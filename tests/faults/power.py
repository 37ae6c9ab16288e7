"""Power cuts: the disk as it could be found after each change, unsynced writes missing or torn.

What was synced is there. Of what was written since, nothing may be there, all of it, or any part of
it, torn within a write at sectors of 512 bytes. A file that was made may be missing until it was
synced, and one that was deleted may be back unless its folder was synced after it.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from tests.faults.scenes import Scene, wrong_after
from tests.faults.shim import Operation
from tests.faults.sweep import Row, trace

SECTOR = 512
VARIANTS = ("nothing unsynced", "everything", "a part", "another part")


@dataclass
class _File:
    durable: bytes | None
    """What the disk holds for sure, None where there is no file."""
    pending: list[Operation] = field(default_factory=list)


def cut_power(scene: Scene, base: Path, step: int = 1, seed: int = 1) -> Row:
    """Rebuild the disk as it could be after every ``step``-th change, and open it."""
    operations = trace(scene, base)
    row = Row(scene.name, "power cut", sum(one.kind != "acknowledged" for one in operations))
    home = str(base.parent / "run")
    for number, (files, acknowledged) in enumerate(_moments(operations, base, home)):
        if number % step:
            continue
        for variant in VARIANTS:
            random = Random(f"{seed} {number} {variant}")
            folder = base.parent / "run"
            shutil.copytree(base, folder)
            for path, file in files.items():
                _write(Path(path), _found(file, variant, random))
            row.points += 1
            row.acknowledged += acknowledged
            wrong = wrong_after(scene, folder, max(acknowledged, scene.before))
            row.wrong += [f"{number} ({variant}): {sentence}" for sentence in wrong]
            shutil.rmtree(folder)
    return row


def _moments(
    operations: list[Operation], base: Path, home: str
) -> Iterator[tuple[dict[str, _File], int]]:
    files: dict[str, _File] = {}
    acknowledged = 0
    for operation in operations:
        if operation.kind == "acknowledged":
            acknowledged = max(acknowledged, int(operation.path))
            continue
        path = operation.path
        if path not in files:
            before = base / Path(path).relative_to(home)
            files[path] = _File(before.read_bytes() if before.is_file() else None)
        file = files[path]
        if operation.kind == "sync":
            file.durable, file.pending = _applied(file.durable, file.pending), []
        elif operation.kind == "delete" and operation.place:
            file.durable, file.pending = None, []
        else:
            file.pending.append(operation)
        yield files, acknowledged


def _found(file: _File, variant: str, random: Random) -> bytes | None:
    if variant == "nothing unsynced":
        return file.durable
    if variant == "everything":
        return _applied(file.durable, file.pending)
    return _applied(file.durable, _torn(file.pending, random))


def _torn(pending: list[Operation], random: Random) -> list[Operation]:
    """Return some of the operations, and of some writes only some of their sectors."""
    kept = []
    for operation in pending:
        chance = random.random()
        if chance < 0.4:
            kept.append(operation)
        elif operation.kind == "write" and chance < 0.7:
            kept += [
                Operation(
                    "write",
                    operation.path,
                    operation.place + start,
                    operation.content[start : start + SECTOR],
                )
                for start in range(0, len(operation.content), SECTOR)
                if random.random() < 0.5
            ]
    return kept


def _applied(before: bytes | None, operations: list[Operation]) -> bytes | None:
    content = None if before is None else bytearray(before)
    for operation in operations:
        if operation.kind == "delete":
            content = None
            continue
        content = bytearray() if content is None else content
        if operation.kind == "truncate":
            del content[operation.place :]
            content.extend(bytes(operation.place - len(content)))
        elif operation.kind == "write":
            content.extend(bytes(max(operation.place - len(content), 0)))
            content[operation.place : operation.place + len(operation.content)] = operation.content
    return None if content is None else bytes(content)


def _write(path: Path, content: bytes | None) -> None:
    if content is None:
        path.unlink(missing_ok=True)
    elif path.parent.is_dir():
        path.write_bytes(content)
