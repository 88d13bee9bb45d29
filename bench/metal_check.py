#!/usr/bin/env python3
"""Measures how long `ingot metal check` takes for a file of 3,000 lines, beside clang++ for a C++ file of that size.

    bench/metal_check.py [--build build/release] [--runs 7]

Both files have the same functions with the same bodies; only their parameters are written as each language asks for. Before each
run a comment in them is changed, because ingot keeps the results of files that it has checked. Printed are medians of the
processor time of all processes that take part, in seconds, for `ingot metal check` with the library's precompiled form in the
cache and for `clang++-22 -fsyntax-only`, and their quotient. The commands run in turn, so that a change of the machine's speed
affects both.
"""
import argparse
import os
import pathlib
import statistics
import sys
import tempfile

from compile_time import ROOT, run

METAL_HEAD = """#include <metal_stdlib>
using namespace metal;
#define CONSTANT constant constexpr
"""
CPP_HEAD = """#include <algorithm>
#include <cmath>
#include <cstdint>
using namespace std;
using uint = unsigned;
#define thread
#define device
#define CONSTANT constexpr
"""
METAL_KERNEL = """kernel void filter_{i}(device const float* from [[buffer(0)]], device float* to [[buffer(1)]],
                     constant uint& count [[buffer(2)]], uint place [[thread_position_in_grid]]) {{"""
CPP_KERNEL = """void filter_{i}(const float* from, float* to,
              const uint& count, uint place) {{"""
BODY = """
    if (place >= count) return;
    moments_{i} found = {{0.0f, 0.0f, 0}};
    const uint first = place > taps_{i} ? place - taps_{i} : 0;
    for (uint i = first; i < min(place + taps_{i}, count); ++i) {{
        const float weight = exp(-0.5f * float(i) / (1.0f + from[i] * from[i]));
        if (weight < 0.001f) continue;
        found.sum += weight * from[i];
        found.squares += weight * from[i] * from[i];
        found.count += 1;
    }}
    switch (found.count % 3) {{
        case 0: to[place] = spread_{i}(found); break;
        case 1: to[place] = sqrt(fabs(found.sum)); break;
        default: to[place] = pow(fabs(found.squares), 0.25f) + {i}.0f; break;
    }}
}}
"""
BEFORE = """
CONSTANT uint taps_{i} = {taps};
struct moments_{i} {{
    float sum;
    float squares;
    int count;
}};
template <typename T>
T spread_{i}(const thread T& value) {{ return value; }}
inline float spread_{i}(moments_{i} value) {{
    return value.count > 1 ? value.squares / float(value.count) - value.sum * value.sum : 0.0f;
}}
"""


def text_of(head, kernel, lines):
    """Returns a file of at least this many lines."""
    text = head
    i = 0
    while text.count("\n") < lines:
        text += (BEFORE + kernel + BODY).format(i=i, taps=3 + i % 5)
        i += 1
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--clang", default="clang++-22")
    parser.add_argument("--runs", type=int, default=7)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder_name:
        folder = pathlib.Path(folder_name)
        environment = {**os.environ, "XDG_CACHE_HOME": str(folder / "cache")}
        texts = {"file.metal": text_of(METAL_HEAD, METAL_KERNEL, 3000), "file.cpp": text_of(CPP_HEAD, CPP_KERNEL, 3000)}

        def write(edit):
            for name, text in texts.items():
                (folder / name).write_text(f"{text}// edit {edit}\n")

        write(0)
        commands = {
            "check": [(arguments.build / "bin/ingot").resolve(), "metal", "check", folder / "file.metal"],
            "clang": [arguments.clang, "-std=c++20", "-fsyntax-only", folder / "file.cpp"],
        }
        run(commands["check"], environment)  # fills the cache
        times = {name: [] for name in commands}
        for edit in range(1, arguments.runs + 1):
            write(edit)
            for name, command in commands.items():
                times[name].append(run(command, environment)[0])
    check, clang = (statistics.median(times[name]) for name in ("check", "clang"))
    print(f"ingot metal check {check:.2f} s, clang++ -fsyntax-only {clang:.2f} s, quotient {check / clang:.2f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
