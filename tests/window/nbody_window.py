"""Tests how a window opens N-body on a processor: with the preset that starts there, and the saved parameters on top of it.

    nbody_window.py PROGRAM [FOLDER for screenshots]"""

import json
import pathlib
import sys
import tempfile

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


if __name__ == "__main__":
    for test in (test_a_processor_starts_with_the_preset_that_is_meant_for_it, test_saved_parameters_are_on_top_of_the_preset):
        with tempfile.TemporaryDirectory() as folder:
            test(pathlib.Path(folder))
            print("passed:", test.__name__)
