"""Catalogues in gettext's compiled form, which is read ten times as quickly as what translators write.

It's kept beside its catalogue, under a name that has a digest of it: no clock and no order in which files were copied
can make an old one be read.
"""

import hashlib
import os
from contextlib import suppress
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel import Locale


def read_catalogue(path: Path, locale: Locale) -> NullTranslations:
    """The messages of a catalogue; none if there is no such file, as for English."""
    if not path.exists():
        return NullTranslations()
    source = path.read_bytes()
    kept = path.with_name(f"{path.stem}.{hashlib.sha256(source).hexdigest()[:16]}.mo")
    if kept.exists():
        return GNUTranslations(BytesIO(kept.read_bytes()))
    compiled = _compile(source, locale)
    with suppress(OSError):  # where nothing may be written it's compiled at each start
        _keep(kept, compiled)
    return GNUTranslations(BytesIO(compiled))


def _compile(source: bytes, locale: Locale) -> bytes:
    from babel.messages.mofile import write_mo  # most starts have no need of them
    from babel.messages.pofile import read_po

    compiled = BytesIO()
    write_mo(compiled, read_po(BytesIO(source), locale=locale))
    return compiled.getvalue()


def _keep(path: Path, compiled: bytes) -> None:
    """Writes the compiled form instead of those of earlier catalogues, whoever else does so at the same time."""
    unfinished = path.with_suffix(f".{os.getpid()}")
    unfinished.write_bytes(compiled)
    for earlier in path.parent.glob(f"{path.name.partition('.')[0]}.*.mo"):
        earlier.unlink(missing_ok=True)
    unfinished.replace(path)
