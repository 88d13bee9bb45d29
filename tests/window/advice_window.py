"""Tries a fix of the advisor in a real window: the button at the line of the remark, the comparison with the fixed kernel,
and the way back. The kernel file must stay as it is.

    advice_window.py PROGRAM [FOLDER for screenshots]"""

import os
import shutil
import sys
import tempfile
import time

from driven_window import Window

# The program runs the kernel that is built in. This file has another one, so that the pictures differ by more than rounding.
KERNEL = """#include <ingot/kernel.hpp>

using namespace ingot;

kernel void lighten(buffer<float> colours, param<float> by) {
    colours[global_id.x] = (colours[global_id.x] + 9.7) * 1.1 + by;
}
"""

MARK = (371, 246)  # left of the line with the remark
BUTTON = (934, 246)  # at the right edge of the panel, in that line
GREEN = (1270, 600)  # the sample's right half, which no panel covers
HELP = (1270, 345)  # there too; the help text of the remark covers it while the mouse is over the line


def is_orange(colour):
    return colour[0] > 200 and 120 < colour[1] < 200 and colour[2] < 120


def is_green(colour):
    return colour[1] > 100 and colour[0] < 80


def tries_and_goes_back(window):
    window.until(lambda: is_green(window.see().at(*GREEN)), "the sample's picture")
    window.key("k")
    window.until(lambda: is_orange(window.see().at(*MARK)), "the mark of the remark")
    window.look("remark.png")

    def shows_difference():
        # V goes to the next of three views, if there is a comparison. In the difference all is black that is equal.
        window.key("v")
        time.sleep(0.5)
        return window.see().at(*GREEN) == (0, 0, 0)

    def is_tried():
        # A click is lost if a frame takes longer than the click, as on a busy machine.
        window.click(*BUTTON)
        window.move(640, 500)
        window.until(lambda: is_green(window.see().at(*HELP)), "the help text to disappear")
        end = time.monotonic() + 30
        while time.monotonic() < end:
            if shows_difference():
                return True
        return False
    window.until(is_tried, "the difference between the original and the fixed kernel", seconds=120)
    window.look("difference.png")
    window.key("c")
    window.until(lambda: is_green(window.see().at(*GREEN)), "the original alone")


def main():
    program, pictures = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    folder = tempfile.mkdtemp(prefix="ingot-advice-")
    file = os.path.join(folder, "lighten.kernels.cpp")
    with open(file, "w") as text:
        text.write(KERNEL)
    try:
        with Window([program, "run", "counters", "--backend", "cpu-debug", "--launch", "on", "--size", "1280x720", "--fresh"],
                    width=1280, height=720, environment={"INGOT_TEST_KERNELS": folder}, pictures=pictures) as window:
            tries_and_goes_back(window)
            assert window.end() == 0, window.output()
        with open(file) as text:
            assert text.read() == KERNEL, "the author's file must stay as it is"
        assert os.listdir(folder) == ["lighten.kernels.cpp"], os.listdir(folder)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()
