"""Edits kernels while a real window shows them: a saved file must run at once, errors must be shown over the picture,
and the machine code must be shown.

    kernel_window.py PROGRAM [FOLDER for screenshots]"""

import os
import shutil
import sys
import tempfile
import time

from driven_window import Window

# With --launch the test sample draws a square, 16 pixels from the left and 40 from the top; its brightness is the
# kernel's result.
SQUARE = (17, 41)
KERNEL = """#include <ingot/kernel.hpp>

using namespace ingot;

kernel void lighten(buffer<float> colours, param<float> by) {{ {} }}
"""


def write(folder, body):
    """Replaces the kernel file by a new one, as editors do. Moves the modification time 2 s ahead of the last one,
    because the program may compare whole seconds only."""
    made = os.path.join(folder, "lighten.kernels.cpp.new")
    with open(made, "w") as text:
        text.write(KERNEL.format(body))
    later = write.time = getattr(write, "time", os.stat(made).st_mtime) + 2
    os.utime(made, (later, later))
    os.replace(made, os.path.join(folder, "lighten.kernels.cpp"))


def reloads(window, folder):
    square = lambda: window.see().at(*SQUARE)
    window.until(lambda: window.see().at(500, 600)[0] > 100, "the sample's picture")
    window.key("h", "space")
    time.sleep(2.0)  # the word about the pause disappears
    before = square()
    window.key("period")
    window.until(lambda: square() != before, "a step of the kernel")
    clean = window.see()

    write(folder, "colours[global_id.x] = not_there; ")
    failed = window.until(lambda: (lambda seen: seen if seen.differing(clean) > 20000 else None)(window.see()),
                          "the compiler's messages")  # these cover more pixels than "Compiling …"
    window.look("error.png")
    assert failed.at(*SQUARE) == clean.at(*SQUARE), "the state must stay"
    before = square()
    window.key("period")
    window.until(lambda: square() != before, "another step of the last valid kernel")

    write(folder, "colours[global_id.x] = 80.0f; ")
    window.until(lambda: window.see().differing(clean) < 500, "the messages to disappear, including those about the new kernel")
    before = square()
    window.key("period")
    window.until(lambda: square()[0] > before[0] + 30, "a step of the edited kernel")
    window.look("reloaded.png")
    window.key("h")


COPY = (913, 39)  # the button that copies a page


def shows_assembly(window):
    bare = window.see()
    window.key("k")
    window.until(lambda: window.see().at(500, 700) != bare.at(500, 700), "the panel")
    # The buttons of the pages are below the panel's title, after the files, in one or more lines. Assembly is one of
    # the last.
    places = [(x, 68) for x in range(640, 960, 30)] + [(x, 98) for x in range(380, 640, 30)]

    def page_with(word):
        for place in places:
            window.click(*place)
            text = window.copied_by(lambda: window.click(*COPY))
            if word in text:
                return text
            if "Disassembling" in text:
                def copied():
                    found = window.copied_by(lambda: window.click(*COPY))
                    return word in found and found
                return window.until(copied, "the disassembly")
        return None
    text = page_with("called for each work-item")
    window.look("assembly.png")
    assert text and "lighten" in text and "; lighten.kernels.cpp:5" in text, text


FIND = (545, 39)  # the field for a search


def finds_words(window):
    """A search goes to a line while words are typed, and says right of its field which line that is, or that there is none."""
    def result():
        seen = window.see()
        return [seen.at(x, y) for x in range(662, 880, 2) for y in range(28, 52, 2)]
    before = result()
    window.click(*FIND)
    for letter in "push":
        window.key(letter)
    window.until(lambda: result() != before, "the number of the line")
    found = window.settled(result, "the number of the line")
    window.key("q")  # no line has "pushq"
    window.until(lambda: result() not in (before, found), "the word that there is no such line")
    window.key("BackSpace")
    window.until(lambda: result() == found, "the number of the line again")
    for _ in range(4):
        window.key("BackSpace")
    window.until(lambda: result() == before, "no result")
    window.key("Escape")


def hides_the_hints(window):
    """The hints of the first start must not cover the panel of the kernels, which the user has opened."""
    def part():
        seen = window.see()
        return [seen.at(x, y) for x in range(531, 795, 4) for y in range(20, 122, 2)]
    def without_panel():
        window.key("k")
        window.move(10, 790)
        window.until(lambda: window.see().at(500, 700) != (30, 35, 43), "the panel to close")
    without_panel()
    window.key("k")
    window.until(lambda: window.see().at(500, 700) == (30, 35, 43), "the panel")
    covered = window.settled(part, "the panel's layout")  # in the first picture it may not be the final one
    without_panel()
    window.click(603, 99)  # "Do not show again"
    window.move(10, 790)
    window.key("k")
    window.until(lambda: part() == covered, "the same panel without hints")


def is_green(colour):
    return colour[1] > 100 and colour[0] < 80


def takes_turns_with_the_statistics(program, pictures):
    """In a narrow window the panel of the kernels replaces the statistics, and these replace it."""
    in_statistics, in_kernels = (700, 150), (600, 480)
    with Window([program, "run", "counters", "--backend", "cpu-debug", "--size", "800x600"], width=800, height=600,
                pictures=pictures) as window:
        window.until(lambda: is_green(window.see().at(*in_kernels)), "the sample's picture")
        window.key("i")
        window.until(lambda: not is_green(window.see().at(*in_statistics)), "the statistics")
        window.key("k")
        window.until(lambda: not is_green(window.see().at(*in_kernels)), "the kernels in place of the statistics")
        window.look("kernels-in-narrow-window.png")
        window.key("i")
        window.until(lambda: is_green(window.see().at(*in_kernels)), "the kernels to close")
        assert not is_green(window.see().at(*in_statistics)), "the statistics must be shown"


def main():
    program, pictures = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
    folder = tempfile.mkdtemp(prefix="ingot-edited-")
    write(folder, "colours[global_id.x] += by; ")
    try:
        with Window([program, "run", "counters", "--backend", "cpu-debug", "--launch", "on", "--size", "1280x800"],
                    environment={"INGOT_TEST_KERNELS": folder}, pictures=pictures) as window:
            reloads(window, folder)
            shows_assembly(window)
            finds_words(window)
            hides_the_hints(window)
            assert window.end() == 0, window.output()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    takes_turns_with_the_statistics(program, pictures)


if __name__ == "__main__":
    main()
