"""`python -m benchmarks` runs every benchmark of this folder, `python -m benchmarks rules` one of them.

A benchmark is a module beside this one with a `main()`, which prints its figures.
"""

import sys
from importlib import import_module
from pkgutil import iter_modules

import benchmarks


def run(wanted: list[str]) -> int:
    """Runs the benchmarks with these names, or all; returns 2 if there is no such benchmark."""
    names = [found.name for found in iter_modules(benchmarks.__path__) if found.name != "__main__"]
    unknown = [name for name in wanted if name not in names]
    if unknown:
        print(f"No benchmark is called {', '.join(unknown)}; there are: {', '.join(names)}.", file=sys.stderr)
        return 2
    for name in wanted or names:
        main = getattr(import_module(f"benchmarks.{name}"), "main", None)
        if main is not None:
            print(f"# {name}")
            main()
    return 0


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:]))
