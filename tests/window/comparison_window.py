"""Compares two devices in a real window: the split view, side by side, the difference, resync, and a second device that
fails.

    comparison_window.py PROGRAM [FOLDER for screenshots]"""

import json
import subprocess
import sys

from driven_window import SKIPPED, Window

# The test sample draws the lower part of its left half red and its right half green. With --drift it also draws a
# square, 8 pixels from the left and 40 from the top, which becomes brighter with each step on the second device.
SQUARE = (9, 41)
BLACK = (0, 0, 0)


def is_red(colour):
    return colour[0] > 100 and colour[1] < 80


def is_green(colour):
    return colour[1] > 100 and colour[0] < 80


def run(program, *more):
    pictures = sys.argv[2] if len(sys.argv) > 2 else None
    return Window([program, "run", "counters", "--backend", "cpu-debug", "--size", "640x400", "--ui-scale", "0.5", *more],
                  width=640, height=400, pictures=pictures)


def begin(window):
    window.until(lambda: is_red(window.see().at(200, 300)), "the sample's picture")
    before = window.see()
    window.key("h", "space")  # hides the panels and pauses the clock
    window.key("c")
    window.until(lambda: window.see().at(320, 50) != before.at(320, 50), "the line between the two pictures")


def shows_views(program):
    with run(program, "--drift", "on", "--stride", "0") as window:
        begin(window)
        window.key("period", "period", "period", "period")  # four steps: the second device is 4 ahead
        window.look("split.png")

        # The split view shows the square of the first device. After the line is dragged to the square's left, the view
        # shows the square of the second device, which is brighter.
        first = window.see().at(*SQUARE)
        window.drag((320, 250), (3, 260), lambda: window.see().at(*SQUARE) != first, "the line to the left edge")
        second = window.see().at(*SQUARE)
        assert second[0] > first[0], (first, second)

        window.key("v")
        seen = window.until(lambda: (lambda seen: seen if is_green(seen.at(250, 350)) else None)(window.see()), "side by side")
        window.look("side-by-side.png")
        assert is_red(seen.at(80, 350)) and is_green(seen.at(240, 350)), "the left half must show the first device"
        assert is_red(seen.at(400, 350)) and is_green(seen.at(560, 350)), "the right half must show the second device"

        window.key("v")
        seen = window.until(lambda: (lambda seen: seen if seen.at(250, 350) == BLACK else None)(window.see()), "the difference")
        window.look("difference.png")
        assert seen.at(*SQUARE) != BLACK and seen.at(500, 350) == BLACK
        assert seen.at(7, 41) == BLACK and seen.at(9, 39) == BLACK, "only the square must differ"

        window.key("y")
        window.until(lambda: window.see().at(*SQUARE) == BLACK, "equal pictures after a resync")
        window.key("period")
        window.until(lambda: window.see().at(*SQUARE) != BLACK, "a difference one step later")

        window.key("h")  # shows the panels again
        window.until(lambda: window.see().differing(seen) > 5000, "the panels")
        window.look("difference-with-panels.png")
        window.key("c")
        window.until(lambda: is_red(window.see().at(200, 300)), "the first device alone")
        assert window.end() == 0, window.output()


def survives_failure_of_second_device(program):
    with run(program, "--fail", "step-of-second") as window:
        window.until(lambda: is_red(window.see().at(200, 300)), "the sample's picture")
        window.key("c")
        window.until(lambda: "The comparison ended" in window.output(), "the notice")
        assert "step-of-second was told to fail" in window.output()
        window.look("failed-second.png")
        before = window.see()
        window.key("h", "space")
        window.until(lambda: window.see().differing(before) > 0, "the window to continue")
        assert is_red(window.see().at(200, 300)), "the first device must still be shown"
        window.end()


def main():
    program = sys.argv[1]
    listed = json.loads(subprocess.run([program, "devices", "--json"], check=True, stdout=subprocess.PIPE).stdout)
    if sum("unavailable" not in each for each in listed) < 2:
        print("skipped: one device only")
        sys.exit(SKIPPED)
    shows_views(program)
    survives_failure_of_second_device(program)


if __name__ == "__main__":
    main()
