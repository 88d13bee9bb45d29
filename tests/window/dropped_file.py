"""Drops a file on a window like a file manager. Implements the source's side of the X drag-and-drop protocol (XDND 5,
https://www.freedesktop.org/wiki/Specifications/XDND/)."""

import pathlib
import time

from Xlib import X, Xatom, display
from Xlib.protocol import event


class FileSource:
    """An invisible window that is the source of one file."""

    def __init__(self, display_name, path):
        self.display = display.Display(display_name)
        self.path = path
        self.root = self.display.screen().root
        self.window = self.root.create_window(0, 0, 1, 1, 0, X.CopyFromParent, event_mask=X.PropertyChangeMask)
        self.selection = self._atom("XdndSelection")
        self.offered = self._atom("text/uri-list")
        self.window.set_selection_owner(self.selection, X.CurrentTime)

    def _atom(self, name):
        return self.display.intern_atom(name)

    def _send(self, target, kind, data):
        message = event.ClientMessage(window=target, client_type=self._atom(kind), data=(32, data))
        target.send_event(message)
        self.display.flush()

    def _answer(self, request):
        request.requestor.change_property(request.property, self.offered, 8, (pathlib.Path(self.path).as_uri() + "\r\n").encode())
        request.requestor.send_event(event.SelectionNotify(time=request.time, requestor=request.requestor, selection=request.selection,
                                                           target=request.target, property=request.property))
        self.display.flush()

    def _wait_for(self, kind, seconds):
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            while self.display.pending_events():
                seen = self.display.next_event()
                if seen.type == X.SelectionRequest:
                    self._answer(seen)
                if seen.type == X.ClientMessage and seen.client_type == self._atom(kind):
                    return
            time.sleep(0.02)
        raise AssertionError("the window did not answer with " + kind)

    def drop_on(self, window, x, y, seconds):
        target = self.display.create_resource_object("window", int(window))
        aware = target.get_full_property(self._atom("XdndAware"), Xatom.ATOM)
        assert aware and aware.value[0] >= 5, "the window does not accept files"
        self._send(target, "XdndEnter", [self.window.id, 5 << 24, self.offered, 0, 0])
        self._send(target, "XdndPosition", [self.window.id, 0, x << 16 | y, X.CurrentTime, self._atom("XdndActionCopy")])
        self._wait_for("XdndStatus", seconds)
        self._send(target, "XdndDrop", [self.window.id, 0, X.CurrentTime, 0, 0])
        self._wait_for("XdndFinished", seconds)

    def end(self):
        self.display.close()


def drop_file(display_name, window, path, x=400, y=300, seconds=30):
    source = FileSource(display_name, path)
    try:
        source.drop_on(window, x, y, seconds)
    finally:
        source.end()
