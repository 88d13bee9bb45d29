"""Shared code of the scripts that write or check a file with the results of another tool for the test pairs."""
import pathlib
import subprocess
import sys
import tempfile

import numpy


def read_ppm(file):
    """Returns the picture of a binary PPM file as an array of height x width x 3 bytes."""
    kind, size, most, data = file.read_bytes().split(b"\n", 3)
    width, height = map(int, size.split())
    assert kind == b"P6" and most == b"255"
    return numpy.frombuffer(data, numpy.uint8).reshape(height, width, 3)


def pairs(program):
    """Yields the name, the pixels per degree and the two pictures of each test pair."""
    with tempfile.TemporaryDirectory() as folder:
        names = subprocess.run([program, folder], check=True, capture_output=True, text=True).stdout.splitlines()
        for name, pixels_per_degree in map(str.split, names):
            pictures = [read_ppm(pathlib.Path(folder, f"{name}.{which}.ppm")) for which in ("reference", "test")]
            yield name, float(pixels_per_degree), pictures


def main(lines_of):
    """Writes or checks the file. `lines_of` returns the lines for a pair's name, pixels per degree and pictures."""
    check = "--check" in sys.argv
    program, file = [argument for argument in sys.argv[1:] if argument != "--check"]
    made = "".join(line + "\n" for pair in pairs(program) for line in lines_of(*pair))
    if not check:
        pathlib.Path(file).write_text(made)
    elif made != pathlib.Path(file).read_text():
        sys.exit(f"{file} does not contain the tool's results, which are:\n{made}")
