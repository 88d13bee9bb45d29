"""The shape of a real window: resized while frames go on, full screen and back, larger text.

    shape_window.py PROGRAM [FOLDER for screenshots]"""

import sys

from driven_window import Window

SCREEN = (1280, 800)


def picture_fills(window, width, height):
    """The test sample's right half is green up to the window's corners, and nothing is behind them."""
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
        window.until(lambda: window.see().at(600, 100)[1] > 60, "the sample's picture")
        window.key("h")
        for width, height in ((800, 600), (333, 222), (1200, 700), (64, 64), (641, 479)):
            window.resize(width, height)
            picture_fills(window, width, height)
        window.look("resized.png")

        window.key("F11")
        picture_fills(window, *SCREEN)
        window.look("full-screen.png")
        window.key("F11")
        # SDL from 2.30 puts the window where it asked for it at first, in the middle, and not where the window manager had it.
        window.until(lambda: window.size() == (641, 479), "the size before full screen")
        window.place(0, 0)
        picture_fills(window, 641, 479)

        # Larger text: the panels grow, as they do on a display of higher density.
        window.resize(1200, 760)
        picture_fills(window, 1200, 760)
        window.move(1190, 750)
        bare = window.see()
        window.key("h")
        edge = (500, 200)  # right of the panel of the sample, as long as the text is not larger
        window.until(lambda: window.see().at(300, 200) != bare.at(300, 200), "the panels")
        assert window.see().at(*edge) == bare.at(*edge)
        window.look("small-text.png")
        for _ in range(6):
            window.key("ctrl+plus")
        window.until(lambda: window.see().at(*edge) != bare.at(*edge), "larger panels")
        window.look("large-text.png")
        window.key("ctrl+0")
        window.until(lambda: window.see().at(*edge) == bare.at(*edge), "the panels as they were")
        assert window.end() == 0, window.told()


if __name__ == "__main__":
    main()
