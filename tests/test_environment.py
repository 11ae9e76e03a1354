"""Where installed packages are looked for."""

from __future__ import annotations

import sysconfig
from pathlib import Path

import pytest

from stategraph_lint.environment import folders, reader


def site(home: Path) -> Path:
    made = home / "lib" / "python3.11" / "site-packages"
    made.mkdir(parents=True)
    return made


def test_named_folders_come_alone(tmp_path: Path) -> None:
    site(tmp_path / ".venv")
    assert folders(tmp_path, ("one", "two")) == (tmp_path / "one", tmp_path / "two")


def test_environment_in_the_root_comes_before_the_active_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    active = site(tmp_path / "active")
    monkeypatch.setenv("VIRTUAL_ENV", str(tmp_path / "active"))
    assert folders(tmp_path, ()) == (active,)
    own = site(tmp_path / "venv")
    assert folders(tmp_path, ()) == (own,)


def test_running_python_comes_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("VIRTUAL_ENV", raising=False)
    assert folders(tmp_path, ()) == (Path(sysconfig.get_path("purelib")),)


def test_reader_gives_the_first_file(tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    (tmp_path / "two" / "f.py").write_bytes(b"x = 1")
    read = reader(tmp_path, ("one", "two"), 10)
    assert read("f.py") == b"x = 1"
    assert read("g.py") is None
    assert reader(tmp_path, ("two",), 3)("f.py") is None
