#!/usr/bin/env python3
"""Makes similarity_figures.txt: SSIM of the test pairs by scikit-image (PyPI, 0.25), with the settings of the paper.

    python3 -m venv similarity && similarity/bin/pip install scikit-image
    similarity/bin/python tests/metrics/make_similarity_figures.py build/release/bin/write_flip_pairs tests/metrics/similarity_figures.txt

With --check the file stays as it is, and the tool's figures must be those in it. Ends with 77 where the tool is not installed.
"""
import pathlib
import subprocess
import sys
import tempfile

try:
    import numpy
    from skimage.metrics import structural_similarity
except ImportError as missing:
    print(f"skipped: {missing}; 'pip install scikit-image' installs it")
    sys.exit(77)

WINDOW = 11


def read_luma(file):
    kind, size, most, data = file.read_bytes().split(b"\n", 3)
    width, height = map(int, size.split())
    assert kind == b"P6" and most == b"255"
    rgb = numpy.frombuffer(data, numpy.uint8).reshape(height, width, 3).astype(numpy.float64)
    return rgb @ numpy.array([0.299, 0.587, 0.114])


def figures(program):
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        names = subprocess.run([program, folder], check=True, capture_output=True, text=True).stdout.splitlines()
        for name, _ in map(str.split, names):
            pictures = [read_luma(pathlib.Path(folder, f"{name}.{which}.ppm")) for which in ("reference", "test")]
            if min(pictures[0].shape) < WINDOW:
                continue
            found = structural_similarity(*pictures, gaussian_weights=True, sigma=1.5, use_sample_covariance=False,
                                          data_range=255)
            lines.append(f"{name} {found:.9f}")
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
