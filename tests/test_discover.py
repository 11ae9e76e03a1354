from __future__ import annotations

import os
import subprocess
from collections.abc import Iterable
from pathlib import Path

import pytest

from stategraph_lint import discover, options

DEFAULT = options.DEFAULT_EXCLUDE


def make(root: Path, *names: str, text: str = "") -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def shown(root: Path, paths: Iterable[Path]) -> list[str]:
    return [path.relative_to(root).as_posix() for path in paths]


def walked(root: Path, *exclude: str, top: Path | None = None) -> list[str]:
    return shown(root, discover.walk(root, (*DEFAULT, *exclude), top=top))


def test_walk_gives_python_files_sorted(tmp_path: Path) -> None:
    make(tmp_path, "b.py", "a/z.py", "a/b.txt", "a.py", "c.pyi", "d.PY")
    assert walked(tmp_path) == ["a.py", "a/z.py", "b.py"]


@pytest.mark.parametrize("folder", [".git", ".venv", "venv", "node_modules", "__pycache__", "build", "dist", ".tox"])
def test_walk_leaves_out_what_tools_make(tmp_path: Path, folder: str) -> None:
    make(tmp_path, f"{folder}/a.py", f"src/{folder}/a.py", "src/a.py")
    assert walked(tmp_path) == ["src/a.py"]


def test_walk_leaves_out_virtual_environments_of_any_name(tmp_path: Path) -> None:
    make(tmp_path, "my_env/pyvenv.cfg", "my_env/lib/a.py", "a.py")
    assert walked(tmp_path) == ["a.py"]
    assert walked(tmp_path, top=tmp_path / "my_env") == ["my_env/lib/a.py"]


def test_exclude_patterns_are_relative_to_the_root(tmp_path: Path) -> None:
    make(tmp_path, "src/gen/a.py", "src/b.py", "gen/c.py", "src/deep/x_pb2.py")
    assert walked(tmp_path, "/gen", "*_pb2.py") == ["src/b.py", "src/gen/a.py"]
    assert walked(tmp_path, "src/*/") == ["gen/c.py", "src/b.py"]


def test_named_folder_is_walked_though_it_is_left_out(tmp_path: Path) -> None:
    make(tmp_path, "dist/a.py", "dist/dist/b.py", "gen/c.py", "ignored/d.py", "ignored/e_pb2.py")
    make(tmp_path, ".gitignore", text="ignored/\n")
    assert walked(tmp_path, top=tmp_path / "dist") == ["dist/a.py"]
    assert walked(tmp_path, "/gen/**", top=tmp_path / "gen") == ["gen/c.py"]
    assert walked(tmp_path, top=tmp_path / "ignored") == ["ignored/d.py", "ignored/e_pb2.py"]


GITIGNORES = [
    {".gitignore": "*.py\n!keep.py\n"},
    {".gitignore": "/a.py\nsub/\n"},
    {".gitignore": "sub/*\n!sub/keep.py\n"},
    {".gitignore": "sub/**\n!sub/keep.py\n"},
    {".gitignore": "sub\n!sub/\n"},
    {".gitignore": "a.py\n", "sub/.gitignore": "!a.py\nkeep.py\n"},
    {".gitignore": "**/deep/\n# comment\n\n\\!odd.py\n!\n"},
    {".gitignore": "/*\n!/sub/\n/sub/*\n!/sub/deep\n"},
    {"sub/.gitignore": "/a.py\ndeep\n"},
    {".gitignore": "[ab].py\nsub/d??p\n"},
    {".gitignore": "*.py\n!sub/\n"},
    {".gitignore": "*/\n"},
    {".gitignore": "\ufeffa.py\n"},
]


@pytest.mark.parametrize("files", GITIGNORES)
def test_gitignore_as_git_reads_it(tmp_path: Path, files: dict[str, str]) -> None:
    subprocess.run(["git", "init", "-q", str(tmp_path)], check=True)
    make(tmp_path, "a.py", "keep.py", "!odd.py", "sub/a.py", "sub/keep.py", "sub/deep/a.py", "sub/deep/keep.py")
    for name, text in files.items():
        make(tmp_path, name, text=text)
    command = ["git", "-C", str(tmp_path), "ls-files", "-o", "--exclude-standard", "--", "*.py"]
    listed = subprocess.run(command, check=True, capture_output=True, text=True).stdout.splitlines()
    assert walked(tmp_path) == sorted(listed)


def test_gitignore_of_the_folders_above_and_of_the_repository(tmp_path: Path) -> None:
    make(tmp_path, ".git/info/exclude", text="secret.py\n")
    make(tmp_path, ".gitignore", text="/project/out.py\n")
    make(tmp_path, "project/out.py", "project/secret.py", "project/in.py")
    assert walked(tmp_path / "project") == ["in.py"]


def test_links_to_folders_are_not_followed(tmp_path: Path) -> None:
    make(tmp_path, "real/a.py")
    (tmp_path / "real" / "loop").symlink_to(tmp_path)
    (tmp_path / "other").symlink_to(tmp_path / "real")
    (tmp_path / "self").symlink_to("self")
    (tmp_path / "broken.py").symlink_to("nowhere.py")
    (tmp_path / "link.py").symlink_to("real/a.py")
    assert walked(tmp_path) == ["link.py", "real/a.py"]
    assert walked(tmp_path, top=tmp_path / "other") == ["other/a.py"]


def test_folder_that_cannot_be_listed_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tmp_path, "a.py", "shut/b.py")
    listing = os.scandir

    def scandir(folder: str) -> object:
        if folder.endswith("shut"):
            raise PermissionError(13, "Permission denied")
        return listing(folder)

    monkeypatch.setattr(os, "scandir", scandir)
    monkeypatch.chdir(tmp_path)
    found = discover.targets([tmp_path], tmp_path, DEFAULT)
    assert shown(tmp_path, found.files) == ["a.py"]
    assert found.problems == ("shut: cannot list the folder: Permission denied",)


def test_vanished_folder_is_told(tmp_path: Path) -> None:
    told: list[str] = []
    discover.walk(tmp_path, DEFAULT, top=tmp_path / "gone", on_error=lambda name, _error: told.append(name))
    assert told == [str(tmp_path / "gone")]
    assert discover.walk(tmp_path, DEFAULT, top=tmp_path / "gone") == []


def test_targets_of_a_command_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make(tmp_path, "src/a.py", "src/b.py", "notes.txt")
    paths = [tmp_path / name for name in ("src", "src/b.py", "notes.txt", "gone.py", "src")]
    found = discover.targets(paths, tmp_path, DEFAULT)
    assert shown(tmp_path, found.files) == ["notes.txt", "src/a.py", "src/b.py"]
    assert shown(tmp_path, found.named) == ["notes.txt", "src/b.py"]
    assert found.problems == ("gone.py: no such file or directory",)


def test_force_exclude_applies_to_named_paths(tmp_path: Path) -> None:
    make(tmp_path, ".gitignore", text="ignored.py\n")
    make(tmp_path, "build/a.py", "ignored.py", "kept.py", "sub/gen/b.py")
    paths = [tmp_path / name for name in ("build/a.py", "build", "ignored.py", "kept.py", "sub/gen/b.py")]
    exclude = (*DEFAULT, "sub/gen/")
    assert len(discover.targets(paths, tmp_path, exclude).files) == 4
    found = discover.targets(paths, tmp_path, exclude, force_exclude=True)
    assert shown(tmp_path, found.files) == ["kept.py"]
    assert not discover.is_excluded(tmp_path.parent / "else.py", tmp_path, exclude)


@pytest.mark.parametrize("mark", ["stategraph-lint.toml", "pyproject.toml", "langgraph.json", "setup.cfg", ".git"])
def test_root_is_the_nearest_marked_ancestor(tmp_path: Path, mark: str) -> None:
    make(tmp_path, "pyproject.toml", f"in/{mark}", "in/deep/a.py")
    assert discover.find_root(tmp_path / "in" / "deep", [tmp_path / "in" / "deep" / "a.py"]) == tmp_path / "in"
    assert discover.find_root(tmp_path / "in" / "deep", []) == tmp_path / "in"


def test_root_follows_the_paths_when_none_is_below_it(tmp_path: Path) -> None:
    make(tmp_path, "here/pyproject.toml", "there/pyproject.toml", "there/pkg/a.py", "bare/x/a.py", "bare/y/b.py")
    here = tmp_path / "here"
    assert discover.find_root(here, [tmp_path / "there" / "pkg" / "a.py"]) == tmp_path / "there"
    assert discover.find_root(here, [here, tmp_path / "there"]) == here


def test_root_without_marks_is_the_common_parent(tmp_path: Path) -> None:
    make(tmp_path, "bare/x/a.py", "bare/y/b.py")
    bare = tmp_path / "bare"
    assert discover.find_root(bare, [bare / "x" / "a.py", bare / "y" / "b.py"]) == bare
    assert discover.find_root(bare, [bare / "x" / "a.py"]) == bare / "x"
    assert discover.find_root(bare, []) == bare


def test_read_gives_bytes(tmp_path: Path) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(b"\xff\x00\r\n" * 1000)
    assert discover.read(path, 4000) == b"\xff\x00\r\n" * 1000


def test_read_says_why_not(tmp_path: Path) -> None:
    make(tmp_path, "a.py", text="12345")
    os.mkfifo(tmp_path / "pipe.py")
    (tmp_path / "loop.py").symlink_to("loop.py")
    reasons = {
        "gone.py": "no such file",
        "a.py/b.py": "no such file",
        "pipe.py": "not a regular file",
        "a.py": "larger than max-file-size (5 of 4 bytes)",
        "loop.py": "too many levels of symbolic links",
    }
    for name, reason in reasons.items():
        with pytest.raises(discover.ReadError) as caught:
            discover.read(tmp_path / name, 4)
        assert str(caught.value) == reason
    with pytest.raises(discover.ReadError, match=r"not a regular file|is a directory"):
        discover.read(tmp_path, 4)


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs a file whose size is not known")
def test_read_does_not_trust_the_size() -> None:
    assert discover.read(Path("/proc/self/status"), 1_000_000).startswith(b"Name:")
    with pytest.raises(discover.ReadError, match=r"larger than max-file-size \(10 bytes\)"):
        discover.read(Path("/proc/self/status"), 10)


def test_byte_test() -> None:
    assert discover.may_matter(b"import langgraph")
    assert discover.may_matter(b"x: Annotated[int, f]")
    assert not discover.may_matter(b"import pandas")


def test_absolute_takes_dots_out(tmp_path: Path) -> None:
    assert discover.absolute("../a.py", tmp_path / "b") == tmp_path / "a.py"
    assert discover.absolute("/x/./y", tmp_path) == Path("/x/y")
