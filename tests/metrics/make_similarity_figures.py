#!/usr/bin/env python3
"""Makes similarity_figures.txt: SSIM of the test pairs by scikit-image (PyPI, 0.25), with the settings of the paper.

    python3 -m venv similarity && similarity/bin/pip install scikit-image
    similarity/bin/python tests/metrics/make_similarity_figures.py build/release/bin/write_flip_pairs tests/metrics/similarity_figures.txt

With --check the file stays as it is, and the tool's figures must be those in it. Ends with 77 where the tool is not installed.
"""
import sys

try:
    import numpy
    from skimage.metrics import structural_similarity
except ImportError as missing:
    print(f"skipped: {missing}; 'pip install scikit-image' installs it")
    sys.exit(77)

import figure_files

WINDOW = 11


def lines_of(name, _, pictures):
    luma = [picture.astype(numpy.float64) @ numpy.array([0.299, 0.587, 0.114]) for picture in pictures]
    if min(luma[0].shape) < WINDOW:
        return
    found = structural_similarity(*luma, gaussian_weights=True, sigma=1.5, use_sample_covariance=False, data_range=255)
    yield f"{name} {found:.9f}"


figure_files.main(lines_of)
