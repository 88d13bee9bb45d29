#!/usr/bin/env python3
"""Compares the path tracer with Mitsuba 3 (Jakob et al. 2022): the same Cornell box, with the same number of bounces, in one run.

    python3 -m venv /tmp/mitsuba && /tmp/mitsuba/bin/pip install mitsuba numpy
    INGOT_MITSUBA_PYTHON=/tmp/mitsuba/bin/python bench/pathtracer/against_mitsuba.py build/release/bin/bench_pathtracer

Mitsuba's variant llvm_ad_rgb uses the LLVM library that DRJIT_LIBLLVM_PATH names. It does not run with Debian's LLVM 14; it
runs with LLVM 22: /usr/lib/llvm-22/lib/libLLVM.so.1. The script prints the paths per second of each renderer, and the
differences between the pictures. The exit status is 1 if the difference of the means, or the mean relative difference of
blocks of 8 x 8 pixels, is 1 % or more, or if no variant of Mitsuba could render; it is 77 if the Python that runs the script
does not have Mitsuba. This Python is the program in the environment variable INGOT_MITSUBA_PYTHON if that is set.
"""

import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

own_python = os.environ.get("INGOT_MITSUBA_PYTHON")
if own_python and pathlib.Path(sys.executable).parent != pathlib.Path(own_python).absolute().parent:
    os.execv(own_python, [own_python, *sys.argv])

try:
    import mitsuba
    import numpy
except ImportError as missing:
    print(f"skipped: {missing}; INGOT_MITSUBA_PYTHON must name a Python that has Mitsuba 3 (PyPI: mitsuba, numpy)")
    sys.exit(77)

BLOCK = 8


def read_arguments():
    parser = argparse.ArgumentParser(description="Compares the path tracer with Mitsuba 3")
    parser.add_argument("program", help="bench_pathtracer")
    parser.add_argument("--size", type=int, default=128)
    parser.add_argument("--spp", type=int, default=1024)
    parser.add_argument("--bounces", type=int, default=7)
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--variants", default="scalar_rgb,llvm_ad_rgb")
    parser.add_argument("--only", help=argparse.SUPPRESS)
    parser.add_argument("--folder", help=argparse.SUPPRESS)
    return parser.parse_args()


def write_obj(file, triangles):
    """Writes one part's triangles to a file, from which Mitsuba reads the mesh."""
    lines = []
    for corners in triangles:
        lines += ["v " + " ".join(repr(number) for number in corner) for corner in corners]
    lines += [f"f {3 * i + 1} {3 * i + 2} {3 * i + 3}" for i in range(len(triangles))]
    file.write_text("\n".join(lines) + "\n")


def mitsuba_scene(description, folder, size, bounces):
    from mitsuba import ScalarTransform4f as Transform

    camera = description["camera"]
    scene = {
        "type": "scene",
        # Mitsuba counts the edges of a path: with 1, only lights are visible.
        "integrator": {"type": "path", "max_depth": bounces + 1, "rr_depth": 4},
        "sensor": {
            "type": "perspective",
            "fov": camera["field_of_view"] * 180.0 / 3.14159265358979,
            "fov_axis": "y",
            "to_world": Transform().look_at(origin=camera["eye"], target=camera["target"], up=[0, 1, 0]),
            "film": {"type": "hdrfilm", "width": size, "height": size, "rfilter": {"type": "box"}, "pixel_format": "rgb",
                     "component_format": "float32"},
            "sampler": {"type": "independent"},
        },
    }
    for part in description["parts"]:
        file = pathlib.Path(folder) / (part["name"] + ".obj")
        write_obj(file, part["triangles"])
        shape = {
            "type": "obj",
            "filename": str(file),
            "face_normals": True,
            "bsdf": {"type": "twosided", "bsdf": {"type": "diffuse", "reflectance": {"type": "rgb", "value": part["colour"]}}},
        }
        if max(part["emission"]) > 0.0:
            shape["emitter"] = {"type": "area", "radiance": {"type": "rgb", "value": part["emission"]}}
        scene[part["name"]] = shape
    return mitsuba.load_dict(scene)


def render_by_mitsuba(variant, description, folder, arguments):
    """Returns the picture, and the median of the paths per second."""
    mitsuba.set_variant(variant)
    scene = mitsuba_scene(description, folder, arguments.size, arguments.bounces)
    numpy.array(mitsuba.render(scene, spp=1))  # the first call compiles
    seconds = []
    for turn in range(arguments.turns):
        start = time.perf_counter()
        picture = numpy.array(mitsuba.render(scene, spp=arguments.spp, seed=turn))
        seconds.append(time.perf_counter() - start)
    return picture, arguments.size**2 * arguments.spp / sorted(seconds)[len(seconds) // 2]


def render_in_child_process(variant, folder, arguments):
    """Renders with Mitsuba in a child process, so that a fatal error of Mitsuba's compiler does not end this process."""
    result_file = pathlib.Path(folder) / (variant + ".npz")
    child = subprocess.run([sys.executable, __file__, *sys.argv[1:], "--only", variant, "--folder", folder], capture_output=True,
                           text=True, check=False)
    if child.returncode != 0:
        lines = (child.stderr or child.stdout).strip().splitlines() or ["no message"]
        raise RuntimeError(f"exit status {child.returncode}: {lines[0]}")
    with numpy.load(result_file) as result:
        return result["picture"], float(result["speed"])


def render_in_this_process(arguments):
    description = json.loads((pathlib.Path(arguments.folder) / "scene.json").read_text())
    picture, speed = render_by_mitsuba(arguments.only, description, arguments.folder, arguments)
    numpy.savez(pathlib.Path(arguments.folder) / (arguments.only + ".npz"), picture=picture, speed=speed)
    return 0


def blocks(picture):
    size = picture.shape[0] // BLOCK * BLOCK
    return picture[:size, :size].reshape(size // BLOCK, BLOCK, size // BLOCK, BLOCK, 3).mean(axis=(1, 3))


def main():
    arguments = read_arguments()
    if arguments.only:
        return render_in_this_process(arguments)
    mitsuba.set_variant("scalar_rgb")
    with tempfile.TemporaryDirectory() as folder:
        def in_folder(name):
            return str(pathlib.Path(folder) / name)

        subprocess.run([arguments.program, "--size", str(arguments.size), "--spp", str(arguments.spp), "--bounces",
                        str(arguments.bounces), "--turns", str(arguments.turns), "--picture", in_folder("ingot.exr"),
                        "--scene-file", in_folder("scene.json"), "--json", in_folder("ingot.json")], check=True)
        results = json.loads(pathlib.Path(in_folder("ingot.json")).read_text())
        failed = False
        measured = 0
        for variant in arguments.variants.split(","):
            try:
                mitsuba_picture, speed = render_in_child_process(variant, folder, arguments)
            except RuntimeError as missing:
                print(f"  {variant:<12} not measured: {missing}")
                continue
            measured += 1
            ingot_picture = numpy.array(mitsuba.Bitmap(in_folder("ingot.exr")))[:, :, :3]
            mean_difference = abs(ingot_picture.mean() - mitsuba_picture.mean()) / mitsuba_picture.mean()
            difference = numpy.abs(blocks(ingot_picture) - blocks(mitsuba_picture))
            block_difference = (difference.mean() / blocks(mitsuba_picture).mean()).item()
            failed |= mean_difference >= 0.01 or block_difference >= 0.01
            print(f"  {variant:<12} {speed * 1e-6:10.3f} M paths/s; "
                  f"difference of the means {100 * mean_difference:.3f} %, of blocks {100 * block_difference:.3f} %")
            for result in results:
                print(f"    {result['backend']:<10} {result['paths_per_second'] / speed:8.2f} times as many")
    if not measured:
        print("no variant of Mitsuba could render, so there is no picture to compare with")
        return 1
    print("the pictures differ" if failed else "the pictures agree")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
