"""The program in a real window on a display of its own (Xvfb), driven by synthetic input (xdotool) and looked at by screenshots.

Ends only the processes that it started."""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
import time

SKIPPED = 77
# How many times longer than usual to wait for what is to happen, for slow machines and programs.
PATIENCE = float(os.environ.get("INGOT_TEST_PATIENCE", "1"))


# Windows without frames, at the upper left corner.
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
    """A screenshot: pixels by column and row, from the left and the top."""

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
        """How many pixels are not the same."""
        return sum(self.rgb[i:i + 3] != other.rgb[i:i + 3] for i in range(0, len(self.rgb), 3))


class Display:
    def __init__(self, width=1280, height=800):
        receives, sends = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(sends), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp",
             "-noreset"],  # else it begins anew after each client that was the last, and refuses others meanwhile
            pass_fds=[sends], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(sends)
        with os.fdopen(receives) as answers:
            number = answers.readline().strip()
        if not number:
            raise RuntimeError("Xvfb does not start")
        self.name = ":" + number

    def end(self):
        self.server.terminate()
        self.server.wait()


class Window:
    """One run of the program in a window. As a context: ended with it, and its display too. `managed`: by a window manager, which
    full screen needs."""

    def __init__(self, arguments, width=1280, height=800, environment=None, pictures=None, managed=False):
        require_tools(*(["openbox", "xprop"] if managed else []))
        self.display = Display(width, height)
        self.folder = tempfile.mkdtemp(prefix="ingot-window-")
        self.pictures = pictures
        self.environment = {**os.environ, "DISPLAY": self.display.name, "XDG_CONFIG_HOME": self.folder + "/config",
                            "SDL_VIDEODRIVER": "x11", **(environment or {})}
        self.manager = self._manage() if managed else None
        self.log = open(os.path.join(self.folder, "err"), "w+")
        self.process = subprocess.Popen(arguments, cwd=self.folder, env=self.environment, stdout=self.log, stderr=self.log)
        self.until(lambda: self._window(), "a window")
        self.window = self._window()
        self._tool("windowfocus", self.window)

    def __enter__(self):
        return self

    def __exit__(self, kind, *_):
        if self.pictures:
            self.look(("failed" if kind else "last") + ".png")
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
        if kind:
            print(self.told())
        shutil.rmtree(self.folder, ignore_errors=True)

    def _manage(self):
        settings = os.path.join(self.folder, "openbox.xml")
        with open(settings, "w") as text:
            text.write(MANAGER_SETTINGS)
        manager = subprocess.Popen(["openbox", "--config-file", settings], env=self.environment, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.DEVNULL)
        # The program asks for it when it starts.
        self.until(lambda: "window id" in subprocess.run(["xprop", "-root", "_NET_SUPPORTING_WM_CHECK"], env=self.environment,
                                                         stdout=subprocess.PIPE, text=True).stdout, "a window manager")
        return manager

    def _tool(self, *arguments):
        return subprocess.run(["xdotool", *map(str, arguments)], env=self.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True).stdout.strip()

    def _window(self):
        if self.process.poll() is not None:
            raise RuntimeError("the program has ended: " + self.told())
        found = self._tool("search", "--onlyvisible", "--pid", self.process.pid).split()
        return found[0] if found else None

    def told(self):
        """What it has written so far."""
        self.log.flush()
        with open(self.log.name) as text:
            return text.read()

    def until(self, condition, what, seconds=60):
        """Waits until `condition()` is true, and returns what it gave."""
        end = time.monotonic() + PATIENCE * seconds
        while time.monotonic() < end:
            value = condition()
            if value:
                return value
            time.sleep(0.05)
        raise AssertionError("waited in vain for " + what)

    def key(self, *names):
        for name in names:
            self._tool("key", name)
            time.sleep(0.1)

    def move(self, x, y):
        self._tool("mousemove", x, y)

    def click(self, x, y):
        """Slower than a frame is made: what happens within one is seen at its end."""
        self.move(x, y)
        time.sleep(0.15 * PATIENCE)
        self._tool("mousedown", 1)
        time.sleep(0.15 * PATIENCE)
        self._tool("mouseup", 1)
        time.sleep(0.1 * PATIENCE)

    def drag(self, start, end, done, what):
        """Until `done()` is true: on a slow machine again, and slower, since what happens within one frame is seen at its end."""
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
        raise AssertionError("dragged in vain: " + what)

    def resize(self, width, height):
        self._tool("windowsize", self.window, width, height)

    def place(self, x, y):
        """Puts the window's corner there."""
        self._tool("windowmove", self.window, x, y)

    def size(self):
        """Of the window as the display knows it."""
        told = dict(line.split("=") for line in self._tool("getwindowgeometry", "--shell", self.window).split())
        return int(told["WIDTH"]), int(told["HEIGHT"])

    def clipboard(self):
        """What the program copied: the X selection, which the program gives as long as it runs."""
        return subprocess.run(["xclip", "-selection", "clipboard", "-o"], env=self.environment, stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True, timeout=20).stdout

    def copied_by(self, action):
        """What the action copies: not what was there before, however slow the program is."""
        before = f"nothing copied yet {time.monotonic()}"
        subprocess.run(["xclip", "-selection", "clipboard", "-i"], env=self.environment, input=before, text=True, check=True,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=20)
        action()
        return self.until(lambda: (text := self.clipboard()) != before and text, "something in the clipboard")

    def command_line(self):
        """What Ctrl C copies, as words."""
        self.key("ctrl+c")
        return shlex.split(self.until(self.clipboard, "a command line in the clipboard", 20))

    def see(self):
        """The display as it is now."""
        return Picture(subprocess.run(["import", "-window", "root", "-depth", "8", "ppm:-"], env=self.environment, check=True,
                                      stdout=subprocess.PIPE).stdout)

    def look(self, name):
        """Keeps a screenshot for a person, where a folder was given for them."""
        if self.pictures:
            os.makedirs(self.pictures, exist_ok=True)
            subprocess.run(["import", "-window", "root", os.path.join(self.pictures, name)], env=self.environment)

    def end(self):
        """Closes the window as a person does; the exit status."""
        self.key("ctrl+q")
        return self.process.wait(20 * PATIENCE)
