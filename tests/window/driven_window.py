"""Runs the program in a real window on a separate display (Xvfb), controls it by synthetic input (xdotool), and
examines it by screenshots.

Ends only the processes that it started."""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
# The factor by which all waiting times are multiplied, for slow machines and programs.
PATIENCE = float(os.environ.get("INGOT_TEST_PATIENCE", "1"))


# Settings of the window manager: windows have no frames and are placed at the upper left corner.
MANAGER_SETTINGS = """<?xml version="1.0"?>
<openbox_config xmlns="http://openbox.org/3.4/rc"><theme><keepBorder>no</keepBorder></theme><applications><application class="*">
<decor>no</decor><position force="yes"><x>0</x><y>0</y></position>
</application></applications></openbox_config>
"""


def require_tools(*more):
    missing = [tool for tool in ("Xvfb", "xdotool", "xclip", "import", *more) if shutil.which(tool) is None]
    if missing:
        print("skipped: missing " + ", ".join(missing))
        sys.exit(SKIPPED)


class Picture:
    """A screenshot. Columns are counted from the left, rows from the top."""

    def __init__(self, ppm):
        fields, at = [], 0
        while len(fields) < 4:  # P6, width, height, 255
            end = next(i for i in range(at, len(ppm)) if chr(ppm[i]).isspace())
            if end > at:
                fields.append(ppm[at:end])
            at = end + 1
        self.width, self.height = int(fields[1]), int(fields[2])
        self.rgb = ppm[at:]

    def at(self, x, y):
        first = 3 * (y * self.width + x)
        return tuple(self.rgb[first:first + 3])

    def differing(self, other):
        """Returns the number of pixels that differ."""
        return sum(self.rgb[i:i + 3] != other.rgb[i:i + 3] for i in range(0, len(self.rgb), 3))


class Display:
    def __init__(self, width=1280, height=800):
        receives, sends = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(sends), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp",
             "-noreset"],  # otherwise the server resets when its last client ends, and rejects new clients meanwhile
            pass_fds=[sends], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(sends)
        with os.fdopen(receives) as answers:
            number = answers.readline().strip()
        if not number:
            raise RuntimeError("Xvfb did not start")
        self.name = ":" + number

    def end(self):
        self.server.terminate()
        self.server.wait()


class Window:
    """One run of the program in a window. Used as a context manager, it ends the program and its display. With
    `managed` a window manager runs too, which full screen requires."""

    def __init__(self, arguments, width=1280, height=800, environment=None, pictures=None, managed=False):
        require_tools(*(["openbox"] if managed else []))
        self.display = Display(width, height)
        self.folder = tempfile.mkdtemp(prefix="ingot-window-")
        self.pictures = pictures
        self.environment = {**os.environ, "DISPLAY": self.display.name, "XDG_CONFIG_HOME": self.folder + "/config",
                            "SDL_VIDEODRIVER": "x11", **(environment or {})}
        self.manager = self._manage() if managed else None
        self.log = open(os.path.join(self.folder, "err"), "w+")
        self.process = subprocess.Popen(arguments, cwd=self.folder, env=self.environment, stdout=self.log, stderr=self.log)
        try:
            self.until(lambda: self._window(), "a window")
        except BaseException:
            print(self.output())
            self._print_state()
            self._end()
            raise
        self.window = self._window()
        self._tool("windowfocus", self.window)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if self.pictures:
            self.look(("failed" if kind else "last") + ".png")
        self._end()
        if kind:
            print(self.output())
        shutil.rmtree(self.folder, ignore_errors=True)

    def _end(self):
        """Ends the program, the window manager and the display."""
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(20 * PATIENCE)
            except subprocess.TimeoutExpired:
                self.process.kill()
                self.process.wait()
        if self.manager:
            self.manager.terminate()
            self.manager.wait()
        self.display.end()

    def _manage(self):
        settings = os.path.join(self.folder, "openbox.xml")
        with open(settings, "w") as text:
            text.write(MANAGER_SETTINGS)
        manager = subprocess.Popen(["openbox", "--config-file", settings], env=self.environment, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        # Openbox announces itself before it loads its theme, and handles events only afterwards. Without a cache of fonts this
        # takes seconds, and openbox never maps a window that a program maps in this time. Therefore ask openbox for a second
        # desktop, and wait until it has added one.
        def handles_events():
            self._tool("set_num_desktops", 2)
            return self._tool("get_num_desktops") == "2"
        self.until(handles_events, "a window manager that handles events")
        return manager

    def _tool(self, *arguments):
        return subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True).stdout.strip()

    def _window(self):
        if self.process.poll() is not None:
            raise RuntimeError("the program ended too early: " + self.output())
        found = self._tool("search", "--onlyvisible", "--pid", self.process.pid).split()
        return found[0] if found else None

    def _print_state(self):
        """Prints which windows the display has, which of them are mapped, and where each thread of the program waits."""
        print("names of the windows on the display:", self._tool("search", "--name", "", "getwindowname", "%@"))
        for window in self._tool("search", "--pid", self.process.pid).split():
            print("window of the program:", window, self._tool("getwindowgeometry", window),
                  "visible" if window in self._tool("search", "--onlyvisible", "--pid", self.process.pid) else "not visible")
        if shutil.which("gdb"):
            print(subprocess.run(["gdb", "-batch", "-p", str(self.process.pid), "-ex", "thread apply all backtrace 20"],
                                 stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout)

    def output(self):
        """Returns the text that the program has written so far."""
        self.log.flush()
        with open(self.log.name) as text:
            return text.read()

    def until(self, condition, what, seconds=60):
        """Waits until `condition()` is true, and returns its value. `what` describes the condition for the error
        message."""
        end = time.monotonic() + PATIENCE * seconds
        while time.monotonic() < end:
            value = condition()
            if value:
                return value
            time.sleep(0.05)
        raise AssertionError("timeout while waiting for " + what)

    def settled(self, value, what):
        """Waits until `value()` is the same for half a second, and returns it."""
        last = [None]

        def is_same():
            before, last[0] = last[0], value()
            time.sleep(0.5 * PATIENCE)
            return before is not None and before == last[0]
        self.until(is_same, what)
        return last[0]

    def key(self, *names):
        for name in names:
            self._tool("key", name)
            time.sleep(0.1)

    def move(self, x, y):
        self._tool("mousemove", x, y)

    def click(self, x, y):
        """Clicks so slowly that several frames are drawn meanwhile: the program processes input only at the end of a
        frame."""
        self.move(x, y)
        time.sleep(0.15 * PATIENCE)
        self._tool("mousedown", 1)
        time.sleep(0.15 * PATIENCE)
        self._tool("mouseup", 1)
        time.sleep(0.1 * PATIENCE)

    def drag(self, start, end, done, what):
        """Drags until `done()` is true, more slowly each time: the program processes input only at the end of a frame,
        and a slow machine needs longer for a frame. `what` describes the action for the error message."""
        for pause in (0.1, 0.4, 1.5, 4.0):
            self.move(*start)
            time.sleep(2 * pause)
            self._tool("mousedown", 1)
            time.sleep(pause)
            for part in (0.3, 0.6, 1.0, 1.0):
                self.move(*(int(a + (b - a) * part) for a, b in zip(start, end)))
                time.sleep(pause)
            self._tool("mouseup", 1)
            time.sleep(pause)
            if done():
                return
        raise AssertionError("dragging had no effect: " + what)

    def resize(self, width, height):
        self._tool("windowsize", self.window, width, height)

    def place(self, x, y):
        """Moves the window's upper left corner to (x, y)."""
        self._tool("windowmove", self.window, x, y)

    def size(self):
        """Returns the width and the height of the window that the display reports."""
        geometry = dict(line.split("=") for line in self._tool("getwindowgeometry", "--shell", self.window).split())
        return int(geometry["WIDTH"]), int(geometry["HEIGHT"])

    def clipboard(self):
        """Returns the text that the program copied: the X selection, which the program provides as long as it runs."""
        try:
            return subprocess.run(["xclip", "-selection", "clipboard", "-o"], env=self.environment, stdout=subprocess.PIPE,
                                  stderr=subprocess.DEVNULL, text=True, timeout=20).stdout
        except subprocess.TimeoutExpired:
            return ""  # the program is busy

    def copied_by(self, action):
        """Performs the action and returns the text that it copies. Overwrites the clipboard first, so that old text
        cannot be mistaken for the result of a slow program."""
        before = f"nothing copied yet {time.monotonic()}"
        subprocess.run(["xclip", "-selection", "clipboard", "-i"], env=self.environment, input=before, text=True, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=20)
        action()
        return self.until(lambda: (text := self.clipboard()) != before and text, "something in the clipboard")

    def command_line(self):
        """Returns the arguments of the command line that Ctrl C copies."""
        self.key("ctrl+c")
        return shlex.split(self.until(self.clipboard, "a command line in the clipboard", 20))

    def see(self):
        """Returns a screenshot of the display."""
        return Picture(subprocess.run(["import", "-window", "root", "-depth", "8", "ppm:-"], env=self.environment, check=True,
                                      stdout=subprocess.PIPE).stdout)

    def look(self, name):
        """Saves a screenshot for a person, if a folder for screenshots was given."""
        if self.pictures:
            os.makedirs(self.pictures, exist_ok=True)
            subprocess.run(["import", "-window", "root", os.path.join(self.pictures, name)], env=self.environment)

    def end(self):
        """Closes the window by its key, and returns the exit status."""
        self.key("ctrl+q")
        return self.process.wait(20 * PATIENCE)
