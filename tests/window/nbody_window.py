"""Tests how a window opens N-body on a processor: with the preset that starts there, and the saved parameters on top of it. Also tests
that the picture after a step shows the inputs that arrived during the step.

    nbody_window.py PROGRAM [FOLDER for screenshots]"""

import json
import pathlib
import sys
import tempfile
import time

from driven_window import Window

program, pictures = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else None
PRESET = "--preset light-ring"


def window_with(settings):
    return Window([program, "run", "nbody", "--backend", "cpu-debug", "--paused-at", "1", "--size", "640x400", "--ui-scale", "0.5"], width=640,
                  height=400, pictures=pictures, environment={"XDG_CONFIG_HOME": str(settings)})


def command_line(window):
    window.until(lambda: " - Ingot" in window._tool("getwindowname", window.window), "the sample to be open")
    return " ".join(window.command_line())


def end(window):
    window.key("ctrl+q")
    window.until(lambda: window.process.poll() is not None, "the end of the run")
    assert window.process.returncode == 0, window.output()


def saved_parameters(settings):
    file = settings / "ingot" / "samples" / "nbody.json"
    return json.loads(file.read_text()).get("parameters", {}) if file.exists() else {}


def test_a_processor_starts_with_the_preset_that_is_meant_for_it(settings):
    with window_with(settings) as window:
        assert PRESET in command_line(window), window.output()
        window.look("start.png")
        end(window)
    assert saved_parameters(settings) == {}, saved_parameters(settings)


def test_saved_parameters_are_on_top_of_the_preset(settings):
    kept = {"bodies": 64, "brightness": 0.875}
    (settings / "ingot" / "samples").mkdir(parents=True)
    (settings / "ingot" / "samples" / "nbody.json").write_text(json.dumps({"parameters": kept}))
    with window_with(settings) as window:
        line = command_line(window)
        assert PRESET not in line, line
        for option in ("--bodies 64", "--brightness 0.875", "--setup ring", "--point-size 1.2"):
            assert option in line, line
        end(window)
    assert saved_parameters(settings) == kept, saved_parameters(settings)


def test_the_picture_after_a_step_shows_the_inputs_that_arrived_during_it(settings):
    trace = settings / "trace.json"
    # A step of so many bodies takes most of a frame.
    with Window([program, "run", "nbody", "--backend", "cpu-debug", "--bodies", "12000", "--fixed-step", "--size", "640x400", "--trace",
                 str(trace)], width=640, height=400, pictures=pictures) as window:
        window.until(lambda: " - Ingot" in window._tool("getwindowname", window.window), "the sample to be open")
        sent = []
        for i in range(8):
            time.sleep(0.4)
            sent.append(time.monotonic())
            window._tool("key", "bracketright" if i % 2 == 0 else "bracketleft")
        end(window)
    events = json.loads(trace.read_text())
    start = events["otherData"]["start_seconds"]
    frames = [(start + each["ts"] / 1e6, start + (each["ts"] + each["dur"]) / 1e6) for each in events["traceEvents"]
              if each.get("cat") == "frame" and each["args"].get("inputs", 0) > 0]
    assert frames, "no frame shows an input"
    assert any(begin < moment < end for moment in sent for begin, end in frames), "every input has waited for the next frame"


if __name__ == "__main__":
    for test in (test_a_processor_starts_with_the_preset_that_is_meant_for_it, test_saved_parameters_are_on_top_of_the_preset,
                 test_the_picture_after_a_step_shows_the_inputs_that_arrived_during_it):
        with tempfile.TemporaryDirectory() as folder:
            test(pathlib.Path(folder))
            print("passed:", test.__name__)
