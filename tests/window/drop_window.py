"""Drops files on a real window: a file must go to the parameter that reads it, presets must be applied, and the window
must report files that it cannot read.

    drop_window.py PROGRAM [FOLDER for screenshots]"""

import json
import os
import sys

from driven_window import PATIENCE, SKIPPED, Window

try:
    from dropped_file import drop_file
except ImportError:
    print("skipped: missing python3-xlib")
    sys.exit(SKIPPED)


def main():
    program, pictures = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    with Window([program, "run", "counters", "--backend", "cpu-debug", "--paused-at", "2", "--size", "1200x760"], width=1200,
                height=760, pictures=pictures) as window:
        def write(name, text):
            path = os.path.join(window.folder, name)
            with open(path, "w") as file:
                file.write(text)
            return path

        def drop(name, text=""):
            drop_file(window.environment["DISPLAY"], window.window, write(name, text), seconds=30 * PATIENCE)

        def line_with(*words):
            def found():
                line = window.command_line()
                return line if all(word in line for word in words) else None
            return window.until(found, "a command line with " + " ".join(words), 20)

        window.until(lambda: window.see().at(700, 300) != (0, 0, 0), "the sample's picture")
        drop("numbers of a table.csv", "1,2\n")
        line_with("--table", os.path.join(window.folder, "numbers of a table.csv"))
        drop("anything.bin", "x")
        line_with("--source", os.path.join(window.folder, "anything.bin"))
        window.look("files.png")

        drop("mine.json", json.dumps({"sample": "counters", "presets": [{"name": "quick", "title": "Quick", "parameters": {"stride": 42}}]}))
        line_with("--stride", "42")
        window.look("preset.png")

        before = window.see()
        drop("broken.json", "{\"sample\": \"counters\", \"presets\": [")
        window.until(lambda: "broken.json" in window.output(), "a message about the broken file")
        window.until(lambda: window.see().differing(before) > 2000, "a notice")
        window.look("broken.png")
        line_with("--stride", "42")
        assert window.end() == 0, window.output()


if __name__ == "__main__":
    main()
