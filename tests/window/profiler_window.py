"""The profiler in a real window: shown by its key, fed by the frames, and its trace saved by a key and by its button.

    profiler_window.py PROGRAM [FOLDER for screenshots]"""

import glob
import json
import os
import sys

from driven_window import Window


def saved(window):
    return glob.glob(os.path.join(window.folder, "*.trace.json"))


def main():
    pictures = sys.argv[2] if len(sys.argv) > 2 else None
    arguments = ["run", "counters", "--backend", "cpu-debug", "--launch", "on", "--size", "640x400", "--ui-scale", "0.5"]
    with Window([sys.argv[1], *arguments], width=640, height=400, pictures=pictures) as window:
        window.until(lambda: window.see().at(200, 300)[0] > 100, "the sample's picture")
        before = window.see()
        window.key("F2")
        # The profiler is wider than the figures: where the green half was, there is a panel.
        window.until(lambda: window.see().at(430, 120) != before.at(430, 120), "the profiler")
        window.look("profiler.png")

        window.key("t")
        trace = json.load(open(window.until(lambda: saved(window), "a trace")[0]))
        events = [each for each in trace["traceEvents"] if each["ph"] == "X"]
        names = {each["name"] for each in events}
        assert {"step", "draw", "panels", "present", "lighten"} <= names, names
        launches = [each for each in events if each["cat"] == "kernel"]
        for earlier, later in zip(launches, launches[1:]):
            assert later["ts"] + 0.002 >= earlier["ts"] + earlier["dur"], "one queue"
        window.until(lambda: "Saved" in window.told() or window.see().differing(before) > 0, "a word about it")

        window.key("F2")
        window.until(lambda: window.see().at(430, 120)[1] > 100, "the figures again")
        assert window.end() == 0, window.told()


if __name__ == "__main__":
    main()
