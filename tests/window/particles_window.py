"""Pushes water with the mouse in a real window, and then turns the camera with it.

    particles_window.py PROGRAM [FOLDER for screenshots]"""

import sys
import time

from driven_window import Window

SIZE = {"width": 640, "height": 400}


def picture(window):
    """Pixels of a grid over the window."""
    seen = window.see()
    return [seen.at(x, y) for y in range(20, 380, 12) for x in range(40, 600, 12)]


def changed(before, after):
    """The number of pixels that differ visibly."""
    return sum(max(abs(a - b) for a, b in zip(one, other)) > 24 for one, other in zip(before, after))


def at_rest(window):
    """Waits until the water is nearly at rest. Returns the picture, and the number of pixels that still change in two seconds."""
    before = picture(window)
    for _ in range(30):
        time.sleep(2)
        now = picture(window)
        moving = changed(before, now)
        if moving < 40:
            return now, moving
        before = now
    raise AssertionError(f"the water does not come to rest: {moving} pixels change in two seconds")


def pushes_water(program):
    pictures = sys.argv[2] if len(sys.argv) > 2 else None
    with Window([program, "run", "particles", "--backend", "cpu-debug", "--preset", "pool", "--particles", "1000", "--fixed-step",
                 "--size", "640x400", "--ui-scale", "0.5"], pictures=pictures, **SIZE) as window:
        window.until(lambda: changed([(0, 0, 0)] * 1000, picture(window)) > 500, "the studio")
        time.sleep(2)  # the panels may come with a later picture than the water
        with_panels = picture(window)
        window.key("h")  # hides the panels
        window.until(lambda: changed(with_panels, picture(window)) > 20, "no panels")
        still, alone = at_rest(window)
        window.drag((230, 225), (400, 215), lambda: changed(still, picture(window)) > 2 * alone + 20, "a wave")
        window.look("wave.png")
        window.key("m")  # the camera
        before = picture(window)
        window.drag((300, 60), (420, 60), lambda: changed(before, picture(window)) > 100, "another view")
        window.look("turned.png")
        window.key("ctrl+q")
        window.until(lambda: window.process.poll() is not None, "the end of the run")
        assert window.process.returncode == 0, window.output()


if __name__ == "__main__":
    pushes_water(sys.argv[1])
