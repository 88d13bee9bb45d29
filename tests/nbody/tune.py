"""Tests `ingot tune` with the sample nbody on the devices whose drivers run on every machine: it measures all values, keeps the
fastest, and the sample uses what is kept. No check depends on which value is the fastest.

    tune.py PROGRAM TEST          TEST is one of the functions below"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

BACKENDS = ["cpu-native", "opencl"]
BODIES = ["--bodies", "512", "--setup", "plummer"]
OTHER = "64x1"


class Cache:
    """A cache of its own for the program's results. The programs that drivers have built stay where they are."""

    def __init__(self, program, folder):
        self.program = program
        self.environment = dict(os.environ, XDG_CACHE_HOME=str(folder))
        self.file = folder / "ingot/tuned/tuned.json"

    def run(self, *words, status=0, **environment):
        result = subprocess.run([self.program, *words], capture_output=True, text=True, check=False,
                                env={**self.environment, **environment})
        assert result.returncode == status, f"{words}: {result.returncode}: {result.stdout}{result.stderr}"
        return result

    def tunings(self):
        return json.loads(self.run("tune", "--list", "--json").stdout)["tunings"]

    def devices(self):
        listed = json.loads(self.run("devices", "--json").stdout)
        return [each for each in listed if each["backend"] in BACKENDS and "name" in each]

    def kernel_of(self, backend, *options, **environment):
        """Returns the name of the kernel with which nbody advances on a device."""
        stats = self.file.parent.parent / "stats.json"
        stats.parent.mkdir(parents=True, exist_ok=True)
        self.run("run", "nbody", "--headless", "--frames", "1", "--backend", backend, "--stats", str(stats), *BODIES, *options,
                 **environment)
        kernels = json.loads(stats.read_text(encoding="utf-8"))["kernels"]
        return next(each["name"] for each in kernels if each["name"].startswith("advance<"))

    def keep(self, device, values):
        self.file.parent.mkdir(parents=True, exist_ok=True)
        tuning = {"sample": "nbody", "backend": device["backend"], "device": device["name"], "driver": device["driver"],
                  "values": values, "milliseconds": 1.0, "default_milliseconds": 2.0, "date": "2026-11-28"}
        self.file.write_text(json.dumps({"tunings": [tuning]}), encoding="utf-8")


def measures_all_values(cache):
    for device in cache.devices():
        backend = device["backend"]
        text = cache.run("tune", "nbody", "--backend", backend, "--seconds", "0", *BODIES).stdout
        rows = [line.split() for line in text.splitlines() if line.startswith("  ")]
        assert [row[0] for row in rows][:2] == ["auto", "32x1"] and len(rows) > 5, text
        assert all(row[2] == "ms" or row[1:3] == ["not", "possible:"] for row in rows), text
        fastest = [row[0] for row in rows if row[-2:] == ["<-", "fastest"]]
        assert len(fastest) == 1, text
        kept = [each for each in cache.tunings() if each["backend"] == backend]
        if fastest == ["auto"]:
            assert not kept and "nothing is kept" in text, text
            continue
        assert [each["values"] for each in kept] == [{"tiling": fastest[0]}], kept
        assert kept[0]["sample"] == "nbody" and kept[0]["milliseconds"] < kept[0]["default_milliseconds"], kept
        size = fastest[0].split("x")[0]
        assert cache.kernel_of(backend).startswith(f"advance<tiling{{{size}, "), cache.kernel_of(backend)


def uses_what_is_kept(cache):
    for device in cache.devices():
        backend = device["backend"]
        own = cache.kernel_of(backend)
        assert "{64, 1, 1," not in own, f"the test needs another value than {own}"
        cache.keep(device, {"tiling": OTHER})
        assert "{64, 1, 1," in cache.kernel_of(backend)
        assert "{32, 1, 1," in cache.kernel_of(backend, "--tiling", "32x1"), "the command line decides first"
        assert cache.kernel_of(backend, INGOT_TUNED="off") == own
        # A value that the sample no longer has, another driver, and a file that is no JSON.
        cache.keep(device, {"tiling": "7x7"})
        assert cache.kernel_of(backend) == own
        cache.keep({**device, "driver": "another one"}, {"tiling": OTHER})
        assert cache.kernel_of(backend) == own
        cache.file.write_text("{", encoding="utf-8")
        assert cache.kernel_of(backend) == own
        assert str(cache.file) in cache.run("tune", "--list").stderr
        cache.file.unlink()


def lists_and_forgets(cache):
    assert "nothing was tuned" in cache.run("tune", "--list").stdout
    device = cache.devices()[0]
    cache.keep(device, {"tiling": OTHER})
    text = cache.run("tune", "--list").stdout
    assert f"{device['name']}: tiling={OTHER}  1.000 ms instead of 2.000 ms" in text, text
    assert "forgot 0 results" in cache.run("tune", "--forget", "pathtracer").stdout
    assert len(cache.tunings()) == 1
    assert "forgot 1 result\n" in cache.run("tune", "--forget", "nbody").stdout
    assert cache.tunings() == []
    cache.file.write_text("{", encoding="utf-8")
    cache.run("tune", "--forget")
    assert cache.tunings() == [] and not cache.run("tune", "--list").stderr


def rejects_wrong_words(cache):
    for words, message in [
        (["tune"], "sample"),
        (["tune", "nbdy"], "nbody"),
        (["tune", "fluid"], "sample 'fluid' has nothing to tune; these have: nbody, pathtracer, fractal, blur"),
        (["tune", "nbody", "--tiling", "32x1"], "--tiling: 'ingot tune' finds the value of this parameter"),
        (["tune", "nbody", "--seconds", "many"], "--seconds"),
        (["tune", "--list", "--forget"], "give one of them"),
        (["tune", "--forget", "nbdy"], "nbody"),
    ]:
        result = cache.run(*words, status=2)
        assert message in result.stderr, f"{words}: {result.stderr}"
    assert not cache.file.exists()


def main():
    program, test = sys.argv[1], globals()[sys.argv[2]]
    with tempfile.TemporaryDirectory() as folder:
        test(Cache(program, Path(folder)))


if __name__ == "__main__":
    main()
