"""Compiles Metal files of other projects and writes a table of those that ingotc accepts.

    foreign_files.py INGOTC FOLDER [--targets LIST] [-o TABLE.md]

Each folder in FOLDER is a project; all files *.metal below it are compiled, with the project's folder, and the folders that
`--include PROJECT=FOLDER` names, as include folders. By default the files are parsed and checked only; with `--targets spirv` or
another list, ingotc also generates code.

A file does not count if it needs what version 3.0 of the language does not have, a header that is not in the project, or names
that another file of the project declares, which it does not include: the table says why. The exit status is 0, unless ingotc crashes on a file or needs more time than the limit; then it is 1."""

import argparse
import collections
import concurrent.futures
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# What a rejected file can use that is not in Metal 3.0 or is not a compute kernel's: a pattern, and the reason in the table.
OUTSIDE = [
    (r"\btensor_handle\b|\btensor_inline\b|\bint4b_format\b", "tensors: Metal 4.0"),
    (r"\braytracing\b|\bintersection_query\b|\bintersector\s*<", "ray tracing: no part of the compute subset"),
    (r"\bcoherent\s*\(\s*(system|device)\b|\bthread_scope_\w+|\batomic_thread_fence\s*\(", "memory scopes: Metal 3.2"),
    (r"\[\[\s*(object|mesh)\b|\bmesh_grid_properties\b|\bmetal::mesh\s*<|\[\[\s*intersection\s*\(",
     "mesh or intersection functions: no part of the compute subset"),
    (r"\bimageblock", "imageblocks: no part of the compute subset"),
]
# Errors that say themselves why a file does not count.
OUTSIDE_ERRORS = [
    (re.compile(r"^'[^']+' belongs to "), None),
    (re.compile(r"Metal does not have a lambda expression"), "lambda expressions: Metal 3.2"),
]
# An error about a name that nothing declares.
UNDECLARED = re.compile(r"^(?:unknown type name|use of undeclared identifier|no template named|a type specifier is required)"
                        r"(?: '(\w+)')?")
INCLUDE = re.compile(r'^[ \t]*#[ \t]*(?:include|import)[ \t]*(["<])([^">]+)[">]', re.MULTILINE)
ERROR = re.compile(r"^(?:(?P<place>[^:\n]+:\d+:\d+): )?(?:fatal )?error: (?P<text>.*)$", re.MULTILINE)


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", " ", text, flags=re.DOTALL)


def reachable_text(file, folders, seen):
    """Returns the text of a file and of the project's headers that it includes, without comments."""
    if file in seen:
        return ""
    seen.add(file)
    text = without_comments(file.read_text(errors="replace"))
    for _, name in INCLUDE.findall(text):
        for folder in [file.parent, *folders]:
            if (folder / name).is_file():
                text += reachable_text((folder / name).resolve(), folders, seen)
                break
    return text


def missing_header(file, folders, seen):
    """Returns the first header in quotes that the project does not have, or nothing."""
    if file in seen:
        return None
    seen.add(file)
    for kind, name in INCLUDE.findall(without_comments(file.read_text(errors="replace"))):
        found = next((folder / name for folder in [file.parent, *folders] if (folder / name).is_file()), None)
        if found is None and kind == '"':
            return name
        inner = missing_header(found.resolve(), folders, seen) if found else None
        if inner:
            return inner
    return None


def declares(text, name):
    """Does a text declare the name: as a type, an alias, a macro, a constant or a function?"""
    if name not in text:
        return False
    return re.search(rf"\b(?:struct|class|union|enum|typename|using)\s+{name}\b|#\s*define\s+{name}\b|"
                     rf"\btypedef\b[^;]*\b{name}\s*;|\b(?!return\b)[A-Za-z_][\w:<>]*(?:\s+|\s*&\s*){name}\s*(?:\(|=(?!=)|\[\[|;)", text)


def undeclared_name(error, text, project):
    """If an error is about a name that the project declares in a file that is not included, or that is a macro of the program
    that compiles the file, returns the reason why the file does not count."""
    found = UNDECLARED.match(error)
    name = found and found[1]
    if not name or declares(text, name):
        return None
    for other in sorted([*project.rglob("*.metal"), *project.rglob("*.h")]):
        if declares(without_comments(other.read_text(errors="replace")), name):
            return f"a part of a larger source: does not include what declares {name}"
    if re.fullmatch(r"[A-Z][A-Z0-9_]+", name):
        return f"a part of a larger source: the macro {name} is defined by the program that compiles it"
    return None


def reason_outside(file, folders, error):
    for pattern, reason in OUTSIDE_ERRORS:
        if pattern.search(error):
            return reason or error
    text = reachable_text(file, folders, set())
    if not re.search(r"#\s*include\s*<metal_|#\s*import\s*<metal_", text):
        return "a part of a larger source: includes no header of Metal"
    for pattern, reason in OUTSIDE:
        if re.search(pattern, text):
            return reason
    header = missing_header(file, folders, set())
    if header:
        return f"includes {header}, which the project does not have"
    return undeclared_name(error, text, folders[0])


def compile_file(job):
    file, folders, arguments = job
    with tempfile.TemporaryDirectory() as output:
        archive = Path(output) / "out.ingot"
        command = [arguments.ingotc, str(file), "-o", str(archive), "--targets", arguments.targets,
                   "--max-seconds", str(arguments.seconds)]
        if arguments.std:
            command.append(f"--std={arguments.std}")
        for folder in folders:
            command += ["-I", str(folder)]
        try:
            run = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=10 * arguments.seconds)
        except subprocess.TimeoutExpired:
            return {"result": "no end", "error": f"more than {10 * arguments.seconds} s"}
        if run.returncode == 0:
            listed = subprocess.run([arguments.ingotc, "inspect", "--json", str(archive)], capture_output=True, text=True)
            kernels = json.loads(listed.stdout).get("kernels", []) if listed.returncode == 0 else []
            return {"result": "compiled", "kernels": len(kernels)}
    found = ERROR.search(run.stderr)
    error = found["text"] if found else (run.stderr.strip().splitlines() or ["no message"])[-1]
    place = found["place"] if found and found["place"] else ""
    return {"result": "rejected" if run.returncode == 1 else "crashed", "error": error, "place": place}


def in_table(text):
    return text.replace("|", "\\|").replace("<", "&lt;")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ingotc")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--targets", default="none")
    parser.add_argument("--std", default=None, help="the version of the language")
    parser.add_argument("--include", action="append", default=[], metavar="PROJECT=FOLDER")
    parser.add_argument("--project", action="append", default=[], help="only these folders of FOLDER")
    parser.add_argument("--summary", action="store_true", help="write no line for each file that compiles or does not count")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--seconds", type=int, default=60, help="processor time for a file")
    parser.add_argument("-o", type=Path, default=None, metavar="TABLE.md")
    arguments = parser.parse_args()

    root = arguments.folder.resolve()
    jobs = []
    for project in sorted(each for each in root.iterdir() if each.is_dir()):
        if arguments.project and project.name not in arguments.project:
            continue
        folders = [project] + [project / each.split("=", 1)[1] for each in arguments.include
                               if each.split("=", 1)[0] == project.name]
        jobs += [(project.name, file, folders) for file in sorted(project.rglob("*.metal"))]
    if not jobs:
        sys.exit(f"{root}: no files *.metal in folders of projects")

    with concurrent.futures.ThreadPoolExecutor(arguments.jobs) as pool:
        results = list(pool.map(compile_file, [(file, folders, arguments) for _, file, folders in jobs]))

    rows, errors, reasons = [], collections.Counter(), collections.Counter()
    counts = collections.defaultdict(collections.Counter)
    for (project, file, folders), result in zip(jobs, results):
        outside = None if result["result"] == "compiled" else reason_outside(file, folders, result.get("error", ""))
        kind = "outside" if outside and result["result"] == "rejected" else result["result"]
        counts[project][kind] += 1
        counts[project]["with kernels"] += kind == "compiled" and result["kernels"] > 0
        if kind == "outside":
            reasons[re.sub(r"^includes .*", "includes a header that the project does not have",
                           re.sub(r"^(a part of a larger source).*", r"\1", outside))] += 1
        counts[project]["kernels"] += result.get("kernels", 0)
        if kind == "rejected":
            errors[re.sub(r"'[^']*'", "'…'", result["error"])] += 1
        shown = outside or result.get("error", "")
        place = result.get("place", "").replace(str(root) + "/", "") if kind == "rejected" else ""
        if arguments.summary and kind in ("compiled", "outside"):
            continue
        rows.append(f"| {project} | {file.relative_to(root / project)} | {kind} | {result.get('kernels', '')} | "
                    f"{in_table(shown)}{f' ({place})' if place else ''} |")

    lines = ["| project | files | compiled | of these with kernels | kernels | rejected | crashed | do not count | compiled of those that count |",
             "| --- | --- | --- | --- | --- | --- | --- | --- | --- |"]
    total = collections.Counter()
    for project, count in [*sorted(counts.items()), ("all", total)]:
        files = sum(count[kind] for kind in ("compiled", "rejected", "crashed", "no end", "outside"))
        counted = files - count["outside"]
        share = f"{100 * count['compiled'] / counted:.1f} %" if counted else "–"
        lines.append(f"| {project} | {files} | {count['compiled']} | {count['with kernels']} | {count['kernels']} | {count['rejected']} | "
                     f"{count['crashed'] + count['no end']} | {count['outside']} | {share} |")
        if project != "all":
            total.update(count)
    lines += ["", "| files | why they do not count |", "| --- | --- |"]
    lines += [f"| {number} | {in_table(text)} |" for text, number in reasons.most_common()]
    lines += ["", "| files | error |", "| --- | --- |"]
    lines += [f"| {number} | {in_table(text)} |" for text, number in errors.most_common()]
    lines += ["", "| project | file | result | kernels | why |", "| --- | --- | --- | --- | --- |", *rows]
    text = "\n".join(lines) + "\n"
    if arguments.o:
        arguments.o.write_text(text)
    else:
        sys.stdout.write(text)
    return 1 if total["crashed"] + total["no end"] else 0


if __name__ == "__main__":
    sys.exit(main())
