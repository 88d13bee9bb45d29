"""Checks that public headers and docs/ do not use the words that docs/glossary.md retires.

    words.py SOURCE_FOLDER

Prints each use with its file and line, and exits with 1 if there is any. Headers are checked completely, because their code is
the interface. In Markdown, code in backticks and code blocks is skipped, because it quotes the interface. Lines of Markdown may
have 120 characters at most, except in tables, in code blocks, and if they consist of one long link."""

import pathlib
import re
import sys

WIDTH = 120

# Pairs of a regular expression for a retired word and its replacement. Lookarounds such as `(?<!…)` allow other
# meanings.
RETIRED = [
    (r"\bcasts?\b(?! for every GPU)(?!ed)", "compile"),
    (r"\bcasting\b(?! (?:a|the) pointer)", "compile"),
    (r"(?<!half-)\bways?\b", "method, how"),
    (r"\b(?:tell|tells|telling|told)\b", "report, state"),
    (r"\b(?:refuse|refuses|refused|refusing|refusal)\b", "reject"),
    (r"\b(?:in|own|other|driver's|compiler's|kernel's|CUDA's|OpenCL's) words\b", "message, text, terms"),
    (r"\brehears(?:e|es|ed|al|als|ing)\b", "precompile"),
    (r"\breadings?\b(?= (?:of|is|are|that|\|))", "statistic"),
    (r"\breadings\b", "statistics"),
    (r"\bwide atomics?\b", "64-bit atomics"),
    (r"\brun_time\b", "jit"),
    (r"\bnumber_pointers\b|\bnumber pointers\b", "infer pointer address spaces"),
    (r"\bfind_device_limits\b|\bfind device limits\b", "diagnose unsupported"),
    (r"\bemit(?:s|ted)? apart\b|\bemit_apart\b", "emit in a child process"),
    (r"\byardsticks?\b", "reference, baseline"),
]
FEWEST_FILES = 60  # finds errors in searching the folders


def problems_in(text, is_markdown, checks_width=True):
    """Yields the line number and the description of each problem in one file."""
    in_block = False
    for number, line in enumerate(text.splitlines(), 1):
        if is_markdown:
            if line.lstrip().startswith("```"):
                in_block = not in_block
                continue
            if line.startswith("## Retired words"):
                return
            if in_block or line.startswith("    "):
                continue
            if checks_width and len(line) > WIDTH and not line.startswith(("|", "!")) and not re.fullmatch(r"\S+", line.strip("*- ")):
                yield number, f"{len(line)} characters wide, at most {WIDTH}"
            line = re.sub(r"`[^`]*`", "", line)
            line = re.sub(r"\]\([^)]*\)", "]", line)
        for pattern, instead in RETIRED:
            if found := re.search(pattern, line, re.IGNORECASE):
                yield number, f"'{found[0]}' is retired (docs/glossary.md); write: {instead}"


def files_of(root):
    for path in sorted(root.rglob("*.hpp")) + sorted(root.rglob("*.h")):
        inside = path.relative_to(root).parts
        if "include" in inside and inside[0] not in ("build", "tests"):
            yield path, False
    for path in [root / "README.md", root / "CONTRIBUTING.md", *sorted((root / "docs").glob("*.md")), *sorted((root / "samples").glob("*/README.md"))]:
        yield path, True


def main():
    root = pathlib.Path(sys.argv[1])
    files = list(files_of(root))
    if len(files) < FEWEST_FILES:
        sys.exit(f"only {len(files)} public headers and pages found in {root}")
    wrong = 0
    for path, is_markdown in files:
        generated = path.name == "conformance.md"
        for number, problem in problems_in(path.read_text(encoding="utf-8"), is_markdown, not generated):
            print(f"{path.relative_to(root)}:{number}: {problem}")
            wrong += 1
    print(f"{len(files)} files, {wrong} problems")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
