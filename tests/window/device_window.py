"""Switches devices in a real window: the switch must keep state, camera, parameters and frame number.

    device_window.py PROGRAM [FOLDER for screenshots]"""

import json
import subprocess
import sys

from driven_window import SKIPPED, Window

SQUARE = (9, 41)  # The test sample draws it with --drift; its brightness shows the state


def option(words, name):
    return words[words.index(name) + 1]


def main():
    program, pictures = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    listed = json.loads(subprocess.run([program, "devices", "--json"], check=True, stdout=subprocess.PIPE).stdout)
    if sum("unavailable" not in each for each in listed) < 2:
        print("skipped: one device only")
        sys.exit(SKIPPED)
    arguments = ["run", "counters", "--backend", "cpu-debug", "--drift", "on", "--stride", "7", "--paused-at", "5", "--fixed-step"]
    with Window([program, *arguments, "--size", "1200x760"], width=1200, height=760, pictures=pictures) as window:
        window.until(lambda: window.see().at(200, 500) != (0, 0, 0), "the sample's picture")
        window.key("h", "bracketright")
        window.drag((600, 300), (700, 330), lambda: "--camera" in window.command_line(), "the camera")
        square = window.see().at(*SQUARE)
        assert square != (0, 0, 0), "the square must show the state"
        before = window.command_line()
        assert option(before, "--backend") == "cpu-debug", before
        window.look("first-device.png")

        window.key("Tab")
        after = window.until(lambda: (lambda now: now if option(now, "--backend") != "cpu-debug" else None)(window.command_line()),
                             "another device")
        window.look("second-device.png")
        assert window.see().at(*SQUARE) == square, "the switch must keep the state"
        for name in ("--camera", "--stride", "--drift", "--paused-at", "--view-exposure"):
            assert option(after, name) == option(before, name), (name, before, after)
        window.key("period")
        window.until(lambda: window.see().at(*SQUARE) != square, "another step from the kept state")
        assert int(option(window.command_line(), "--paused-at")) == 6
        assert window.end() == 0, window.output()


if __name__ == "__main__":
    main()
