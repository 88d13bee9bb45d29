"""Holds docs/architecture.md against the includes: each #include follows an arrow that the page draws.

    rooms.py SOURCE_FOLDER PAGE.md

The page declares rooms, which are folders, in two ways.

1. A table with the columns "folder" and "may include". Names in backticks count; other words are for the reader. `samples/*` is
   a room for each folder in `samples`. Of several rows that cover a file the longest folder counts.

       | folder | job | may include |
       | --- | --- | --- |
       | `media/scenes` | scenes from files | `media/pictures` |

2. A drawing of the layers inside of one folder: an indented block below a line "Layers of `FOLDER`". A room may include the rooms
   on lines below its own. `.` is what lies in the folder itself or in no other room; a file's name is a room of its own.

       Layers of `compute/compiler`, from top to bottom:

           program
           front_end   middle_end   targets
           .

An include between two rooms of one drawing is judged by the drawing, all others by the table."""

import os
import re
import sys

SOURCES = (".cpp", ".hpp", ".h", ".c", ".in")
FEWEST_INCLUDES = 20  # a page or a folder that is not read would hold nothing


def is_within(path, folder):
    return path == folder or path.startswith(folder + "/")


class Page:
    """What the page declares: `rows` maps folders to the folders that they may include, `drawings` folders to their layers."""

    def __init__(self, text):
        self.rows, self.drawings = {}, {}
        columns, area, is_in_block = [], None, False
        for line in text.splitlines():
            cells = [each.strip() for each in line.strip().strip("|").split(" | ")] if line.startswith("|") else []
            if not cells:
                columns = []
            elif not columns:
                columns = cells
            elif "folder" in columns and "may include" in columns and not set(line) <= set("|- "):
                names = re.findall(r"`([^`]+)`", cells[columns.index("folder")])
                allowed = re.findall(r"`([^`]+)`", cells[columns.index("may include")])
                self.rows.update({name: allowed for name in names})
            if heading := re.match(r"Layers of `([^`]+)`", line):
                area, is_in_block = heading[1], False
                self.drawings[area] = []
            elif area and line.startswith("    "):
                is_in_block = True
                self.drawings[area].append(line.split())
            elif area and is_in_block and line.strip():
                area = None


class Tree:
    """The files of a source folder, and where an include of theirs leads."""

    def __init__(self, root, folders):
        self.root = root
        self.files = {os.path.relpath(os.path.join(folder, name), root)
                      for top in folders for folder, _, names in os.walk(os.path.join(root, top)) for name in names}
        self.sources = sorted(each for each in self.files if each.endswith(SOURCES))
        self.public = {}  # "ingot/sample/sample.hpp": in a folder called include
        self.by_name = {}
        for each in self.sources:
            if "/include/" in each:
                self.public[each.split("/include/", 1)[1]] = each
            self.by_name.setdefault(os.path.basename(each), []).append(each)
        self.build_files = {each: self.text(each) for each in self.files if each.endswith("CMakeLists.txt")}

    def text(self, path):
        with open(os.path.join(self.root, path), encoding="utf-8", errors="replace") as file:
            return file.read()

    def includes(self, path):
        """Of a file: line, quotes and name. Those in raw strings are of files that the program writes."""
        text = re.sub(r'R"(\w*)\(.*?\)\1"', lambda raw: "\n" * raw[0].count("\n"), self.text(path), flags=re.DOTALL)
        for number, line in enumerate(text.splitlines(), 1):
            if found := re.match(r'\s*#\s*include\s*(["<])([^">]+)[">]', line):
                yield number, found[1], found[2]

    def target(self, path, quotes, name):
        """The file that is included. None: of another project, or made when the project is built. Raises LookupError."""
        if quotes == '"':
            folder = os.path.dirname(path)
            while True:  # include folders lie above the file
                candidate = os.path.normpath(os.path.join(folder, name))
                if candidate in self.files:
                    return candidate
                if not folder:
                    break
                folder = os.path.dirname(folder)
        if name in self.public:
            return self.public[name]
        if quotes == "<" and not name.startswith("ingot"):
            return None
        if self.is_generated(path, name):
            return None
        same = [each for each in self.by_name.get(os.path.basename(name), []) if each.endswith("/" + name)]
        if len(same) != 1:
            raise LookupError(f"could be any of {', '.join(same)}" if same else "is nowhere")
        return same[0]

    def is_generated(self, path, name):
        if name.endswith(".kernels.hpp"):
            return True
        folder = os.path.dirname(path)
        while folder:
            if name in self.build_files.get(folder + "/CMakeLists.txt", "") or f"{folder}/{name}.in" in self.files:
                return True
            folder = os.path.dirname(folder)
        return False


class Judge:
    def __init__(self, page, tree):
        self.page, self.tree = page, tree

    def room(self, path):
        """The row that covers a path, and its folder; `samples/*` gives a folder for each sample."""
        best = (None, None)
        for row in self.page.rows:
            pattern = "/".join(r"[^/]+" if part == "*" else re.escape(part) for part in row.split("/"))
            found = re.match(pattern + r"(?=/|$)", path)
            if found and (best[0] is None or len(found[0]) > len(best[1])):
                best = (row, found[0])
        return best

    def layer(self, area, path):
        """The line of a drawing that a file is on, and its room there."""
        inside = path[len(area) + 1:]
        rooms = [(number, name) for number, line in enumerate(self.page.drawings[area]) for name in line]
        covering = [(number, name) for number, name in rooms if name != "." and is_within(inside, name)]
        if not covering:
            covering = [(number, name) for number, name in rooms if name == "."]
        return max(covering, key=lambda each: len(each[1]), default=None)

    def objection(self, source, target):
        """Why one file must not include the other, or None."""
        row, folder = self.room(source)
        areas = [each for each in self.page.drawings if is_within(source, each) and is_within(target, each)]
        if areas:
            area = max(areas, key=len)
            above, below = self.layer(area, source), self.layer(area, target)
            if not above or not below:
                return f"the layers of {area} have no room for {target if above else source}"
            if above[1] == below[1] or above[0] < below[0]:
                return None
            return f"in the layers of {area} '{above[1]}' is not above '{below[1]}'"
        if row is None:
            return "the table has no row for it"
        if is_within(target, folder) and self.room(target) == (row, folder):
            return None
        if any(is_within(target, each) for each in self.page.rows[row]):
            return None
        return f"the row of {row} does not allow it"

    def problems_of_page(self):
        for row in self.page.rows:
            if not any(self.room(each)[0] == row for each in self.tree.files):
                yield f"the table's {row} has no files"
        for area, lines in self.page.drawings.items():
            for name in [each for line in lines for each in line]:
                if not any(self.layer(area, each) and self.layer(area, each)[1] == name
                           for each in self.tree.sources if is_within(each, area)):
                    yield f"the layers of {area} name '{name}', which has no files"
        yield from self.circles()

    def circles(self):
        """The table's arrows must not lead back to where they begin. Inside of a drawing they cannot."""
        def is_drawn(one, other):
            return any(is_within(one, each) and is_within(other, each) for each in self.page.drawings)

        arrows = {}
        for row, allowed in self.page.rows.items():
            reached = [self.room(name)[0] for name in allowed]
            reached += [other for other in self.page.rows for name in allowed if is_within(other, name)]
            arrows[row] = [other for other in dict.fromkeys(reached) if other not in (None, row) and not is_drawn(row, other)]
        finished = set()

        def walk(row, way):
            if row in way:
                yield "the table's arrows go in a circle: " + " -> ".join(way[way.index(row):] + [row])
            elif row not in finished:
                for other in arrows[row]:
                    yield from walk(other, way + [row])
                finished.add(row)

        for row in arrows:
            yield from walk(row, [])

    def judge(self):
        """The number of includes inside of the project, and what is wrong."""
        problems, count = list(self.problems_of_page()), 0
        for source in self.tree.sources:
            for line, quotes, name in self.tree.includes(source):
                try:
                    target = self.tree.target(source, quotes, name)
                except LookupError as reason:
                    problems.append(f"{source}:{line}: {name} {reason}")
                    continue
                if target is None:
                    continue
                count += 1
                if objection := self.objection(source, target):
                    problems.append(f"{source}:{line}: includes {target}: {objection}")
        return count, problems


def judge(root, text):
    page = Page(text)
    tops = sorted({each.split("/")[0] for each in page.rows})
    count, problems = Judge(page, Tree(root, tops)).judge()
    if count < FEWEST_INCLUDES:
        problems.append(f"{count} includes; at least {FEWEST_INCLUDES} were expected")
    return count, problems, page


def main():
    root, file = sys.argv[1:]
    with open(file, encoding="utf-8") as text:
        count, problems, page = judge(root, text.read())
    print(f"{len(page.rows)} rows, drawings of {', '.join(page.drawings) or 'nothing'}, {count} includes")
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
