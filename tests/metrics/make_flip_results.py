#!/usr/bin/env python3
"""Writes flip_results.txt: FLIP's errors of the test pairs, computed by its authors' tool (PyPI: flip-evaluator, 1.7).

    python3 -m venv flip && flip/bin/pip install flip-evaluator
    flip/bin/python tests/metrics/make_flip_results.py build/release/bin/write_flip_pairs tests/metrics/flip_results.txt

With --check the script compares the file with the tool's results and does not write it. The exit status is 77 if the
tool is not installed.
"""
import sys

try:
    import flip_evaluator
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}; 'pip install flip-evaluator' installs it")
    sys.exit(77)

import result_files


def places(width, height):
    """Yields the coordinates of a regular grid of pixels, including the corners."""
    steps = 7
    for row in range(steps):
        for column in range(steps):
            yield (width - 1) * column // (steps - 1), (height - 1) * row // (steps - 1)


def lines_of(name, pixels_per_degree, pictures):
    floats = [picture.astype(numpy.float32) / 255 for picture in pictures]
    errors, mean, _ = flip_evaluator.evaluate(*floats, "LDR", applyMagma=False, parameters={"ppd": pixels_per_degree})
    height, width = floats[0].shape[:2]
    errors = numpy.asarray(errors).reshape(height, width)
    yield f"{name} mean {mean:.6f} largest {errors.max():.6f}"
    yield "  " + " ".join(f"{errors[y, x]:.6f}" for x, y in places(width, height))


result_files.main(lines_of)
