#!/usr/bin/env python3
"""Makes flip_figures.txt: FLIP's errors of the test pairs by its authors' own tool (PyPI: flip-evaluator, 1.7).

    python3 -m venv flip && flip/bin/pip install flip-evaluator
    flip/bin/python tests/metrics/make_flip_figures.py build/release/bin/write_flip_pairs tests/metrics/flip_figures.txt

With --check the file stays as it is, and the tool's figures must be those in it. Ends with 77 where the tool is not installed.
"""
import pathlib
import subprocess
import sys
import tempfile

try:
    import flip_evaluator
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}; 'pip install flip-evaluator' installs it")
    sys.exit(77)


def read_ppm(file):
    kind, size, most, data = file.read_bytes().split(b"\n", 3)
    width, height = map(int, size.split())
    assert kind == b"P6" and most == b"255"
    return numpy.frombuffer(data, numpy.uint8).reshape(height, width, 3).astype(numpy.float32) / 255


def places(width, height):
    """A grid of pixels, with the corners."""
    steps = 7
    for row in range(steps):
        for column in range(steps):
            yield (width - 1) * column // (steps - 1), (height - 1) * row // (steps - 1)


def figures(program):
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        names = subprocess.run([program, folder], check=True, capture_output=True, text=True).stdout.splitlines()
        for name, pixels_per_degree in map(str.split, names):
            pictures = [read_ppm(pathlib.Path(folder, f"{name}.{which}.ppm")) for which in ("reference", "test")]
            errors, mean, _ = flip_evaluator.evaluate(*pictures, "LDR", applyMagma=False,
                                                      parameters={"ppd": float(pixels_per_degree)})
            errors = numpy.asarray(errors).reshape(pictures[0].shape[0], pictures[0].shape[1])
            lines.append(f"{name} mean {mean:.6f} largest {errors.max():.6f}")
            height, width = errors.shape
            lines.append("  " + " ".join(f"{errors[y, x]:.6f}" for x, y in places(width, height)))
    return "\n".join(lines) + "\n"


def main():
    check = "--check" in sys.argv
    program, file = [argument for argument in sys.argv[1:] if argument != "--check"]
    made = figures(program)
    if not check:
        pathlib.Path(file).write_text(made)
    elif made != pathlib.Path(file).read_text():
        sys.exit(f"{file} does not hold the tool's figures:\n{made}")


main()
