#!/usr/bin/env python3
"""Makes flip_figures.txt: FLIP's errors of the test pairs by its authors' own tool (PyPI: flip-evaluator, 1.7).

    python3 -m venv flip && flip/bin/pip install flip-evaluator
    flip/bin/python tests/metrics/make_flip_figures.py build/release/bin/write_flip_pairs tests/metrics/flip_figures.txt

With --check the file stays as it is, and the tool's figures must be those in it. Ends with 77 where the tool is not installed.
"""
import sys

try:
    import flip_evaluator
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}; 'pip install flip-evaluator' installs it")
    sys.exit(77)

import figure_files


def places(width, height):
    """A grid of pixels, with the corners."""
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


figure_files.main(lines_of)
