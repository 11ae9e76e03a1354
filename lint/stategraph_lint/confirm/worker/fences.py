"""What a witness script may not do: an audit hook and resource limits. It is no jail (see docs/confirm.md)."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

_DENIED = (
    "socket.connect", "socket.bind", "socket.getaddrinfo", "socket.gethostbyname", "socket.sendto", "socket.sendmsg",
    "subprocess.Popen", "os.system", "os.exec", "os.fork", "os.forkpty", "os.posix_spawn", "os.spawn", "os.startfile",
    "os.kill", "os.killpg", "os.putenv", "os.unsetenv", "ctypes.", "resource.setrlimit", "pty.spawn", "winreg.",
    "urllib.Request", "ftplib.", "smtplib.", "poplib.", "imaplib.", "telnetlib.", "nntplib.", "webbrowser.open",
    "os.chroot", "os.setuid", "signal.pthread_kill", "syslog.",
)  # fmt: skip
# Their first arguments are paths that change.
_WRITES = {
    "os.remove": 1, "os.rename": 2, "os.rmdir": 1, "os.mkdir": 1, "os.link": 2, "os.symlink": 2, "os.truncate": 1,
    "os.chmod": 1, "os.chown": 1, "os.utime": 1, "os.chdir": 1, "shutil.rmtree": 1, "shutil.move": 2,
    "shutil.copyfile": 2, "os.setxattr": 1, "os.removexattr": 1, "sqlite3.connect": 1,
}  # fmt: skip
_CHANGING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def raise_fences(folder: str, memory: int, denied: list[str]) -> list[str]:
    """Limit this process for good; what is refused later is noted in `denied`. Gives what holds."""
    held = _limits(memory)
    inside = os.path.realpath(folder)
    # Python caches what it compiles; that is no business of the script.
    sys.dont_write_bytecode = True

    def refuse(what: str) -> None:
        denied.append(what)
        raise PermissionError(f"not allowed while a finding is confirmed: {what}")

    def is_inside(path: object) -> bool:
        if isinstance(path, int):
            return True
        try:
            text = os.fsdecode(path)  # type: ignore[arg-type]
        except TypeError:
            return False
        real = os.path.realpath(text)
        return text in (":memory:", os.devnull) or real == inside or real.startswith(inside + os.sep)

    def hook(event: str, arguments: tuple[object, ...]) -> None:
        if event == "open":
            path, mode, flags = (*arguments, None, None, None)[:3]
            writes = isinstance(flags, int) and flags & (
                os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
            )
            if (writes or (isinstance(mode, str) and set(mode) & set("wax+"))) and not is_inside(path):
                refuse(f"writing {path!r}")
        elif event in _WRITES:
            if not all(map(is_inside, arguments[: _WRITES[event]])):
                refuse(f"{event} {arguments[0]!r}")
        elif event.startswith(_DENIED):
            refuse(event)

    sys.addaudithook(hook)
    return [*held, "audit hook"]


def _limits(memory: int) -> list[str]:
    try:
        import resource
    except ImportError:
        return []
    for name, limit in (("RLIMIT_AS", memory), ("RLIMIT_FSIZE", 1 << 20), ("RLIMIT_CORE", 0), ("RLIMIT_CPU", 30)):
        with suppress(ValueError, OSError, AttributeError):
            resource.setrlimit(getattr(resource, name), (limit, limit))
    return ["resource limits"]
