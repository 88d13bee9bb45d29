"""Goes to other frames of a video by clicks in the chart of the sample 'motion', in a real window. Then shows a damaged file.

    motion_window.py PROGRAM [FOLDER for screenshots]"""

import os
import sys
import tempfile
import time

from driven_window import Window

# A row of the chart between the panels. The area below the curve is blue at its lower edge.
CHART = 340
BELOW_CURVE = 357
VIDEO = (320, 180)


def is_blue(colour):
    return colour[2] > colour[0] + 15


def run(program, *more):
    pictures = sys.argv[2] if len(sys.argv) > 2 else None
    return Window([program, "run", "motion", "--backend", "cpu-debug", "--size", "640x400", "--ui-scale", "0.5", "--pace", "step",
                   "--video-width", "64", "--video-height", "36", *more], width=640, height=400, pictures=pictures)


def seeks(program):
    with run(program, "--paused-at", "100") as window:
        window.until(lambda: window.see().at(*VIDEO) != (0, 0, 0), "the video")
        window.until(lambda: sum(is_blue(window.see().at(x, BELOW_CURVE)) for x in range(300, 486)) > 150, "the whole curve")
        time.sleep(1)
        before = window.see()
        window.look("before.png")
        window.drag((470, CHART), (400, CHART), lambda: differs_in_video(window.see(), before), "another frame of the video")
        window.look("after.png")
        assert window.end() == 0, window.output()


def differs_in_video(seen, before):
    return sum(seen.at(x, y) != before.at(x, y) for x in range(210, 450, 4) for y in range(100, 260, 4)) > 20


def shows_damage(program):
    with tempfile.TemporaryDirectory() as folder:
        video = os.path.join(folder, "short.y4m")
        with open(video, "wb") as file:
            file.write(b"YUV4MPEG2 W16 H16 F25:1 Cmono\n")
            for level in (60, 120, 180):
                file.write(b"FRAME\n" + bytes([level] * 256))
            file.write(b"FRAME\n" + bytes(100))
        with run(program, "--source", "file", "--file", video) as window:
            # The frames are bright, and the message is a dark box over them.
            window.until(lambda: sum(window.see().at(x, 80)[0] < 100 for x in range(290, 370)) > 40, "the message")
            window.look("damaged.png")
            assert window.end() == 0, window.output()


if __name__ == "__main__":
    seeks(sys.argv[1])
    shows_damage(sys.argv[1])
