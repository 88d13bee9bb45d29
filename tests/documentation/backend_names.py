"""Outside of its folder nobody asks for a backend by name: what Ingot is made of has no constant backend::NAME, and no string that is a
backend's name and nothing else.

    backend_names.py SOURCES"""

import pathlib
import re
import sys

# Kernels and the compiler know targets, not backends. Benchmarks and tests may name what they measure or test.
ROOMS = ["app_shell", "compute/algorithms", "compute/archive", "compute/gl_sharing", "compute/runtime", "samples", "warp"]


def main():
    sources = pathlib.Path(sys.argv[1])
    folders = [each.parent for each in sources.glob("compute/runtime/*/CMakeLists.txt")]
    names = [each.name for each in folders]
    assert {"cuda", "opencl", "cpu_debug"} <= set(names), names
    asked = re.compile("|".join(rf'\bbackend::{name}\b|"{name.replace("_", "-")}"' for name in names))
    files = [each for room in ROOMS for each in (sources / room).rglob("*.[ch]pp")]
    assert len(files) > 200, len(files)
    # The scan finds something where there is something to find.
    assert any(asked.search(each.read_text(encoding="utf-8")) for each in files), "no folder of a backend names it"

    found = []
    for file in files:
        if any(folder in file.parents for folder in folders):
            continue
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            if asked.search(line.split("//")[0]):
                found.append(f"{file.relative_to(sources)}:{number}: {line.strip()}")
    if found:
        sys.exit("a backend is asked for by name; its description (compute/runtime/NAME) should say what is wanted:\n" + "\n".join(found))


main()
