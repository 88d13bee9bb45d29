"""Checks that THIRD_PARTY.md lists each shared library that the programs link to. It may list more, because linkers
differ in the libraries that they record.

    third_party.py PAGE OBJDUMP PROGRAM…"""

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
        headers = subprocess.run([objdump, "-p", program], check=True, capture_output=True, text=True).stdout
        # Remove the version: libOpenEXR-3_1.so.30 becomes libOpenEXR, libSDL2-2.0.so.0 becomes libSDL2.
        linked |= {re.match(r"(ld-linux|.*?)(-\d[\d._]*|-x86-64)?\.so", name)[1] for name in re.findall(r"NEEDED +(\S+)", headers)}
    assert {"libLLVM", "libSDL2"} <= linked, linked
    assert linked <= listed, f"not in {page}: {linked - listed}"


main()
