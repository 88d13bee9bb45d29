"""Compiles the Metal backend for macOS by PyPI's ziglang, and links a program that opens Metal. Nothing is run.

    metal_for_macos.py PROJECT BUILD

PROJECT is the folder of the project, and BUILD that of the build, which has generated headers. Where this Python has no ziglang,
the exit status is 77.
"""

import importlib.util
import pathlib
import subprocess
import sys
import tempfile

PROGRAM = """
#include "metal/hardware/metal_library.hpp"
int main() {
    const ingot::backends::metal::hardware::metal_library library;
    return library.runtime().declared().empty() ? 1 : 0;
}
"""


def main(project, build):
    if not importlib.util.find_spec("ziglang"):
        print("skipped: this Python has no ziglang (pip install ziglang)")
        return 77
    runtime = pathlib.Path(project) / "compute" / "runtime"
    folders = [runtime, runtime / "include", pathlib.Path(build) / "compute" / "runtime" / "include"]
    folders += [pathlib.Path(project) / "compute" / part / "include" for part in ("archive", "language")]
    options = ["-std=c++20", "-Wall", "-Wextra", "-Werror", "-DINGOT_METAL_DEVICE=1"] + [f"-I{folder}" for folder in folders]
    sources = sorted((runtime / "metal").rglob("*.cpp"))
    failed = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        (folder / "program.cpp").write_text(PROGRAM)
        for target in ("aarch64-macos", "x86_64-macos"):
            compile_command = [sys.executable, "-m", "ziglang", "c++", "-target", target, *options]
            for source in sources:
                # Debug information and checks of undefined behaviour are not needed.
                command = [*compile_command, "-O1", "-fno-sanitize=undefined", "-c", str(source), "-o", str(folder / "object.o")]
                done = subprocess.run(command, capture_output=True, text=True)
                failed += done.returncode != 0
                print(f"{target}: {source.relative_to(project)}: {'compiled' if done.returncode == 0 else done.stderr}")
            parts = [runtime / "metal" / "hardware" / name for name in ("metal_library.cpp", "objective_c.cpp")]
            command = [*compile_command, "-O1", str(folder / "program.cpp"), *map(str, parts), "-o", str(folder / "program")]
            done = subprocess.run(command, capture_output=True, text=True)
            failed += done.returncode != 0
            print(f"{target}: {'the program is linked' if done.returncode == 0 else done.stderr}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:3]))
