#!/usr/bin/env python3
"""Measures how long ingotc takes for three kernel files, beside clang++ for the same files compiled for the host.

    bench/compile_time.py [--build build/release] [--runs 7] [--ingotc PROGRAM]

Each row of the printed table is one kernel file. The last two columns are quotients of two other columns. All other numbers
are medians of the runs, in seconds:

    ingotc        processor time for all targets with a warm cache
    elapsed       elapsed time of the same runs
    cold          processor time for all targets without a cache: the first run of a user
    host          processor time of `clang++-22 -c -O2` for the source with the same kernels for the host (--cpu-debug)
    file          processor time of `clang++-22 -c -O2` for the kernel file alone, from which a host compiler emits nothing
    parse         processor time of `clang++-22 -fsyntax-only` for the kernel file

Processor time is user and system time of all processes that take part. The commands run in turn, so that a change of the
machine's speed affects all of them.
"""
import argparse
import os
import pathlib
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = {
    "saxpy": ("tests/install/saxpy/saxpy.kernels.cpp", []),
    "N-body": ("samples/nbody/nbody.kernels.cpp", ["--fast-math"]),
    "path tracer": ("samples/pathtracer/pathtracer.kernels.cpp", []),
}
FOLDERS = ["app_shell/sample/include", "compute/archive/include", "media/pictures/include", "media/scenes/include"]
HEADERS = ["compute/language/include", "compute/runtime/include"]


def run(command, environment):
    """Runs a command and returns its processor time and its elapsed time."""
    begin = time.monotonic()
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, cwd=ROOT)
    _, status, usage = os.wait4(process.pid, 0)  # the usage includes that of the process's own children
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} ended with status {process.returncode}")
    return usage.ru_utime + usage.ru_stime, time.monotonic() - begin


def commands(file, options, ingotc, clang, folder):
    """Returns the commands to measure for one kernel file, by the names of their columns."""
    include = [f"-I{ROOT / one}" for one in FOLDERS]
    system = [word for one in HEADERS for word in ("-isystem", ROOT / one)]
    host = folder / "host.cpp"
    ingot_command = [ingotc, ROOT / file, "-o", folder / "out.ingot", "--header", folder / "out.hpp", *options, *include]
    subprocess.run([*ingot_command[:2], "--targets", "none", "--cpu-debug", host, *options, *include], check=True, cwd=ROOT)
    clang_command = [clang, "-std=c++20", *include, *system]
    return {
        "ingotc": ingot_command,
        "cold": ingot_command,
        "host": [*clang_command, "-c", "-O2", host, "-o", folder / "host.o"],
        "file": [*clang_command, "-c", "-O2", ROOT / file, "-o", folder / "file.o"],
        "parse": [*clang_command, "-fsyntax-only", ROOT / file],
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--ingotc", type=pathlib.Path, help="the program to measure; default: the one of the build")
    parser.add_argument("--clang", default="clang++-22")
    parser.add_argument("--runs", type=int, default=7)
    arguments = parser.parse_args()
    ingotc = (arguments.ingotc or arguments.build / "bin/ingotc").resolve()

    print("|  | ingotc | elapsed | cold | host | file | parse | ingotc / host | ingotc / file |")
    print("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |")
    with tempfile.TemporaryDirectory() as folder_name:
        folder = pathlib.Path(folder_name)
        warm = {**os.environ, "XDG_CACHE_HOME": str(folder / "warm")}
        cold = {**os.environ, "XDG_CACHE_HOME": str(folder / "cold")}
        for name, (file, options) in FILES.items():
            rows = commands(file, options, ingotc, arguments.clang, folder)
            run(rows["ingotc"], warm)  # fills the cache
            times = {column: [] for column in rows}
            for _ in range(arguments.runs):
                for column, command in rows.items():
                    if column == "cold":
                        shutil.rmtree(folder / "cold", ignore_errors=True)
                    times[column].append(run(command, cold if column == "cold" else warm))
            processor = {column: statistics.median(one[0] for one in each) for column, each in times.items()}
            elapsed = statistics.median(one[1] for one in times["ingotc"])
            print(f"| {name} | {processor['ingotc']:.2f} | {elapsed:.2f} | {processor['cold']:.2f} | {processor['host']:.2f} | "
                  f"{processor['file']:.2f} | {processor['parse']:.2f} | {processor['ingotc'] / processor['host']:.1f} | "
                  f"{processor['ingotc'] / processor['file']:.1f} |", flush=True)


if __name__ == "__main__":
    main()
