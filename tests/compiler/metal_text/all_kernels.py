"""Writes every kernel file of the project as text in Metal's language.

    all_kernels.py INGOTC PROJECT REFUSED FOLDER CXX OPTIONS KERNEL_FILE…

A file must be written, and its text must be valid C++ with include/metal_stdlib, or it must be refused for the reason that REFUSED
names. Each line there is `FILE: the error's text`. A file that is listed but is written is an error, too.
"""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor


def read_reasons(path):
    reasons = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            if line.strip() and not line.startswith("#"):
                name, reason = line.rstrip("\n").split(": ", 1)
                reasons[name] = reason
    return reasons


def problem_of(source, project, reasons, folder, ingotc, compiler, options):
    """Returns what is wrong with a kernel file, or None."""
    name = os.path.relpath(source, project)
    out = os.path.join(folder, name.replace("/", "_").removesuffix(".cpp"))
    includes = ["-I" + os.path.dirname(source), "-I" + os.path.join(project, "samples")]
    command = [ingotc, source, "-o", out + ".ingot", "--targets", "msl", "--emit-asm", *includes, *options]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    errors = [line for line in run.stderr.split("\n") if "error: " in line]
    if run.returncode != 0:
        first = errors[0] if errors else run.stderr
        if name not in reasons:
            return f"{name}: must be written, but was refused: {first}"
        if not any(reasons[name] in line for line in errors):
            return f"{name}: must be refused because of '{reasons[name]}', but was because of: {first}"
        if "internal error" in first or ":" not in first.split("error: ")[0]:
            return f"{name}: the error names no line: {first}"
        return None
    if name in reasons:
        return f"{name}: is written, but refused.txt says that it is refused: remove the line"
    check = [compiler, "-std=c++20", "-fsyntax-only", "-w", "-x", "c++", f"-I{os.path.dirname(os.path.abspath(__file__))}/include",
             f"-I{project}/compute/language/include", out + ".metal"]
    run = subprocess.run(check, capture_output=True, text=True, check=False)
    if run.returncode != 0:
        return f"{name}: its text is not valid: {run.stderr[:2000]}"
    return None


def main():
    ingotc, project, refused, folder, compiler, options, *sources = sys.argv[1:]
    reasons = read_reasons(refused)
    options = [option for option in options.split(";") if option]
    os.makedirs(folder, exist_ok=True)
    with ThreadPoolExecutor(max_workers=os.cpu_count()) as pool:
        problems = list(pool.map(
            lambda source: problem_of(source, project, reasons, folder, ingotc, compiler, options), sources))
    names = {os.path.relpath(source, project) for source in sources}
    problems += [f"{name}: refused.txt names a file that is no kernel file" for name in reasons if name not in names]
    for problem in filter(None, problems):
        print(problem)
    print(f"{len(sources)} kernel files: {len(sources) - len(reasons)} written, {len(reasons)} refused for a stated reason")
    sys.exit(1 if any(problems) else 0)


main()
