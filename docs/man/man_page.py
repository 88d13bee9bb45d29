#!/usr/bin/env python3
"""Makes a man page from a template and the --help of its program: man_page.py TEMPLATE PROGRAM PAGE VERSION DATE

Lines of the template that stand for something else:
  @options COMMAND@   the options in the help of PROGRAM COMMAND
  @parameters@        for each sample: the options of PROGRAM run SAMPLE that PROGRAM run does not have
"""
import re
import subprocess
import sys

OPTION = re.compile(r" {2}(?P<names>-\S+)(?P<kind> \S.*?)?(?: {2,}(?P<text>\S.*))?$")


def run(program, *arguments):
    return subprocess.run([program, *arguments], check=True, capture_output=True, text=True).stdout


def options(text):
    """(group, names, kind, help) of each option of a help text."""
    group, found = "", []
    for line in text.splitlines():
        if heading := re.fullmatch(r"(\S.*):", line):
            group = heading[1]
        elif option := OPTION.fullmatch(line):
            found.append([group, option["names"], (option["kind"] or "").strip(), option["text"] or ""])
        elif found and group and line.startswith(" " * 20):
            found[-1][3] = (found[-1][3] + " " + line.strip()).strip()
        elif not line.startswith(" "):
            group = ""
    return found


def escaped(text):
    return re.sub(r"^([.'])", r"\\&\1", text.replace("\\", "\\e").replace("-", "\\-"))


def entries(found):
    lines = []
    for _, names, kind, text in found:
        bold = ", ".join(f"\\fB{escaped(name)}\\fR" for name in names.split(","))
        lines += [".TP", bold + (f" \\fI{escaped(kind)}\\fR" if kind else ""), escaped(text)]
    return lines


def parameters(program):
    lines = []
    general = {names for _, names, _, _ in options(run(program, "run", "--help"))}
    for sample in (line.split()[0] for line in run(program, "samples").splitlines() if line.strip()):
        own = [one for one in options(run(program, "run", sample, "--help")) if one[1] not in general]
        lines += [f'.SS "{escaped(sample)}"', *entries(own)]
    return lines


def main(template, program, page, version, date):
    lines = []
    for line in open(template, encoding="utf-8").read().splitlines():
        if command := re.fullmatch(r"@options ?(.*)@", line):
            found = options(run(program, *command[1].split(), "--help"))
            if not found:
                sys.exit(f"{program} {command[1]} --help lists no options")
            lines += entries(found)
        elif line == "@parameters@":
            lines += parameters(program)
        else:
            lines.append(line.replace("@version@", version).replace("@date@", date))
    with open(page, "w", encoding="utf-8") as out:
        out.write("\n".join(lines) + "\n")


main(*sys.argv[1:])
