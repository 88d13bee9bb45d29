"""Operates the window by mouse, keyboard and clipboard: tests the effect of each key, the settings that are kept
between starts, and saved files.

    shell_window.py PROGRAM FOLDER_FOR_SCREENSHOTS [TEST…]"""

import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

from driven_window import Window

program, pictures = sys.argv[1], sys.argv[2]

# Controls of the sample "counters" in a window of 1200 by 760 pixels.
SPEED = (510, 721)
STRIDE = (240, 380)


class ShellWindow(Window):
    def hold(self, key, seconds=0.5):
        """Holds a key as long as a finger does: Dear ImGui misses a key that is pressed and released within one
        frame."""
        self._tool("keydown", key)
        time.sleep(seconds)
        self._tool("keyup", key)

    def wheel(self, x, y, up):
        self.move(x, y)
        time.sleep(0.15)
        for _ in range(up):
            self._tool("click", 4)
            time.sleep(0.1)

    def type(self, text):
        self._tool("type", "--delay", 80, text)

    def title(self):
        return self._tool("getwindowname", self.window)


class Session:
    """Starts windows that share a folder for settings."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="ingot-kept-")
        os.makedirs(os.path.join(self.folder, "ingot", "samples"))
        with open(os.path.join(self.folder, "ingot", "window.json"), "w") as text:
            json.dump({"figures": False}, text)  # their graph changes in every frame

    def window(self, *arguments, **how):
        return ShellWindow([program, *arguments], pictures=pictures, environment={"XDG_CONFIG_HOME": self.folder}, **how)

    def kept(self, name):
        try:
            with open(os.path.join(self.folder, "ingot", name)) as text:
                return json.load(text)
        except FileNotFoundError:
            return {}


def settled(window):
    """Waits until two successive screenshots are equal, and returns the last one."""
    last = window.see()
    for _ in range(300):  # half a minute: a busy machine takes long to open a sample
        time.sleep(0.1)
        now = window.see()
        if last.rgb == now.rgb:
            return now
        last = now
    raise AssertionError("the window keeps changing")


def opened(window, title="Counters"):
    """Waits until the sample runs, and returns a screenshot."""
    window.until(lambda: title in window.title(), title)
    window.until(lambda: any(window.see().at(60, 65)), "a picture")
    return settled(window)


def changed(window, before, what):
    """Waits until the window differs from `before` and no longer changes, and returns a screenshot."""
    window.until(lambda: window.see().rgb != before.rgb, "an effect of " + what, 20)
    return settled(window)


def differing_pieces(one, other):
    """Returns the number of pieces of 50 pixels in which the two screenshots differ."""
    return sum(one.rgb[i:i + 150] != other.rgb[i:i + 150] for i in range(0, len(one.rgb), 150))


def test_keys_change_what_is_seen(kept):
    with kept.window("run", "counters", "--backend", "cpu-debug", "--paused-at", "2", "--size", "1200x760", width=1200, height=760) as window:
        before = opened(window)
        window.look("dark.png")
        for name in ["h", "h", "k", "k", "F1", "F1", "F8", "F8", "bracketright", "bracketleft", "f", "f", "j", "l", "g", "g"]:
            window.key(name)
            before = changed(window, before, "the key " + name)
            if name in ("k", "F1", "F8"):
                window.look(f"key-{name}.png")
        window.key("period")
        changed(window, before, "a single step")
        assert window.end() == 0


def test_what_was_left_comes_back(kept):
    with kept.window("run", "counters", "--backend", "cpu-debug", "--paused-at", "2", "--size", "1200x760") as window:
        opened(window)
        window.resize(1100, 720)
        window.place(0, 0)
        window.key("F8", "ctrl+3", "ctrl+plus", "k")
        time.sleep(1.0)
        assert window.end() == 0
    assert list(kept.kept("samples/counters.json")["bookmarks"]) == ["3"]
    layout = kept.kept("window.json")
    assert layout["theme"] == "light" and layout["kernels"] and layout["ui_scale"] > 1.0, layout
    assert layout["place"][2:] == [1100, 720], layout
    with kept.window("run", "counters", "--backend", "cpu-debug", "--paused-at", "2") as window:
        light = opened(window)
        window.look("comes-back.png")
        assert light.width == 1280 and sum(light.at(60, 65)) > 500, "the panels must be light again"
        assert window.end() == 0


def test_a_copied_command_brings_back_the_same(kept):
    arguments = ["run", "counters", "--backend", "cpu-debug", "--paused-at", "3", "--fixed-step", "--size", "1200x760", "--stride", "-4", "--source",
                 "/tmp/it's a file $x"]
    with kept.window(*arguments, width=1200, height=760) as window:
        opened(window)
        window.key("bracketright")
        window.drag((600, 300), (700, 330), lambda: True, "the camera")
        settled(window)
        window.key("ctrl+c")
        line = window.until(lambda: window.clipboard(), "a command line in the clipboard", 20)
        window.key("Escape")
        time.sleep(0.5)
        first = settled(window)
        assert window.end() == 0
    words = shlex.split(line)
    assert words[:3] == ["ingot", "run", "counters"], line
    assert "/tmp/it's a file $x" in words and "--camera" in words and "--view-exposure" in words, line
    with kept.window(*words[1:], width=1200, height=760) as window:
        second = opened(window)
        assert differing_pieces(first, second) == 0, "the picture and the panels must be the same"
        assert window.end() == 0


def test_a_copied_link_is_pasted(kept):
    with kept.window("run", "counters", "--backend", "cpu-debug", "--paused-at", "3", "--fixed-step", "--stride", "-4",
                     "--size", "1200x760", width=1200, height=760) as window:
        opened(window)
        window.key("ctrl+shift+c")
        link = window.until(lambda: window.clipboard(), "a link in the clipboard", 20)
        assert link.startswith("ingot://counters?stride=-4&"), link
        window.key("Escape")
        settled(window)
        window.key("Next")
        window.until(lambda: "Plain" in window.title(), "another sample")
        window.key("ctrl+v")
        window.until(lambda: "Counters" in window.title(), "the sample of the link")
        assert window.end() == 0


def test_flying_and_bookmarks(kept):
    with kept.window("run", "plain", "--backend", "cpu-debug", "--paused-at", "1", "--size", "1200x760", width=1200, height=760) as window:
        home = opened(window, "Plain").at(600, 350)
        here = lambda: window.see().at(600, 350)
        window.key("ctrl+1", "Escape", "f")
        window.hold("w", 0.5)
        window.until(lambda: here() != home, "a flight by W", 20)
        window.key("1")
        window.until(lambda: here() == home, "the bookmark's view", 20)
        window.key("f")
        window.wheel(600, 350, up=3)
        window.until(lambda: here() != home, "a closer view by the wheel", 20)
        window.key("Home")
        window.until(lambda: here() == home, "the first view", 20)
        assert window.end() == 0


def test_the_browser(kept):
    with kept.window(width=1200, height=760) as window:
        everything = opened(window, "Ingot")
        window.look("browser.png")
        window.key("ctrl+f")
        window.type("every default")
        window.until(lambda: differing_pieces(everything, window.see()) > 100, "a search result with fewer samples", 20)
        window.look("browser-search.png")
        window.hold("Return")
        window.until(lambda: "Plain" in window.title(), "the sample that was found")
        window.key("Next")
        window.until(lambda: "Counters" in window.title(), "the next sample")
        window.key("Escape", "Escape")
        window.until(lambda: window.title() == "Ingot", "the browser")
        assert window.end() == 0


def test_the_next_sample_is_announced_while_it_opens(kept):
    with open(os.path.join(kept.folder, "ingot", "samples", "counters.json"), "w") as text:
        json.dump({"parameters": {"load-milliseconds": 6000}}, text)
    with kept.window("run", "plain", "--backend", "cpu-debug", "--paused-at", "1", "--size", "1200x760", width=1200, height=760) as window:
        before = opened(window, "Plain")
        window.key("Next")
        window.until(lambda: window.title() == "Ingot", "the end of the first sample", 4)
        window.until(lambda: differing_pieces(before, window.see()) > 1000, "a sign that the next sample is being opened", 4)
        window.look("opening.png")
        assert "Counters" not in window.title()
        window.until(lambda: "Counters" in window.title(), "the next sample")
        assert window.end() == 0


def test_escape_closes_what_is_on_top_first(kept):
    with kept.window("run", "counters", "--backend", "cpu-debug", "--paused-at", "2", "--size", "1200x760", width=1200, height=760) as window:
        bare = opened(window)
        for name in ["k", "F2", "F1"]:
            window.key(name)
            window.until(lambda: differing_pieces(bare, window.see()) > 100, "the panel of " + name, 20)
            window.key("Escape")
            window.until(lambda: differing_pieces(bare, window.see()) == 0, "the picture without the panel of " + name, 20)
        window.key("k")
        panel = changed(window, bare, "the key k")
        window.click(*SPEED)
        window.look("list-over-kernels.png")
        changed(window, panel, "the list of speeds")
        window.key("Escape")
        window.move(600, 5)
        window.until(lambda: differing_pieces(panel, window.see()) == 0, "the kernels without the list", 20)
        window.key("Escape")
        window.until(lambda: differing_pieces(bare, window.see()) == 0, "the picture", 20)
        assert "Counters" in window.title()
        window.key("Escape")
        window.until(lambda: window.title() == "Ingot", "the browser")
        assert window.end() == 0


def test_tab_after_a_click_on_a_slider_only_switches_the_device(kept):
    with kept.window("run", "counters", "--backend", "cpu-debug", "--paused-at", "2", "--size", "1200x760", width=1200, height=760) as window:
        opened(window)
        window.click(*STRIDE)
        window.key("Tab")
        settled(window)
        window.key("h")  # goes to the picture, not into a text field
        window.until(lambda: not any(window.see().at(60, 65)), "the picture without panels", 20)
        assert window.end() == 0


def test_function_keys_and_quitting_work_in_a_text_field(kept):
    with kept.window(width=1200, height=760) as window:
        before = opened(window, "Ingot")
        window.key("ctrl+f")
        window.type("plain")
        searched = changed(window, before, "a search")
        window.key("F8")  # the light look
        window.until(lambda: sum(window.see().at(600, 60)) > 500, "the light look", 20)
        window.look("search-light.png")
        window.key("F8")
        window.until(lambda: differing_pieces(searched, window.see()) < 20, "the dark look with the same search", 20)
        assert window.end() == 0


def test_a_sample_that_fails_is_opened_with_its_defaults(kept):
    with open(os.path.join(kept.folder, "ingot", "samples", "counters.json"), "w") as text:
        json.dump({"parameters": {"fail": "load"}}, text)
    with kept.window() as window:
        opened(window, "Ingot")
        window.hold("Return")
        window.until(lambda: "Counters" in window.title(), "the sample with its defaults")
        assert "load was told to fail" in window.output(), window.output()
        assert "is opened with its default parameters" in window.output(), window.output()
        window.key("space")  # the clock stands still
        settled(window)
        window.look("after-a-failure.png")
        assert window.end() == 0


def test_pictures_and_videos(kept):
    with kept.window("run", "counters", "--backend", "cpu-debug", "--size", "640x480", width=640, height=480) as window:
        window.until(lambda: "Counters" in window.title(), "the sample")
        window.key("p")
        time.sleep(1.2)
        window.key("shift+p")
        window.key("F9")
        time.sleep(1.5)
        window.key("F9")
        window.until(lambda: any(each.endswith((".y4m", ".mp4")) for each in os.listdir(window.folder)), "a video")
        saved = sorted(each for each in os.listdir(window.folder) if each.endswith(".png"))
        assert len(saved) == 2, os.listdir(window.folder)
        sizes = [os.path.getsize(os.path.join(window.folder, each)) for each in saved]
        assert sizes[1] > 2 * sizes[0], "the second picture must contain the panels"
        assert window.end() == 0
        for each in os.listdir(window.folder):
            if each.endswith(".y4m"):
                with open(os.path.join(window.folder, each), "rb") as video:
                    header = video.readline()
                    assert b"W640 H480 F60:1" in header, header
                    assert (len(video.read())) % (640 * 480 * 3 + 6) == 0


def test_the_keyboard_alone(kept):
    with kept.window("run", "counters", "--backend", "cpu-debug", "--paused-at", "1", "--size", "1200x760", width=1200, height=760) as window:
        opened(window)
        window.key("F6")
        time.sleep(0.3)
        window.look("keyboard.png")
        # Move down to the parameters. The first one is an integer; Enter turns its slider into a text field.
        for _ in range(40):
            window.key("Down")
        settled(window)
        window.look("keyboard-down.png")
        window.key("space")  # goes to the panel and does not pause the clock
        window.key("Escape", "Escape")
        assert window.end() == 0


wanted = sys.argv[3:]  # names of tests; all if there is none
for name, test in list(globals().items()):
    if name.startswith("test_") and (not wanted or name in wanted):
        started = time.monotonic()
        session = Session()
        try:
            test(session)
        finally:
            shutil.rmtree(session.folder, ignore_errors=True)
        print(f"{name}: {time.monotonic() - started:.1f} s", flush=True)
