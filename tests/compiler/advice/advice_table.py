"""Writes the table in docs/advice.md: for each of the 52 rules the rule of the advisor, its tests and its measured gain, or why
there is none.

    advice_table.py PROJECT_FOLDER            writes the table
    advice_table.py PROJECT_FOLDER --check    exits with 1 if the table is not what would be written, or if a rule of the advisor
                                              has no section in the page or no file of kernels that tests it

The rules of the advisor and the rows that they implement are in compute/compiler/advice/rules.cpp. A file of kernels names the
rule that it tests in its first line."""

import re
import sys
from pathlib import Path

# Why rows have no rule.
LOADS_UNKNOWN = "not: how often an element is read is known only in a run"
AHEAD = "not: the devices that Ingot runs on do not load constants ahead"
NARROW = "not: needs the range of the values in a run, and gains only where registers have 16 bits, as in GPUs of Apple"
RUN = "not: needs the launch's size or the times of a run"
IMAGES = "not: needs to know whether another order gives the same results, and how long an image's reads take in a run"
REASONS = {
    "TALK-03": "not: the size of a constant buffer is checked at the launch",
    "TALK-05": AHEAD + " by the size of a struct",
    "TALK-06": AHEAD + " by their index",
    "TALK-07": RUN,
    "TALK-08": "not: graphics",
    "TALK-09": "not: graphics",
    "TALK-10": RUN,
    "TALK-11": "not: whether it gains depends on the device, as the sample `blur` shows",
    "TALK-12": "not: whether it gains depends on the device, as the sample `blur` shows",
    "TALK-14": RUN,
    "TALK-15": NARROW,
    "TALK-16": NARROW,
    "TALK-17": "nothing to report: no rule reports a conversion",
    "TALK-19": NARROW,
    "TALK-20": RUN,
    "TALK-22": "not: a variable of float is a choice, and only literals are likely to be float by mistake",
    "TALK-24": NARROW,
    "TALK-25": "not: LLVM recognises most of them",
    "TALK-26": "not: LLVM recognises them",
    "TALK-27": "not: code for devices is scalar, so that it makes no difference",
    "TALK-28": "not: other devices than those of the talk gain by it",
    "TALK-29": "not: LLVM recognises most of them",
    "TALK-31": "not: whether the results stay good enough is not known; `--fast-math` is an option",
    "TALK-32": "not: whether the results stay good enough is not known",
    "TALK-33": "nothing to report: a rule for the compiler",
    "TALK-35": "not: the optimiser makes code with as many branches and comparisons of it as of conditions (counted in the PTX of one kernel)",
    "TALK-41": "not: the structs belong to the host's program, and only the accesses of one kernel are known",
    "TALK-42": "not: nearly every loop over a buffer has one, and for PTX it costs two instructions for each access",
    "TALK-44": RUN,
    "TALK-45": IMAGES,
    "TALK-46": IMAGES,
    "TALK-47": IMAGES,
    "TALK-48": RUN,
    "TALK-49": LOADS_UNKNOWN,
    "TALK-50": "nothing to report: remarks are in the order of lines",
    "TALK-51": "not: needs a person",
    "TALK-52": RUN,
}
# Rules that need more than a file of kernels.
OTHER_TESTS = {"spilled-registers": ["analysis.of_registers_makes_a_remark_at_a_kernel_with_spills"]}
NO_GAIN = {"half-range": "none: about results"}
BEGIN, END = "<!-- Written by tests/compiler/advice/advice_table.py: begin -->\n", "<!-- end -->\n"


def rules_of(project):
    """Returns the names of the advisor's rules, each with its rows."""
    text = (project / "compute/compiler/advice/rules.cpp").read_text(encoding="utf-8")
    found = re.findall(r'\{"([a-z-]+)",\s*"[^"]*",\s*\{([^}]*)\},\s*&\w+\}', text)
    if len(found) < 5:
        sys.exit("rules.cpp: the rules were not found")
    return {name: re.findall(r"TALK-\d+", rows) for name, rows in found}


def tests_of(folder):
    """Returns for each rule the names of the tests about it."""
    tests = {}
    for path in sorted([*folder.glob("*.kernels.cpp"), *folder.glob("*.metal")]):
        first = path.read_text(encoding="utf-8").splitlines()[0]
        if named := re.match(r"// Rule ([a-z-]+)", first):
            tests.setdefault(named[1], []).append(f"advice_of_file.is_as_its_comments_say/{path.name.split('.')[0]}")
    return tests | OTHER_TESTS


def gains_of(page):
    """Returns for each rule the smallest and the largest gain of the table that has a column for each device."""
    section = page.split("\n## What the advice gains\n")[1].split("\n## ")[0]
    gains = {}
    for row in re.findall(r"^\| ([a-z-]+) \|(.*)\|$", section, re.MULTILINE):
        numbers = [float(each) for each in re.findall(r"[\d.]+", row[1])]
        if numbers:
            least, most = (f"{each:.0f}" if each >= 10 else f"{each:.2g}" for each in (min(numbers), max(numbers)))
            gains[row[0]] = least if least == most else f"{least} to {most}"
    if len(gains) < 5:
        sys.exit("docs/advice.md: the table of gains was not found")
    return gains | NO_GAIN


def table_of(project, page):
    folder = project / "tests/compiler/advice"
    rules, tests, gains = rules_of(project), tests_of(folder), gains_of(page)
    lines = ["| row | title | rule and tests, or why there is none | measured gain |", "| --- | --- | --- | --- |"]
    count = 0
    for line in (folder / "talk_rules.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        row, title = line.split(" ", 1)
        names = [name for name, rows in rules.items() if row in rows]
        if bool(names) == (row in REASONS):
            sys.exit(f"{row} has {'a rule and a reason for none' if names else 'neither a rule nor a reason'}")
        count += 1
        shown = ", ".join(f"[{name}](#{name}): " + ", ".join(f"`{test}`" for test in tests.get(name, [])) for name in names)
        gain = ", ".join(gains.get(name, "not measured") for name in names)
        lines.append(f"| {row} | {title} | {shown or REASONS[row]} | {gain} |")
    if count != 52:
        sys.exit(f"talk_rules.txt has {count} rows instead of 52")
    return "\n".join(lines) + "\n"


def main():
    project = Path(sys.argv[1])
    path = project / "docs/advice.md"
    page = path.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    written = before + BEGIN + table_of(project, page) + END + after
    if "--check" not in sys.argv:
        path.write_text(written, encoding="utf-8")
        return
    if page != written:
        sys.exit(f"{path} does not match the rules: run tests/compiler/advice/advice_table.py {project}")
    tests = tests_of(project / "tests/compiler/advice")
    for name in rules_of(project):
        if f"\n### {name}\n" not in page:
            sys.exit(f"{path} has no section about {name}")
        if name not in tests:
            sys.exit(f"no file in tests/compiler/advice tests {name}")


if __name__ == "__main__":
    main()
