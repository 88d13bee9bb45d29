"""Tests the profiler in a real window: its key shows it, frames appear in it, and a key saves its trace.

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
        # The profiler is wider than the panel of statistics and covers a part of the picture's green half.
        window.until(lambda: window.see().at(430, 120) != before.at(430, 120), "the profiler")
        window.look("profiler.png")

        window.key("t")
        trace = json.load(open(window.until(lambda: saved(window), "a trace")[0]))
        events = [each for each in trace["traceEvents"] if each["ph"] == "X"]
        names = {each["name"] for each in events}
        assert {"step", "draw", "panels", "present", "lighten"} <= names, names
        launches = [each for each in events if each["cat"] == "kernel"]
        for earlier, later in zip(launches, launches[1:]):
            assert later["ts"] + 0.002 >= earlier["ts"] + earlier["dur"], "kernels of one queue must not overlap"
        window.until(lambda: "Saved" in window.output() or window.see().differing(before) > 0, "a message about the saved trace")

        window.key("F2")
        window.until(lambda: window.see().at(430, 120)[1] > 100, "the statistics again")
        assert window.end() == 0, window.output()


if __name__ == "__main__":
    main()
