"""The labelled cases below fixtures/: how their labels are read, and how they are laid out for a check.

A case is a Python file, or a folder with a file EXPECT that stands for all modules in it. Labels are comments:

- `# expect: SGL302[, SGL304]` on the line of the finding, once for each finding;
- `# expect-anywhere: SGL201`: the code is reported somewhere in the case;
- `# expect: nothing`: no finding of severity warning or error;
- `# allow: SGL113`: the code may be reported, and counts neither way;
- `# compile: ...`: the file is no valid Python, and says why;
- `# target: 3.12`: the file runs on this version of Python or a newer one.

Comments are removed before a file is laid out, so that a check cannot see its labels; where comments are what the rule
is about, only the labels are.
"""

from __future__ import annotations

import io
import re
import tokenize
from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from stategraph_lint.findings import Finding, Severity

FIXTURES = Path(__file__).parents[2] / "fixtures"
MARK = "EXPECT"

Place = tuple[str, int, str]

# True findings that the handed cases have no label for.
UNLABELLED = {
    "cases/pairs/bad/b31_returns_none.py": {"SGL201"},
    "cases/pairs/bad/s19_and_set.py": {"SGL113"},
    "cases/reports/022_reducer_builtin_without_signature.py": {"SGL113"},
    "cases/reports/026_reducer_returns_nothing.py": {"SGL201"},
    "cases/reports/027_operator_add_on_dict_or_set.py": {"SGL113"},
    "cases/reports/028_bare_item_instead_of_list.py": {"SGL201"},
    "cases/reports/122_mutable_default_leaks_between_runs.py": {"SGL304"},
}

_EXPECT = re.compile(r"#\s*expect(-anywhere)?:\s*([A-Za-z0-9, ]+)")
_ALLOW = re.compile(r"#\s*allow:\s*([A-Z0-9, ]+)")
_COMPILE = re.compile(r"^# compile:", re.MULTILINE)
_TARGET = re.compile(r"^# target: (\d+)\.(\d+)$", re.MULTILINE)
_CODE = re.compile(r"SGL\d{3}")
_LABEL = re.compile(r"[ \t]*#\s*(?:expect|expect-anywhere|allow|target):[^\n]*")
# The rules about comments.
_COMMENTS = frozenset({"SGL003"})


@dataclass(frozen=True)
class Labels:
    """What a case asks for; `places` holds (file, line, code), with the file as it is laid out."""

    places: Counter[Place] = field(default_factory=Counter)
    anywhere: frozenset[str] = frozenset()
    allowed: frozenset[str] = frozenset()
    nothing: bool = False

    @property
    def codes(self) -> set[str]:
        """All codes that the case asks for."""
        return {code for _file, _line, code in self.places} | self.anywhere


@dataclass(frozen=True)
class Case:
    """One case; `name` is its path below fixtures/."""

    path: Path
    name: str

    @property
    def code(self) -> str:
        """The rule's code, for a case below fixtures/rules."""
        return self.path.parent.name

    @property
    def kind(self) -> str:
        """`bad`, `good`, `false_alarm`, or "" for other names."""
        return next((kind for kind in ("bad", "good", "false_alarm") if self.path.name.startswith(kind)), "")

    @property
    def project(self) -> bool:
        """Whether the case is a project with settings of its own, which keeps its layout."""
        return (self.path / "pyproject.toml").is_file()

    @cached_property
    def files(self) -> dict[str, str]:
        """The text of each file, by the place where it is laid out."""
        if self.path.is_file():
            return {"case.py": _read(self.path)}
        folder = "" if self.project else "pkg/"
        files = (path for path in sorted(self.path.rglob("*")) if path.is_file() and "__pycache__" not in path.parts)
        return {
            folder + path.relative_to(self.path).as_posix(): _read(path)
            for path in files
            if path.name != MARK and (path.suffix == ".py" or self.project)
        }

    @cached_property
    def labels(self) -> Labels:
        """What the case asks for.

        Raises ValueError when a label is no code.
        """
        texts = dict(self.files)
        if self.path.is_dir():
            texts[MARK] = _read(self.path / MARK)
        places: Counter[Place] = Counter()
        anywhere: set[str] = set()
        allowed = set(UNLABELLED.get(self.name, ()))
        nothing = False
        for name, text in texts.items():
            for match in _ALLOW.finditer(text):
                allowed.update(_codes(match[1]))
            for line, everywhere, words in _expectations(text):
                if words.strip() == "nothing":
                    nothing = True
                elif everywhere:
                    anywhere.update(_codes(words))
                else:
                    places.update((name, line, code) for code in _codes(words))
        return Labels(places, frozenset(anywhere), frozenset(allowed), nothing)

    @property
    def invalid(self) -> bool:
        """Whether a file of the case is no valid Python."""
        return any(_COMPILE.search(text) for text in self.files.values())

    @property
    def target(self) -> tuple[int, int]:
        """The oldest version of Python that runs the case."""
        targets = [match for text in self.files.values() for match in _TARGET.finditer(text)]
        return max(((int(match[1]), int(match[2])) for match in targets), default=(3, 10))

    def lay_out(self, box: Path) -> list[Path]:
        """Write the case's files into a folder that becomes a project's root, and give the Python files among them."""
        (box / "pyproject.toml").touch()
        written = []
        for name, text in self.files.items():
            target = box / name
            target.parent.mkdir(parents=True, exist_ok=True)
            strip = strip_labels if self.code in _COMMENTS else strip_comments
            target.write_bytes((strip(text) if target.suffix == ".py" else text).encode())
            written.append(target)
        return [path for path in written if path.suffix == ".py"]


def cases(*folders: str) -> Iterator[Case]:
    """Give the cases below these folders of fixtures/, sorted by name."""
    for folder in folders:
        yield from _below(FIXTURES / folder)


def _below(folder: Path) -> Iterator[Case]:
    for path in sorted(folder.iterdir()):
        if path.is_dir() and not (path / MARK).is_file():
            yield from _below(path)
        elif path.is_dir() or path.suffix == ".py":
            yield Case(path, path.relative_to(FIXTURES).as_posix())


def differences(labels: Labels, findings: Iterable[Finding], codes: Collection[str], own: str = "") -> list[str]:
    """Say, a line each, how the findings differ from the labels, for these codes only.

    A finding of severity info counts only where a label asks for it, or where its code is the case's `own`.
    """
    wanted = Counter({place: count for place, count in labels.places.items() if place[2] in codes})
    found: Counter[Place] = Counter()
    seen = set()
    for finding in findings:
        place = (finding.path, finding.line, finding.code)
        seen.add(finding.code)
        if place in wanted or _counts(finding, labels, codes, own):
            found[place] += 1
    lines = [f"missing {_show(place)} x{count}" for place, count in sorted((wanted - found).items())]
    lines += [f"not wanted {_show(place)} x{count}" for place, count in sorted((found - wanted).items())]
    return lines + [f"missing {code} anywhere" for code in sorted(labels.anywhere & set(codes) - seen)]


def _counts(finding: Finding, labels: Labels, codes: Collection[str], own: str) -> bool:
    free = labels.allowed | labels.anywhere
    told = finding.severity is not Severity.INFO or finding.code == own
    return finding.code in codes and finding.code not in free and told


def _show(place: Place) -> str:
    file, line, code = place
    return f"{code} at {file}:{line}"


def _read(path: Path) -> str:
    return path.read_bytes().decode("utf-8")


def _codes(words: str) -> list[str]:
    codes = [word for word in re.split(r"[, ]+", words) if word]
    for code in codes:
        if not _CODE.fullmatch(code):
            raise ValueError(f"{code!r} is no code")
    return codes


def _expectations(text: str) -> Iterator[tuple[int, bool, str]]:
    """Give (line, whether anywhere, words) of each expectation."""
    for number, line in enumerate(text.split("\n"), 1):
        match = _EXPECT.search(line)
        if match:
            yield number, bool(match[1]), match[2]


def strip_labels(text: str) -> str:
    """Give the source without its labels; all other comments stay."""
    return _LABEL.sub("", text)


def strip_comments(text: str) -> str:
    """Give the source without its comments, type comments aside; lines and columns of the code stay.

    A text that cannot be cut into tokens is given as it is.
    """
    mark = "\ufeff" if text.startswith("\ufeff") else ""
    lines = text.removeprefix(mark).split("\n")
    try:
        for token in tokenize.generate_tokens(io.StringIO(text.removeprefix(mark), newline="").readline):
            if token.type == tokenize.COMMENT and not token.string.startswith("# type:"):
                row, column = token.start
                end = "\r" if lines[row - 1].endswith("\r") else ""
                lines[row - 1] = lines[row - 1][:column].rstrip() + end
    except (tokenize.TokenError, SyntaxError):
        return text
    return mark + "\n".join(lines)
