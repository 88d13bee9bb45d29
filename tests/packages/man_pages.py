"""Checks that the man pages describe exactly the options that --help lists: man_pages.py PROGRAMS MAN_PAGES …"""

import re
import sys

from help_texts import commands, help_of, options_in


def main():
    programs, pages = sys.argv[1:3]
    helped = {"ingot": set(), "ingotc": set()}
    for command in commands(programs):
        helped[command[0]] |= options_in(help_of(programs, command))
    for program, options in helped.items():
        with open(f"{pages}/{program}.1", encoding="utf-8") as text:
            page = text.read()
        entries = re.findall(r"^\.TP\n(\\fB-.*|\\fB\\-.*)\n(.*)$", page, re.MULTILINE)
        named = {name.replace("\\-", "-") for head, _ in entries for name in re.findall(r"\\fB(\\-.*?)\\fR", head)}
        assert named == options, f"{program}(1): missing in the page: {options - named}; missing in --help: {named - options}"
        undescribed = [head for head, text in entries if not text or text.startswith(".")]
        assert not undescribed, f"{program}(1) has no description of {undescribed}"
        assert "@" not in page, f"{program}(1): {re.findall('.*@.*', page)}"


main()
