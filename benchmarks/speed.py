"""Measure the check against ruff and against a libcst parse, side by side.

Usage: speed.py FOLDER [--pairs N]

FOLDER holds unpacked packages (see the README's benchmark section). Each round runs `ruff check --no-cache` and
`stategraph-lint check --no-cache` one after the other; a libcst parse of every file is timed once. Printed are medians
of wall and CPU seconds, their ratios, and the peak memory of the check.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

PARSE = """
import sys, pathlib, libcst
for path in pathlib.Path(sys.argv[1]).rglob("*.py"):
    try:
        libcst.parse_module(path.read_bytes())
    except Exception:
        pass
"""


def run(command: list[str], folder: Path) -> tuple[float, float, float]:
    """Run a command in a folder; give its wall seconds, CPU seconds and peak memory in megabytes."""
    begun = time.perf_counter()
    process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, _, usage = os.wait4(process.pid, 0)
    wall = time.perf_counter() - begun
    return wall, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main() -> None:
    """Print the measurements."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--pairs", type=int, default=5)
    args = parser.parse_args()
    folder = args.folder.resolve()
    ruff = [str(Path(sys.executable).with_name("ruff")), "check", "--no-cache", "--isolated", "."]
    ours = [sys.executable, "-m", "stategraph_lint", "check", "--no-cache", "--isolated", "."]
    rows = [(run(ruff, folder), run(ours, folder)) for _ in range(args.pairs)]
    parse = run([sys.executable, "-c", PARSE, "."], folder)
    ruff_wall, ours_wall, ours_cpu = (
        statistics.median(values)
        for values in ([row[0][0] for row in rows], [row[1][0] for row in rows], [row[1][1] for row in rows])
    )
    result = {
        "ruff wall s": round(ruff_wall, 2),
        "check wall s": round(ours_wall, 2),
        "check CPU s": round(ours_cpu, 2),
        "libcst parse CPU s": round(parse[1], 2),
        "check wall / ruff wall": round(ours_wall / ruff_wall, 2),
        "check CPU / libcst CPU": round(ours_cpu / parse[1], 3),
        "peak memory MB": round(max(row[1][2] for row in rows), 1),
    }
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
