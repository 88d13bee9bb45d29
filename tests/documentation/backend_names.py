"""Checks that no source outside of a backend's folder compares with that backend's name: neither a constant
backend::NAME nor a string that consists of the name.

    backend_names.py SOURCES"""

import pathlib
import re
import sys

# The compiler and the kernel language are not searched: they have targets, not backends. Benchmarks and tests may name
# the backend that they measure or test.
ROOMS = ["app_shell", "compute/algorithms", "compute/archive", "compute/gl_sharing", "compute/runtime", "samples", "warp"]

# The command `ingot metal` is named after the language of its files, and not after the backend.
COMMANDS = ["app_shell/command_line/metal_options.hpp"]


def main():
    sources = pathlib.Path(sys.argv[1])
    folders = [each.parent for each in sources.glob("compute/runtime/*/CMakeLists.txt")]
    names = [each.name for each in folders]
    assert {"cuda", "opencl", "cpu_debug"} <= set(names), names
    named = re.compile("|".join(rf'\bbackend::{name}\b|"{name.replace("_", "-")}"' for name in names))
    files = [each for room in ROOMS for each in (sources / room).rglob("*.[ch]pp")]
    assert len(files) > 200, len(files)
    # The backends' own folders contain their names. If the search does not find any, the search is broken.
    assert any(named.search(each.read_text(encoding="utf-8")) for each in files), "the search finds no backend's name in the backends' own folders"

    found = []
    for file in files:
        if any(folder in file.parents for folder in folders) or str(file.relative_to(sources)) in COMMANDS:
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if named.search(line.split("//")[0]):
                found.append(f"{file.relative_to(sources)}:{number}: {line.strip()}")
    if found:
        sys.exit("these lines compare with a backend's name; use a property of its description (compute/runtime/NAME) instead:\n"
                 + "\n".join(found))


main()
