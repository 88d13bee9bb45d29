"""Tests which settings a window keeps for the next one: only what was changed in it, and never in place of a file that it
could not read.

    settings_window.py PROGRAM [FOLDER for screenshots]"""

import json
import os
import shutil
import sys
import tempfile

from driven_window import PATIENCE, SKIPPED, Window

try:
    from dropped_file import drop_file
except ImportError:
    print("skipped: missing python3-xlib")
    sys.exit(SKIPPED)

program, pictures = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None


class Settings:
    """A folder with the settings of a window and of the sample "counters"."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="ingot-settings-")
        os.makedirs(os.path.join(self.folder, "ingot", "samples"))

    def path(self, name):
        return os.path.join(self.folder, "ingot", name)

    def write(self, name, text):
        with open(self.path(name), "w") as file:
            file.write(text)

    def read(self, name):
        with open(self.path(name)) as file:
            return file.read()

    def window(self, *options):
        return Window([program, "run", "counters", "--backend", "cpu-debug", "--paused-at", "2", *options], pictures=pictures,
                      environment={"XDG_CONFIG_HOME": self.folder})


def opened(window):
    window.until(lambda: any(window.see().at(700, 600)), "the sample's picture")


def line_with(window, *words):
    def found():
        line = window.command_line()
        return line if all(word in line for word in words) else None
    return window.until(found, "a command line with " + " ".join(words), 20)


def test_only_what_is_changed_in_the_window_is_kept(settings):
    settings.write("window.json", json.dumps({"theme": "dark", "hints": False}))
    settings.write("samples/counters.json", json.dumps({"parameters": {"brightness": 0.1}}))
    with settings.window("--stride", "9", "--theme", "light", "--ui-scale", "1.25", "--size", "1000x700") as window:
        opened(window)
        line = line_with(window, "--stride", "9")
        assert "--brightness" not in line, line
        table = os.path.join(settings.folder, "numbers.csv")
        with open(table, "w") as file:
            file.write("1,2\n")
        drop_file(window.environment["DISPLAY"], window.window, table, seconds=30 * PATIENCE)
        line_with(window, "--table", table)
        window.key("k")
        assert window.end() == 0, window.output()
    assert json.loads(settings.read("samples/counters.json"))["parameters"] == {"brightness": 0.1, "table": table}
    layout = json.loads(settings.read("window.json"))
    assert layout["theme"] == "dark" and layout["kernels"] and "ui_scale" not in layout and "place" not in layout, layout
    with settings.window() as window:
        opened(window)
        line = line_with(window, "--table", table, "--brightness", "0.1")
        assert "--stride" not in line, line
        window.key("F8")
        assert window.end() == 0, window.output()
    assert json.loads(settings.read("window.json"))["theme"] == "light"


def test_the_edge_of_the_kernel_panel_is_kept(settings):
    settings.write("window.json", json.dumps({"hints": False, "figures": False, "place": [0, 0, 1280, 800]}))
    with settings.window() as window:
        opened(window)
        bare = window.see()
        window.key("k")
        window.until(lambda: window.see().differing(bare) > 100000, "the kernel panel")
        # With half of the width, the panel begins at 1280 - 16 - 640 = 624. Beside it the picture is visible.
        beside = lambda: window.see().at(640, 300)
        covered = beside()
        assert window.see().at(615, 300) == bare.at(615, 300)
        window.drag((626, 300), (800, 300), lambda: beside() == bare.at(640, 300), "the edge")
        assert covered != beside()
        window.look("dragged.png")
        assert window.end() == 0, window.output()
    share = json.loads(settings.read("window.json"))["kernels_share"]
    assert abs(share - (1280 - 16 - 800) / 1280) < 0.02, share
    with settings.window() as window:
        window.until(lambda: window.see().at(850, 300) == covered, "the kernel panel")
        assert window.see().at(780, 300) == bare.at(780, 300), "the panel must begin where it was left"
        window.look("edge.png")
        assert window.end() == 0, window.output()


def test_a_damaged_file_is_shown_and_left_as_it_is(settings):
    damaged = "{\"theme\": \"light\","
    settings.write("window.json", damaged)
    settings.write("samples/counters.json", damaged)
    with settings.window() as window:
        opened(window)
        opened(window)
        for name in ["counters.json", "window.json"]:  # the latest notice is on top
            window.until(lambda: name in window.output(), "a message about " + name)
        shown = window.see()
        window.look("damaged.png")
        window.key("Escape")
        window.until(lambda: window.see().differing(shown) > 1000, "the notice below it", 20)
        window.look("damaged-window.png")
        window.key("F8", "Escape")
        assert window.end() == 0, window.output()
    assert settings.read("window.json") == damaged
    assert settings.read("samples/counters.json") == damaged
    # After the user has removed the file, settings are kept again.
    with settings.window() as window:
        opened(window)
        opened(window)
        os.remove(settings.path("window.json"))
        window.key("F8")
        assert window.end() == 0, window.output()
    assert json.loads(settings.read("window.json"))["theme"] == "light"
    assert settings.read("samples/counters.json") == damaged


for name, test in list(globals().items()):
    if name.startswith("test_"):
        settings = Settings()
        try:
            test(settings)
        finally:
            shutil.rmtree(settings.folder, ignore_errors=True)
        print(name, flush=True)
