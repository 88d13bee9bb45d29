"""Draws smoke and an obstacle with the mouse in a real window, and then turns the camera with it.

    smoke_window.py PROGRAM [FOLDER for screenshots]"""

import sys

from driven_window import Window

SIZE = {"width": 640, "height": 400}
PLACE = (300, 150)  # in front of the dark backdrop, and inside of the box


def picture(window):
    """Pixels of a grid over the window."""
    seen = window.see()
    return [seen.at(x, y) for y in range(20, 380, 12) for x in range(40, 600, 12)]


def changed(before, after):
    """The number of pixels that differ visibly."""
    return sum(max(abs(a - b) for a, b in zip(one, other)) > 24 for one, other in zip(before, after))


def shows_what_the_mouse_draws(program):
    pictures = sys.argv[2] if len(sys.argv) > 2 else None
    with Window([program, "run", "smoke", "--backend", "cpu-debug", "--scene", "empty", "--columns", "16", "--rows", "16",
                 "--layers", "16", "--brush", "0.1", "--sun", "250", "--buoyancy", "0", "--fade", "0", "--fixed-step",
                 "--size", "640x400", "--ui-scale", "0.5"], pictures=pictures, **SIZE) as window:
        window.until(lambda: changed([(0, 0, 0)] * 2000, picture(window)) > 300, "the floor")
        window.key("h")  # hides the panels
        dark = sum(window.see().at(*PLACE))
        window.drag((290, 150), (310, 150), lambda: sum(window.see().at(*PLACE)) > dark + 150, "smoke")
        window.look("smoke.png")
        window.key("m", "m")  # smoke, wind, obstacle
        dark = sum(window.see().at(340, 230))
        window.drag((335, 230), (345, 230), lambda: sum(window.see().at(340, 230)) > dark + 60, "an obstacle")
        window.look("obstacle.png")
        window.key("m", "m")  # erase, camera
        before = picture(window)
        window.drag((100, 60), (300, 60), lambda: changed(before, picture(window)) > 60, "another view")
        window.look("turned.png")
        window.key("ctrl+q")
        window.until(lambda: window.process.poll() is not None, "the end of the run")
        assert window.process.returncode == 0, window.output()


if __name__ == "__main__":
    shows_what_the_mouse_draws(sys.argv[1])
