"""Leaves food for a slime mould with the mouse in a real window, and removes it.

    slime_window.py PROGRAM [FOLDER for screenshots]"""

import sys

from driven_window import Window

PLACE = (250, 130)  # where the mouse draws


def feeds_with_the_mouse(program):
    pictures = sys.argv[2] if len(sys.argv) > 2 else None
    # Agents that are nearly invisible, so that the food is what the picture shows.
    with Window([program, "run", "slime", "--backend", "cpu-debug", "--agents", "1000", "--columns", "128", "--rows", "80",
                 "--deposit", "0.01", "--brightness", "0.1", "--contrast", "20", "--glow", "0", "--brush", "0.1", "--fixed-step",
                 "--size", "640x400", "--ui-scale", "0.5"], width=640, height=400, pictures=pictures) as window:
        window.until(lambda: max(window.see().at(90, 249)) > 50, "a slider of the panel")
        window.key("h")  # hides the panels
        window.until(lambda: max(window.see().at(*PLACE)) < 40, "a dark plane")
        window.drag((230, 130), (270, 130), lambda: min(window.see().at(*PLACE)) > 60, "food")
        window.look("food.png")
        window.key("m")  # repellent
        window.drag((230, 130), (270, 130), lambda: red(window.see().at(*PLACE)), "repellent")
        window.look("repellent.png")
        window.key("m")  # eraser
        window.drag((230, 130), (270, 130), lambda: max(window.see().at(*PLACE)) < 40, "nothing")
        window.key("ctrl+q")
        window.until(lambda: window.process.poll() is not None, "the end of the run")
        assert window.process.returncode == 0, window.output()


def red(colour):
    return colour[0] > 60 and colour[1] < 0.6 * colour[0]


if __name__ == "__main__":
    feeds_with_the_mouse(sys.argv[1])
