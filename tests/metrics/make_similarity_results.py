#!/usr/bin/env python3
"""Writes similarity_results.txt: SSIM of the test pairs by scikit-image (PyPI, 0.25) with the settings of the paper.

    python3 -m venv similarity && similarity/bin/pip install scikit-image
    similarity/bin/python tests/metrics/make_similarity_results.py build/release/bin/write_flip_pairs tests/metrics/similarity_results.txt

With --check the script compares the file with the tool's results and does not write it. The exit status is 77 if the
tool is not installed.
"""
import sys

try:
    import numpy
    from skimage.metrics import structural_similarity
except ImportError as missing:
    print(f"skipped: {missing}; 'pip install scikit-image' installs it")
    sys.exit(77)

import result_files

WINDOW = 11


def lines_of(name, _, pictures):
    luma = [picture.astype(numpy.float64) @ numpy.array([0.299, 0.587, 0.114]) for picture in pictures]
    if min(luma[0].shape) < WINDOW:
        return
    found = structural_similarity(*luma, gaussian_weights=True, sigma=1.5, use_sample_covariance=False, data_range=255)
    yield f"{name} {found:.9f}"


result_files.main(lines_of)
