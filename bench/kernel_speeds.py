"""Compares how long each kernel of the samples takes on two devices.

    kernel_speeds.py PROGRAM [--sample NAME]… [--devices cpu-native opencl] [--frames 6] [--turns 3] [--size 1280x720] [--json FILE]

Runs each sample without a window on both devices in turn, and reads the devices' own times from the statistics of the runs
(`ingot run --stats`). A device is a backend, or a backend and a number such as opencl:1. Prints, for each kernel, the time of a frame on
each device, which is the median of its launches times their number, as the least of all turns, and how many times as fast the first
device is; and the same for all kernels of a sample together. Kernels that only one device runs, such as those of a tiling that the
sample chooses for a device, count in the sum.
"""

import argparse
import json
import pathlib
import subprocess
import sys
import tempfile

SAMPLES = ("nbody", "pathtracer", "fractal", "fluid", "smoke", "particles", "slime", "warp", "blur", "motion")


def times_of(program, sample, device, options):
    """Runs a sample once. Returns the milliseconds of each kernel in a frame."""
    backend, _, number = device.partition(":")
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "statistics.json"
        command = [program, "run", sample, "--headless", "--frames", str(options.frames), "--size", options.size, "--backend", backend,
                   "--stats", str(report)]
        if number:
            command += ["--device", number]
        ended = subprocess.run(command, capture_output=True, text=True, check=False)
        if ended.returncode != 0:
            raise RuntimeError(f"{' '.join(command)}: {ended.stderr.strip()}")
        kernels = json.loads(report.read_text(encoding="utf-8"))["kernels"]
    return {kernel["name"]: kernel["median_ms"] * kernel["launches"] / options.frames for kernel in kernels}


def measure(sample, options):
    """Returns for each device the least milliseconds of each kernel."""
    least = {device: {} for device in options.devices}
    for _ in range(options.turns):
        for device in options.devices:
            for name, time in times_of(options.program, sample, device, options).items():
                least[device][name] = min(time, least[device].get(name, time))
    return least


def row(name, times):
    ratio = f"{times[1] / times[0]:7.2f}" if None not in times and times[0] > 0 else "      –"
    return f"  {name:32}" + "".join(f"{time:12.3f}" if time is not None else "           –" for time in times) + ratio


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("program", help="path of the program ingot")
    parser.add_argument("--sample", action="append", choices=SAMPLES, help="only this sample; can be given several times")
    parser.add_argument("--devices", nargs=2, default=["cpu-native", "opencl"], metavar="BACKEND[:N]")
    parser.add_argument("--frames", type=int, default=6)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--size", default="1280x720")
    parser.add_argument("--json", metavar="FILE", help="also write the times as JSON")
    options = parser.parse_args()
    if options.frames < 1 or options.turns < 1:
        parser.error("--frames and --turns must be at least 1")
    print(f"milliseconds of a frame{'':13}{options.devices[0]:>12}{options.devices[1]:>12}  ratio")
    found = {}
    for sample in options.sample or SAMPLES:
        try:
            found[sample] = measure(sample, options)
        except RuntimeError as problem:
            print(f"{sample}: {problem}", file=sys.stderr)
            continue
        both = [found[sample][device] for device in options.devices]
        print(row(sample, [sum(times.values()) for times in both]), flush=True)
        for name in sorted(set(both[0]) | set(both[1]), key=lambda each: -max(times.get(each, 0) for times in both)):
            print(row(f"  {name}", [times.get(name) for times in both]), flush=True)
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(found, indent=2) + "\n", encoding="utf-8")
    return 0 if found else 1


if __name__ == "__main__":
    sys.exit(main())
