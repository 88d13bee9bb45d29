"""Checks tables whose last column is "shown by": each row must name at least one test, and ctest must know each named
test. A page that has fewer rows with tests than expected is an error too.

    rows.py CTEST BUILD_FOLDER PAGE.md [LEAST_ROWS]"""

import fnmatch
import json
import re
import subprocess
import sys

LEAST_ROWS = 20  # finds errors in reading the tables; the default


def tests_of(ctest, build):
    listed = subprocess.run([ctest, "--test-dir", build, "--show-only=json-v1"], check=True, stdout=subprocess.PIPE).stdout
    names = [each["name"] for each in json.loads(listed)["tests"]]
    unbuilt = [each for each in names if each.endswith("_NOT_BUILT")]
    if unbuilt:
        sys.exit(f"build all tests first; ctest lists {', '.join(unbuilt)}")
    # ctest lists a test that runs on every device as "on/suite.test/device" or "program.on/suite.test/device"; the page
    # names it "suite.test".
    return {re.sub(r"^(?:[^/.]+\.)?[^/.]+/", "", each) for each in names} | set(names)


def rows_of(page):
    """Yields the line number, the first cell and the cell with the tests for each row of the tables with that
    column."""
    in_table = False
    with open(page, encoding="utf-8") as text:
        for number, line in enumerate(text, 1):
            cells = [each.strip() for each in line.strip().strip("|").split(" | ")] if line.startswith("|") else []
            if not cells:
                in_table = False
            elif cells[-1] == "shown by":
                in_table = True
            elif in_table and not set(cells[-1]) <= set("- |"):
                yield number, cells[0], cells[-1]


def main():
    ctest, build, page = sys.argv[1:4]
    least_rows = int(sys.argv[4]) if len(sys.argv) > 4 else LEAST_ROWS
    known = tests_of(ctest, build)
    problems, count = [], 0
    for number, what, cell in rows_of(page):
        count += 1
        patterns = re.findall(r"`([^`]+)`", cell)
        if not patterns:
            problems.append(f"{page}:{number}: '{what}' names no test")
        problems += [f"{page}:{number}: '{what}': there is no test {each}" for each in patterns
                     if not fnmatch.filter(known, each) and not fnmatch.filter(known, each + "/*")]
    if count < least_rows:
        problems.append(f"{page}: {count} rows with tests; at least {least_rows} were expected")
    print(f"{count} rows, {len(known)} test names")
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
