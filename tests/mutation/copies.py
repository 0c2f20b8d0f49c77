"""Copies of the project in which files are changed, and processes that run its tests there."""

import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

OURS = ("bot", "cogs", "images", "tests", "benchmarks")
LIBRARIES = ("aiohttp", "alembic.command", "discord", "hypothesis", "jsonschema", "PIL.Image", "pytest", "sqlalchemy")
MEMORY = 8 * 2**30  # bytes of addresses for a process: a fault may fill them without end
PASSED, FAILED, TOO_LONG = 0, 1, -1


def files_of(root: Path) -> list[str]:
    """The files of a project, without those that git ignores."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=root,
        check=True,
        capture_output=True,
        text=True,
    )
    return sorted(name for name in listed.stdout.split("\0") if name and (root / name).is_file())


def copied(root: Path, to: Path) -> Path:
    """`to`, with all files of a project."""
    for name in files_of(root):
        (to / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / name, to / name)
    return to


def changed(copy: Path, file: str, source: str) -> None:
    """Writes another source into a copy's file, dated an hour later so that the old byte code doesn't pass for its."""
    path = copy / file
    later = path.stat().st_mtime + 3600
    path.write_text(source, encoding="utf-8")
    os.utime(path, (later, later))


class Trial:
    """Tests in a process group of their own that is ended after `limit` seconds of processor time.

    A machine that others use as well ends no trial early. One that only waits ends by the time limit of its tests.

    It begins as a fork of this process, in which the libraries are loaded already: most mutants die within a second.
    """

    def __init__(self, copy: Path, arguments: Sequence[str], plugin: object, limit: int) -> None:
        for library in LIBRARIES:
            import_module(library)
        self._process = os.fork()
        if not self._process:
            code = 70
            try:
                code = _run(copy, arguments, plugin, limit)
            finally:
                os._exit(code)
        os.setpgid(self._process, 0)

    def outcome(self) -> int | None:
        """PASSED, TOO_LONG, or how they failed; None as long as they run."""
        ended, status = os.waitpid(self._process, os.WNOHANG)
        if not ended:
            return None
        self.end()
        code = os.waitstatus_to_exitcode(status)
        return TOO_LONG if code == -signal.SIGXCPU else code

    def end(self) -> None:
        """Ends them and whatever they have started."""
        with suppress(ProcessLookupError):
            os.killpg(self._process, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(self._process, 0)


def _run(copy: Path, arguments: Sequence[str], plugin: object, limit: int) -> int:
    """Runs pytest as if this process had been started in the copy."""
    os.chdir(copy)
    silent = os.open("output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    os.environ.pop("PYTHONPYCACHEPREFIX", None)
    sys.dont_write_bytecode, sys.pycache_prefix = False, None  # of what isn't mutated it does for the next one
    for name in [name for name in sys.modules if name.partition(".")[0] in OURS]:
        del sys.modules[name]
    sys.path.insert(0, str(copy))
    pytest = import_module("pytest")
    settings = ["-q", "--no-header", "-p", "no:cacheprovider", f"--basetemp={copy / 'temporary'}"]
    return int(pytest.main([*settings, *arguments], plugins=[plugin]))
