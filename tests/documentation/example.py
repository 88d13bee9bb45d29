"""Compares the example in docs/writing-a-sample.md with the files that `ingot new` writes: they must be equal.

    example.py PAGE.md FOLDER [--update]

A file is on the page as a block of code below a line with the name of the file in bold: **`julia.cpp`**. With --update the blocks
are replaced by the files."""

import os
import re
import sys

# The page does not repeat these: pictures, numbers of pictures, and a page about the sample.
NOT_ON_THE_PAGE = {"README.md", ".gitignore", "picture.png", "goldens"}
BLOCK = re.compile(r"(^\*\*`([^`]+)`\*\*\n\n```\w*\n)(.*?)(^```$)", re.DOTALL | re.MULTILINE)


def main():
    page, folder = sys.argv[1:3]
    with open(page, encoding="utf-8") as file:
        text = file.read()

    def source(name):
        with open(os.path.join(folder, name), encoding="utf-8") as file:
            return file.read()

    if "--update" in sys.argv:
        with open(page, "w", encoding="utf-8") as file:
            file.write(BLOCK.sub(lambda block: block[1] + source(block[2]) + block[4], text))
        return 0
    on_page = {block[2]: block[3] for block in BLOCK.finditer(text)}
    wanted = set(os.listdir(folder)) - NOT_ON_THE_PAGE
    assert "julia.cpp" in wanted and "julia.kernels.cpp" in wanted, wanted
    problems = [f"{page} lacks {name}" for name in sorted(wanted - set(on_page))]
    problems += [f"{page} has {name}, which {folder} lacks" for name in sorted(set(on_page) - wanted)]
    problems += [f"{name} differs on {page}; run example.py with --update" for name in sorted(wanted & set(on_page))
                 if source(name) != on_page[name]]
    print("\n".join(problems))
    return 1 if problems else 0


sys.exit(main())
