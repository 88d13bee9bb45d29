"""Draws ink and an obstacle with the mouse in a real window, and repeats the strokes from the file that the run writes. Draws ink in
real time, and repeats the picture by the command line that the window copies.

    fluid_window.py PROGRAM [FOLDER for screenshots]"""

import os
import shlex
import subprocess
import sys
import time

from driven_window import Window

PLACE = (250, 130)  # where the mouse draws, and nothing else is


def shows_what_the_mouse_draws(program):
    pictures = sys.argv[2] if len(sys.argv) > 2 else None
    strokes = os.path.abspath(f"fluid-{os.getpid()}.strokes")
    try:
        with Window([program, "run", "fluid", "--backend", "cpu-debug", "--scene", "basin", "--columns", "64", "--rows", "32",
                     "--palette", "sumi", "--pen", "first", "--brush", "0.08", "--fade", "0", "--fixed-step",
                     "--size", "640x400", "--ui-scale", "0.5", "--save", strokes],
                    width=640, height=400, pictures=pictures) as window:
            window.until(lambda: min(window.see().at(*PLACE)) > 150, "the light table")
            window.key("h")  # hides the panels
            empty = window.see().at(*PLACE)
            window.drag((230, 130), (270, 130), lambda: sum(window.see().at(*PLACE)) < sum(empty) - 120, "black ink")
            window.look("ink.png")
            window.key("m", "m")  # ink, wind, obstacle
            window.drag((440, 250), (480, 250), lambda: max(window.see().at(460, 250)) < 90, "an obstacle")
            window.look("obstacle.png")
            window.key("ctrl+q")
            window.until(lambda: window.process.poll() is not None, "the end of the run")
            assert window.process.returncode == 0, window.output()
        with open(strokes) as text:
            lines = [line.split() for line in text if not line.startswith("#")]
        tools = {line[1] for line in lines}
        assert tools == {"ink", "obstacle"}, tools
        # The file repeats the strokes in a run without a window.
        last = int(lines[-1][0])
        run = subprocess.run([program, "run", "fluid", "--backend", "cpu-debug", "--scene", "basin", "--columns", "64", "--rows", "32",
                              "--headless", "--frames", str(last + 1), "--strokes", strokes, "--save", strokes + ".again"],
                             capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
    finally:
        for file in (strokes, strokes + ".again"):
            if os.path.exists(file):
                os.remove(file)


def still(window):
    """Waits until the picture does not change, and returns it."""
    def same_twice():
        first = window.see()
        time.sleep(1.0)
        second = window.see()
        return second if second.differing(first) == 0 else None
    return window.until(same_twice, "a picture that does not change")


def repeats_a_run_in_real_time(program):
    pictures = sys.argv[2] if len(sys.argv) > 2 else None
    size = {"width": 640, "height": 400, "pictures": pictures}
    with Window([program, "run", "fluid", "--backend", "cpu-debug", "--scene", "basin", "--columns", "64", "--rows", "32",
                 "--palette", "sumi", "--brush", "0.08", "--fade", "0", "--size", "640x400", "--ui-scale", "0.5"], **size) as window:
        window.until(lambda: min(window.see().at(*PLACE)) > 150, "the light table")
        window.key("h")
        empty = window.see().at(*PLACE)
        window.drag((230, 130), (270, 130), lambda: sum(window.see().at(*PLACE)) < sum(empty) - 120, "ink")
        window.key("space")
        window.move(600, 380)
        time.sleep(3.0)  # the word about the pause disappears
        expected = still(window)
        window.look("lived.png")
        window.key("ctrl+c")
        line = window.until(lambda: window.clipboard(), "a command line in the clipboard", 20)
        window.key("ctrl+q")
        window.until(lambda: window.process.poll() is not None, "the end of the run")
    words = shlex.split(line)
    for option in ("--drawn", "--step-lengths", "--paused-at"):
        assert option in words, line
    with Window([program, *words[1:], "--ui-scale", "0.5"], **size) as window:
        window.until(lambda: min(window.see().at(*PLACE)) > 150, "the light table")
        window.key("h")
        window.move(600, 380)
        window.until(lambda: sum(window.see().at(*PLACE)) < sum(empty) - 120, "ink without a hand")
        repeated = still(window)
        window.look("repeated.png")
        assert repeated.differing(expected) == 0, f"{repeated.differing(expected)} pixels differ after {line}"


if __name__ == "__main__":
    shows_what_the_mouse_draws(sys.argv[1])
    repeats_a_run_in_real_time(sys.argv[1])
