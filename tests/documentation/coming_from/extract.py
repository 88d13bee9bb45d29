"""Writes the C++ files that a page shows completely: code blocks after a line that ends with "`NAME.cpp`:".

    extract.py PAGE.md FOLDER

A file that exists with the same contents is left as it is, so that nothing is built again."""

import pathlib
import re
import sys


def files_of(page):
    """Yields the name and the text of each such block."""
    return re.findall(r"`([\w.]+\.cpp)`:\n\n```cpp\n(.*?)^```$", page, re.DOTALL | re.MULTILINE)


def main():
    page, folder = map(pathlib.Path, sys.argv[1:])
    found = dict(files_of(page.read_text(encoding="utf-8")))
    kernels = [name for name in found if name.endswith(".kernels.cpp")]
    if len(kernels) != 1 or set(found) != {kernels[0], "main.cpp"}:
        sys.exit(f"{page}: expected one kernel file and main.cpp, found: {', '.join(found) or 'nothing'}")
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in found.items():
        path = folder / name
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")
    print(kernels[0], end="")


if __name__ == "__main__":
    main()
