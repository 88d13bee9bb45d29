"""Changes the size of a real window while it draws: resizing, full screen and back, larger text.

    shape_window.py PROGRAM [FOLDER for screenshots]"""

import sys

from driven_window import Window

SCREEN = (1280, 800)


def picture_fills(window, width, height):
    """Waits until the picture fills the window: the test sample's right half is green up to the window's corners, and
    the display is black beyond."""
    def check():
        if window.size() != (width, height):
            return False
        seen = window.see()
        return all(seen.at(x, y)[1] > 60 and seen.at(x, y)[0] < 60 for x in (width - 2, width - width // 4) for y in (2, height - 2)) and (
            width + 4 >= SCREEN[0] or seen.at(width + 4, 2) == (0, 0, 0))
    window.until(check, f"a picture of {width} x {height}")


def main():
    program, pictures = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    arguments = ["run", "counters", "--backend", "cpu-debug", "--drift", "on", "--size", "640x480"]
    with Window([program, *arguments], width=SCREEN[0], height=SCREEN[1], pictures=pictures, managed=True) as window:
        window.until(lambda: window.see().at(600, 300)[1] > 60, "the sample's picture")
        window.key("h")
        for width, height in ((800, 600), (333, 222), (1200, 700), (64, 64), (641, 479)):
            window.resize(width, height)
            picture_fills(window, width, height)
        window.look("resized.png")

        window.key("F11")
        picture_fills(window, *SCREEN)
        window.look("full-screen.png")
        window.key("F11")
        # After full screen, SDL 2.30 and later place the window at the centre, as at the start, and not where it was
        # before.
        window.until(lambda: window.size() == (641, 479), "the size before full screen")
        window.place(0, 0)
        picture_fills(window, 641, 479)

        # With larger text the panels grow, as on a display with a higher pixel density.
        window.resize(1200, 760)
        picture_fills(window, 1200, 760)
        window.move(1190, 750)
        bare = window.see()
        window.key("h")
        edge = (500, 200)  # right of the sample's panel while the text has its normal size
        window.until(lambda: window.see().at(300, 200) != bare.at(300, 200), "the panels")
        assert window.see().at(*edge) == bare.at(*edge)
        window.look("small-text.png")
        for _ in range(6):
            window.key("ctrl+plus")
        window.until(lambda: window.see().at(*edge) != bare.at(*edge), "larger panels")
        window.look("large-text.png")
        window.key("ctrl+0")
        window.until(lambda: window.see().at(*edge) == bare.at(*edge), "the panels in their first size")
        assert window.end() == 0, window.output()


if __name__ == "__main__":
    main()
