"""Checks that the names in the column "Ingot" of a page's tables exist.

    names.py PAGE.md --compiler=PROGRAM [--argument=ARGUMENT…] --include FOLDER… --headers FOLDER… --sources FOLDER…

Names are those in backticks. A C++ compiler finds names of the namespaces `ingot` and `std`, by using-declarations. A name
after a dot or after `::` must be declared in a public header. An option must be in the text of ingotc's options, and a
function of CMake in a CMake file; both are among the sources."""

import argparse
import pathlib
import re
import subprocess
import sys
import tempfile

LEAST_ROWS = 60  # finds errors in reading the tables

# Words of C++ and its C library, and what stands for something in an example. Types of <cstdint> end with _t.
KNOWN = set("auto bool char const constexpr double float if int long printf short signed true false unsigned void std T a b c d p".split())

HEADERS = ["algorithm", "array", "atomic", "bit", "cmath", "cstdint", "cstdio", "span", "ingot/kernel.hpp", "ingot/ingot.hpp",
           "ingot/algorithms/algorithms.hpp", "ingot/gl_sharing.hpp"]


def cells_of(page):
    """Yields the line number and the text of the column "Ingot" for each row."""
    column = None
    for number, line in enumerate(page.splitlines(), 1):
        if not line.startswith("|"):
            column = None
            continue
        cells = [each.strip() for each in re.split(r"(?<!\\)\|", line)[1:-1]]
        if "Ingot" in cells:
            column = cells.index("Ingot")
        elif column is not None and not set(cells[column]) <= set("- ") | {"-"}:
            yield number, cells[column]


def names_of(cell):
    """Yields (kind, name) for each name in backticks: "ingot", "std", "member", "option", "header" or "file"."""
    for code in re.findall(r"`([^`]+)`", cell):
        code = re.sub(r'"[^"]*"', "", code)
        if re.fullmatch(r"NAME[\w.]*", code):
            continue
        if header := re.fullmatch(r"<([\w./]+)>", code):
            yield "header", header[1]
            continue
        if code.startswith("-"):
            yield "option", code
            continue
        for before, name in re.findall(r"(std::|::|\.)?\b([A-Za-z_]\w*)", code):
            if name in KNOWN or name.endswith("_t") and not before:
                continue
            yield {"std::": "std", "": "ingot"}.get(before, "member"), name


def without_comments(text):
    return re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)


def texts(folders, patterns):
    return "\n".join(without_comments(path.read_text(encoding="utf-8")) for folder in folders
                     for pattern in patterns for path in sorted(pathlib.Path(folder).rglob(pattern)))


def missing_in(text, names):
    return {name for name in names if not re.search(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text)}


def rejected(compiler, declarations):
    """Returns the positions of the declarations that do not compile."""
    lines = [f"#include <{each}>" for each in HEADERS]
    lines += ["#if !defined(kernel)", "#error kernel", "#endif", "#undef kernel"]
    first = len(lines) + 1
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "names.cpp"
        source.write_text("\n".join([*lines, *declarations, ""]), encoding="utf-8")
        done = subprocess.run([*compiler, "-fsyntax-only", "-w", str(source)], capture_output=True, text=True)
    wrong = {int(line) - first for line in re.findall(r"names\.cpp:(\d+):\d+: (?:fatal )?error", done.stderr)}
    if done.returncode != 0 and (not wrong or min(wrong) < 0):
        sys.exit(done.stderr)
    return wrong


def undeclared(compiler, names):
    """Returns the pairs (namespace, name) that are not declared, neither as an entity nor as a namespace."""
    names = sorted(names)
    entities = [f"namespace use_{scope}_{name} {{ using {scope}::{name}; }}" for scope, name in names]
    remaining = [names[each] for each in sorted(rejected(compiler, entities))]
    namespaces = [f"namespace use_{scope}_{name} = {scope}::{name};" for scope, name in remaining]
    return {remaining[each] for each in rejected(compiler, namespaces)} if remaining else set()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("page", type=pathlib.Path)
    parser.add_argument("--compiler")
    parser.add_argument("--argument", action="append", default=[], help="an argument of the compiler")
    parser.add_argument("--include", nargs="+", default=[])
    parser.add_argument("--headers", nargs="+")
    parser.add_argument("--sources", nargs="+")
    given = parser.parse_args()

    rows = list(cells_of(given.page.read_text(encoding="utf-8")))
    used = {}
    for number, cell in rows:
        for kind, name in names_of(cell):
            used.setdefault(kind, {}).setdefault(name, number)

    compiler = [given.compiler, *given.argument, "-std=c++20", *(f"-I{folder}" for folder in given.include)]
    headers = texts(given.headers, ["*.hpp"])
    sources = texts(given.sources, ["*.cpp", "*.cmake"])
    # Functions of CMake and programs are not in the namespace.
    missing = {(kind, name) for kind, name in undeclared(compiler, {(kind, name) for kind in ("ingot", "std") for name in used.get(kind, {})
                                                                    if name not in ("kernel", "ingotc")})
               if not re.search(rf"function\({name}\b", sources)}
    missing |= {("member", name) for name in missing_in(headers, used.get("member", {}))}
    missing |= {("option", name) for name in missing_in(sources, used.get("option", {}))}
    missing |= {("header", name) for name in used.get("header", {})
                if not any((pathlib.Path(folder) / name).exists() for folder in given.include)}
    for kind, name in sorted(missing):
        print(f"{given.page}:{used[kind][name]}: there is no {name} ({kind})")
    print(f"{len(rows)} rows, {sum(map(len, used.values()))} names, {len(missing)} missing")
    if len(rows) < LEAST_ROWS:
        sys.exit(f"{given.page}: {len(rows)} rows; at least {LEAST_ROWS} were expected")
    sys.exit(1 if missing else 0)


if __name__ == "__main__":
    main()
