"""Sends keys and movements of the mouse to a display from this process, over a connection that stays open (the extension XTEST). The
program xdotool does the same, but starting it takes several milliseconds on cores that a measured program uses."""

import ctypes
import ctypes.util
import time


def _library(name, number):
    try:
        return ctypes.CDLL(ctypes.util.find_library(name) or f"lib{name}.so.{number}")
    except OSError as problem:
        raise RuntimeError(f"lib{name} is missing, which xdotool needs too: {problem}") from problem


class Input:
    """Each function returns the time, in seconds of the steady clock, directly before the event was sent."""

    def __init__(self, display):
        self._x, self._test = _library("X11", 6), _library("Xtst", 6)
        self._x.XOpenDisplay.restype = ctypes.c_void_p
        self._x.XStringToKeysym.restype = ctypes.c_ulong
        self._x.XKeysymToKeycode.argtypes = [ctypes.c_void_p, ctypes.c_ulong]
        self._x.XKeysymToKeycode.restype = ctypes.c_ubyte
        for function in (self._x.XFlush, self._x.XCloseDisplay):
            function.argtypes = [ctypes.c_void_p]
        self._x.XSync.argtypes = [ctypes.c_void_p, ctypes.c_int]
        self._test.XTestFakeKeyEvent.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]
        self._test.XTestFakeButtonEvent.argtypes = [ctypes.c_void_p, ctypes.c_uint, ctypes.c_int, ctypes.c_ulong]
        self._test.XTestFakeMotionEvent.argtypes = [ctypes.c_void_p, ctypes.c_int, ctypes.c_int, ctypes.c_int, ctypes.c_ulong]
        self._display = self._x.XOpenDisplay(display.encode())
        if not self._display:
            raise RuntimeError(f"no connection to the display {display}")
        self._send(self._test.XTestFakeMotionEvent, 0, 1, 1, 0)  # the library asks the server for the extension once
        self._x.XSync(self._display, 0)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._x.XCloseDisplay(self._display)

    def _send(self, function, *arguments):
        now = time.monotonic()
        function(self._display, *arguments)
        self._x.XFlush(self._display)
        return now

    def key(self, name):
        """Presses a key and releases it. Returns the time before the press."""
        code = self._x.XKeysymToKeycode(self._display, self._x.XStringToKeysym(name.encode()))
        if code == 0:
            raise RuntimeError(f"the keyboard of the display has no key '{name}'")
        now = self._send(self._test.XTestFakeKeyEvent, code, 1, 0)
        self._send(self._test.XTestFakeKeyEvent, code, 0, 0)
        return now

    def button(self, number, is_pressed):
        return self._send(self._test.XTestFakeButtonEvent, number, int(is_pressed), 0)

    def move(self, x, y):
        return self._send(self._test.XTestFakeMotionEvent, 0, x, y, 0)


class InputByProgram:
    """The same by xdotool. The times include starting it."""

    def __init__(self, window):
        self._window = window

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def _send(self, *arguments):
        now = time.monotonic()
        self._window._tool(*arguments)
        return now

    def key(self, name):
        return self._send("key", name)

    def button(self, number, is_pressed):
        return self._send("mousedown" if is_pressed else "mouseup", number)

    def move(self, x, y):
        return self._send("mousemove", x, y)
