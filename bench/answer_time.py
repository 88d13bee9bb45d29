"""Measures in a real window how long it takes from a key or a movement of the mouse to the next picture.

    answer_time.py PROGRAM [--sample NAME]… [--backend NAME]… [--size 1280x720] [--inputs 24]

Starts each sample in a window on a separate display (Xvfb), sends keys and movements of the mouse that change the picture, and reads
from the trace of the run when the frame ended that shows each effect. Times contain the way of the event through the X server, the
frame that was being drawn, and the drawing of the new frame. Prints the median and the 95th percentile in milliseconds, and the
frames per second meanwhile. It needs Xvfb, xdotool, xclip and ImageMagick's import, as the tests of the window.
"""

import argparse
import json
import pathlib
import statistics
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests" / "window"))
from driven_window import Window  # noqa: E402

SAMPLES = ("nbody", "pathtracer", "fractal", "fluid", "smoke", "particles", "slime", "warp", "blur", "motion")


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


def measure(program, sample, backend, size, inputs):
    width, height = map(int, size.split("x"))
    with tempfile.TemporaryDirectory() as folder:
        trace = pathlib.Path(folder) / "trace.json"
        command = [program, "run", sample, "--backend", backend, "--size", size, "--trace", str(trace)]
        with Window(command, width, height) as window:
            title = lambda: " - Ingot" in window._tool("getwindowname", window.window)
            window.until(title, f"'{sample}' to be open")
            time.sleep(3)  # the first frames compile kernels
            sent = {"key": [], "drag": []}
            for i in range(inputs // 2):
                sent["key"].append(time.monotonic())
                window._tool("key", "bracketright" if i % 2 == 0 else "bracketleft")
                time.sleep(0.35)
            window.move(width // 2, height // 2)
            window._tool("mousedown", 1)
            time.sleep(0.35)
            for i in range(inputs // 2):
                sent["drag"].append(time.monotonic())
                window.move(width // 2 + 12 * (i % 5 + 1), height // 2 + 7 * (i % 3))
                time.sleep(0.35)
            window._tool("mouseup", 1)
            window.end()
            if not trace.exists():
                raise RuntimeError(f"'{sample}' on {backend} wrote no trace: {window.output()}")
            frames = frames_of(json.loads(trace.read_text()))
    times = [1000.0 * value for kind in sent for value in answers(sent[kind], frames)]
    if not times:
        raise RuntimeError(f"'{sample}' on {backend}: no frame shows an input")
    rate = (len(frames) - 1) / (frames[-1][1] - frames[0][1]) if len(frames) > 1 else 0.0
    return statistics.median(times), percentile(times, 0.95), rate, len(times)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=lambda text: str(pathlib.Path(text).resolve()))
    parser.add_argument("--sample", action="append", choices=SAMPLES)
    parser.add_argument("--backend", action="append", help="the default is cpu-native")
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--inputs", type=int, default=24, help="keys and movements to send to each sample; with 0.35 s each, the trace's "
                        "newest 600 frames hold 28 at 60 frames a second")
    given = parser.parse_args()
    print(f"{'sample':12} {'backend':12} {'median ms':>10} {'p95 ms':>10} {'frames/s':>10} {'inputs':>8}")
    for sample in given.sample or SAMPLES:
        for backend in given.backend or ["cpu-native"]:
            try:
                median, late, rate, count = measure(given.program, sample, backend, given.size, given.inputs)
                print(f"{sample:12} {backend:12} {median:10.0f} {late:10.0f} {rate:10.1f} {count:8}", flush=True)
            except (RuntimeError, AssertionError) as problem:
                print(f"{sample:12} {backend:12} failed: {problem}", flush=True)


if __name__ == "__main__":
    main()
