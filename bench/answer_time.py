"""Measures in a real window how long it takes from a key or a movement of the mouse to the next picture.

    answer_time.py PROGRAM [--sample NAME]… [--backend NAME]… [--size 1280x720] [--inputs 40] [--sender xtest]

Starts each sample in a window on a separate display (Xvfb), sends keys and movements of the mouse that change the picture, and reads
from the trace of the run when the frame ended that shows each effect. Times contain the way of the event through the X server, the
frame that was being drawn, and the drawing of the new frame. They begin directly before this process sends the event to the X server.
With --sender xdotool they begin before the process xdotool is started for it, as all figures before 2026-11-30 did: its start takes
several milliseconds of the cores that the sample uses. Prints the median and the 95th percentile in milliseconds, the frames per
second meanwhile, and the number of inputs. It needs Xvfb, xdotool, xclip and ImageMagick's import, as the tests of the window.
"""

import argparse
import json
import pathlib
import random
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "window"))
from driven_window import Window  # noqa: E402
from x_input import Input, InputByProgram  # noqa: E402

SAMPLES = ("nbody", "pathtracer", "fractal", "fluid", "smoke", "particles", "slime", "warp", "blur", "motion")
most_inputs_in_run = 10


def frames_of(trace):
    """Returns the beginning and the end of each frame, in seconds of the steady clock, and the number of inputs that it shows."""
    start = trace["otherData"]["start_seconds"]
    return [(start + event["ts"] / 1e6, start + (event["ts"] + event["dur"]) / 1e6, event["args"].get("inputs", 0))
            for event in trace["traceEvents"] if event.get("cat") == "frame"]


def answers(sent, frames):
    """Returns for each time at which an input was sent how long it took until the end of the first frame that ended after it and shows
    an input. That frame may have begun before the input: what arrives during its step counts for its picture."""
    found = []
    for moment in sent:
        later = [end for _, end, inputs in frames if inputs > 0 and end > moment]
        if later:
            found.append(min(later) - moment)
    return found


def percentile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def run_once(program, sample, backend, size, inputs, sender, pauses):
    """Sends keys and then movements of the mouse to a window of its own. Returns the times of the inputs and the frames."""
    width, height = map(int, size.split("x"))
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder) / "trace.json"
        command = [program, "run", sample, "--backend", backend, "--size", size, "--trace", str(trace)]
        with Window(command, width, height) as window:
            title = lambda: " - Ingot" in window._tool("getwindowname", window.window)
            window.until(title, f"'{sample}' to be open")
            time.sleep(3)  # the first frames compile kernels
            sent = {"key": [], "drag": []}
            with Input(window.display.name) if sender == "xtest" else InputByProgram(window) as events:
                for i in range(inputs // 2):
                    sent["key"].append(events.key("bracketright" if i % 2 == 0 else "bracketleft"))
                    time.sleep(next(pauses))
                events.move(width // 2, height // 2)
                time.sleep(0.05)
                events.button(1, True)
                time.sleep(0.35)
                for i in range(inputs // 2):
                    sent["drag"].append(events.move(width // 2 + 12 * (i % 5 + 1), height // 2 + 7 * (i % 3)))
                    time.sleep(next(pauses))
                events.button(1, False)
            window.end()
            if not trace.exists():
                raise RuntimeError(f"'{sample}' on {backend} wrote no trace: {window.output()}")
            return sent, frames_of(json.loads(trace.read_text()))


def measure(program, sample, backend, size, inputs, sender):
    """A run has few inputs, because a trace has the newest 600 frames: if it begins after the first input, the runs have fewer. The
    pauses between inputs differ, so that inputs arrive at any time within a frame."""
    numbers = random.Random(sample)  # the same pauses in each measurement
    pauses = iter(lambda: numbers.uniform(0.25, 0.55), None)
    times, frame_count, seconds, in_run = [], 0, 0.0, most_inputs_in_run
    while inputs > 0:
        sent, frames = run_once(program, sample, backend, size, min(inputs, in_run), sender, pauses)
        if min(sent["key"] + sent["drag"]) < frames[0][0]:
            if in_run == 2:
                raise RuntimeError(f"'{sample}' on {backend}: the trace begins after the first input")
            in_run = 4 if in_run > 4 else 2
            continue
        inputs -= in_run
        times += [1000.0 * value for kind in sent for value in answers(sent[kind], frames)]
        frame_count += len(frames) - 1
        seconds += frames[-1][1] - frames[0][1]
    if not times:
        raise RuntimeError(f"'{sample}' on {backend}: no frame shows an input")
    return statistics.median(times), percentile(times, 0.95), frame_count / seconds if seconds > 0.0 else 0.0, len(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda text: str(pathlib.Path(text).resolve()))
    parser.add_argument("--sample", action="append", choices=SAMPLES)
    parser.add_argument("--backend", action="append", help="the default is cpu-native")
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--inputs", type=int, default=40, help="keys and movements to send to each sample, in runs of 10")
    parser.add_argument("--sender", choices=("xtest", "xdotool"), default="xtest", help="what sends the inputs")
    given = parser.parse_args()
    print(f"{'sample':12} {'backend':12} {'median ms':>10} {'p95 ms':>10} {'frames/s':>10} {'inputs':>8}")
    for sample in given.sample or SAMPLES:
        for backend in given.backend or ["cpu-native"]:
            try:
                median, late, rate, count = measure(given.program, sample, backend, given.size, given.inputs, given.sender)
                print(f"{sample:12} {backend:12} {median:10.0f} {late:10.0f} {rate:10.1f} {count:8}", flush=True)
            except (RuntimeError, AssertionError) as problem:
                print(f"{sample:12} {backend:12} failed: {problem}", flush=True)


if __name__ == "__main__":
    main()
