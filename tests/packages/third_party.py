"""THIRD_PARTY.md lists each shared library that the programs name. Which ones a linker names differs a little: third_party.py PAGE OBJDUMP PROGRAM…"""

import re
import subprocess
import sys


def main():
    page, objdump, *programs = sys.argv[1:]
    with open(page, encoding="utf-8") as text:
        table = text.read().split("## Shared libraries")[1].split("\n## ")[0]
    listed = {name for line in table.splitlines() if line.startswith("| `") for name in re.findall("`(.*?)`", line.split("|")[1])}
    linked = set()
    for program in programs:
        said = subprocess.run([objdump, "-p", program], check=True, capture_output=True, text=True).stdout
        # libOpenEXR-3_1.so.30 and libSDL2-2.0.so.0 are of the projects OpenEXR and SDL2.
        linked |= {re.match(r"(ld-linux|.*?)(-\d[\d._]*|-x86-64)?\.so", name)[1] for name in re.findall(r"NEEDED +(\S+)", said)}
    assert {"libLLVM", "libSDL2"} <= linked, linked
    assert linked <= listed, f"not in {page}: {linked - listed}"


main()
