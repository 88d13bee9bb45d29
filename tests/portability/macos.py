"""Compiles the sources of a build for macOS by PyPI's ziglang, and links a program that opens Metal. Nothing is run.

    macos.py PROJECT BUILD [--only REGEX] [--target aarch64-macos]…

PROJECT is the folder of the project, and BUILD that of the build: its compile_commands.json names the sources, and it has the
generated headers. Sources of tests and benchmarks are left out. Third-party headers are those of this system; the headers of the
C and C++ libraries come with ziglang. Where this Python has no ziglang, the exit status is 77.
"""

import argparse
import importlib.util
import json
import pathlib
import re
import shlex
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

# What this system's folder of headers has of libraries that are installed on macOS as well. The rest of the folder belongs to
# Linux and its C library.
LIBRARIES = ("boost CL CLI EGL epoxy fmt gif_lib.h GL glm imgui Imath jconfig.h jerror.h jmorecfg.h jpeglib.h KHR libpng16 nlohmann "
             "OpenEXR png.h pngconf.h pnglibconf.h SDL2 spirv spirv-tools stb tiny_gltf.h tiny_obj_loader.h vk_video vulkan "
             "xxhash.h zconf.h zlib.h").split()
SYSTEM_FOLDERS = (pathlib.Path("/usr/include"), pathlib.Path("/usr/include/x86_64-linux-gnu"))


# These sources need a header that ingotc generates on the system itself: it names the types of a kernel template's instances, and
# uint64_t is `unsigned long` on Linux and `unsigned long long` on macOS.
GENERATED_ON_THE_SYSTEM = ("compute/algorithms/algorithms.cpp",)


def ziglang_folder():
    return pathlib.Path(importlib.util.find_spec("ziglang").origin).parent


def library_headers(folder):
    """Fills a folder with links to the headers of libraries."""
    folder.mkdir()
    for system in SYSTEM_FOLDERS:
        for name in LIBRARIES:
            if (system / name).exists() and not (folder / name).exists():
                (folder / name).symlink_to(system / name)
    # Debian has the configuration of SDL in another folder than its other headers.
    (folder / "SDL2").unlink(missing_ok=True)
    (folder / "SDL2").mkdir()
    for system in SYSTEM_FOLDERS:
        for header in (system / "SDL2").glob("*.h"):
            if not (folder / "SDL2" / header.name).exists():
                (folder / "SDL2" / header.name).symlink_to(header)
    return folder


def kept_options(words):
    """Returns the options of a compiler's command that say what is compiled: include folders, definitions and the standard."""
    kept = []
    words = iter(words)
    for word in words:
        if word in ("-I", "-isystem", "-D"):
            word += next(words)
        if word.startswith(("-I", "-D", "-isystem", "-std=")):
            folder = pathlib.Path(word.removeprefix("-isystem").removeprefix("-I"))
            if not any(folder in (each, each / "SDL2") for each in SYSTEM_FOLDERS):
                kept.append(word)
    return kept


def sources_of(build, project, only):
    """Returns the sources of the build with their options, each once."""
    found = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        source = pathlib.Path(entry["file"])
        name = str(source.relative_to(project)) if source.is_relative_to(project) else str(source)
        name = name.removeprefix(str(build.relative_to(project)) + "/") if build.is_relative_to(project) else name
        if source.suffix not in (".cpp", ".cxx") or name.startswith(("tests/", "bench/")) or "cmake_pch" in name:
            continue
        if "thread_sanitizer" in name or name in GENERATED_ON_THE_SYSTEM or not re.search(only, name):
            continue
        words = entry["arguments"] if "arguments" in entry else shlex.split(entry["command"])
        found.setdefault(name, (source, kept_options(words)))
    return found


def run(command):
    done = subprocess.run(command, capture_output=True, text=True)
    return done.returncode == 0, done.stdout + done.stderr


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("project", type=pathlib.Path)
    parser.add_argument("build", type=pathlib.Path)
    parser.add_argument("--only", default="", help="compile only sources whose name contains this regular expression")
    parser.add_argument("--target", action="append", help="the default is aarch64-macos")
    given = parser.parse_args()
    if not importlib.util.find_spec("ziglang"):
        print("skipped: this Python has no ziglang (pip install ziglang)")
        return 77
    sources = sources_of(given.build, given.project, given.only)
    if not sources:
        print(f"{given.build}: no source's name contains '{given.only}'")
        return 1
    failed = []
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        headers = library_headers(folder / "headers")
        for target in given.target or ["aarch64-macos"]:
            # Debug information and checks of undefined behaviour are not needed. What a system's headers make of warnings differs.
            compiler = [sys.executable, "-m", "ziglang", "c++", "-target", target, "-O0", "-g0", "-fno-sanitize=undefined", "-w",
                        # Boost before 1.81, which Debian 12 has, uses a class that C++17 removed.
                        "-D_LIBCPP_ENABLE_CXX17_REMOVED_UNARY_BINARY_FUNCTION",
                        "-DSDL_DISABLE_IMMINTRIN_H",  # Debian configures SDL for this machine's processor.
                        # macOS' math.h includes a part of float.h, and then the guard of libc++'s float.h leaves out the rest.
                        "-include", str(ziglang_folder() / "lib" / "include" / "float.h")]
            for name, (source, options) in sources.items():
                # A batch that includes a source for Linux is compiled with the one for macOS.
                if "_linux.cpp" in (text := source.read_text()):
                    source = folder / source.name
                    source.write_text(text.replace("_linux.cpp", "_macos.cpp"))
                worked, text = run([*compiler, *options, f"-isystem{headers}", f"-isystem{headers}/SDL2", "-c", str(source), "-o",
                                    str(folder / "object.o")])
                print(f"{target}: {name}: {'compiled' if worked else text}", flush=True)
                failed += [] if worked else [name]
            runtime = given.project / "compute" / "runtime"
            if re.search(given.only, "compute/runtime/metal"):
                (folder / "program.cpp").write_text(PROGRAM)
                parts = [runtime / "metal" / "hardware" / part for part in ("metal_library.cpp", "objective_c.cpp")]
                folders = [runtime, runtime / "include", given.build / "compute" / "runtime" / "include",
                           given.project / "compute" / "archive" / "include", given.project / "compute" / "language" / "include"]
                worked, text = run([*compiler, "-std=c++20", *(f"-I{each}" for each in folders), str(folder / "program.cpp"),
                                    *map(str, parts), "-o", str(folder / "program")])
                print(f"{target}: {'the program that opens Metal is linked' if worked else text}")
                failed += [] if worked else ["the program that opens Metal"]
    print(f"{len(sources)} sources, {len(failed)} failures" + "".join(f"\n  {name}" for name in failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
