"""Tests of rooms.py: it reports each kind of forbidden include, and no allowed one."""

import os
import tempfile
import unittest

import rooms

PAGE = """
| folder | job | may include |
| --- | --- | --- |
| `base` | for all | – (only names in backticks count) |
| `shell` | the program | `base` |
| `samples/*` | one demo each | `shell/interface`, `base/include` |

Layers of `shell`, from top to bottom:

    main.cpp
    run
    panels     command_line
    interface  .

Text below it.
"""


class Arrows(unittest.TestCase):
    FILES = {
        "base/include/ingot/base.hpp": "",
        "base/own.hpp": "",
        "base/base.cpp": '#include <ingot/base.hpp>\n#include "own.hpp"\n#include <vector>\n',
        "shell/main.cpp": '#include "run/run.hpp"\n',
        "shell/run/run.hpp": '#include "panels/panel.hpp"\n#include "common.hpp"\n',
        "shell/panels/panel.hpp": "#include <ingot/base.hpp>\n",
        "shell/command_line/options.hpp": "",
        "shell/interface/sample.hpp": "",
        "shell/common.hpp": "",
        "samples/blur/blur.hpp": "",
        "samples/blur/blur.cpp": '#include "blur.hpp"\n#include "shell/interface/sample.hpp"\n#include "made.kernels.hpp"\n',
        "samples/warp/warp.cpp": "#include <ingot/base.hpp>\n",
    }

    def problems(self, changed=None, page=PAGE):
        with tempfile.TemporaryDirectory() as root:
            for name, text in (self.FILES | (changed or {})).items():
                os.makedirs(os.path.dirname(os.path.join(root, name)), exist_ok=True)
                with open(os.path.join(root, name), "w", encoding="utf-8") as file:
                    file.write(text)
            declared = rooms.Page(page)
            return rooms.Judge(declared, rooms.Tree(root, ["base", "samples", "shell"])).judge()[1]

    def assert_one(self, problems, *words):
        self.assertEqual(len(problems), 1, problems)
        for each in words:
            self.assertIn(each, problems[0])

    def test_that_are_drawn_are_allowed(self):
        self.assertEqual(self.problems(), [])

    def test_that_run_back_are_found_with_file_and_line(self):
        self.assert_one(self.problems({"shell/panels/panel.hpp": '\n#include "run/run.hpp"\n'}),
                        "shell/panels/panel.hpp:2:", "'panels' is not above 'run'")

    def test_to_a_room_beside_are_found(self):
        self.assert_one(self.problems({"shell/panels/panel.hpp": '#include "command_line/options.hpp"\n'}),
                        "'panels' is not above 'command_line'")

    def test_from_the_lowest_files_are_found(self):
        self.assert_one(self.problems({"shell/common.hpp": '#include "panels/panel.hpp"\n'}), "'.' is not above 'panels'")

    def test_that_no_row_allows_are_found(self):
        self.assert_one(self.problems({"samples/warp/warp.cpp": '#include "shell/run/run.hpp"\n'}), "the row of samples/*")
        self.assert_one(self.problems({"base/base.cpp": '#include "shell/common.hpp"\n'}), "the row of base does not allow it")

    def test_from_one_sample_to_another_are_found(self):
        self.assert_one(self.problems({"samples/warp/warp.cpp": '#include "../blur/blur.hpp"\n'}), "the row of samples/*")

    def test_behind_public_headers_are_found(self):
        self.assert_one(self.problems({"samples/warp/warp.cpp": '#include "base/own.hpp"\n'}), "includes base/own.hpp")

    def test_in_raw_strings_are_none(self):
        text = 'auto made = R"(\n#include "run/run.hpp"\n)";\n#include "command_line/options.hpp"\n'
        self.assert_one(self.problems({"shell/panels/panel.hpp": text}), "panel.hpp:4:")

    def test_that_lead_nowhere_are_found(self):
        self.assert_one(self.problems({"base/base.cpp": '#include "gone.hpp"\n'}), "gone.hpp does not exist")

    def test_of_a_new_folder_need_a_room(self):
        page = PAGE.replace("interface  .", "interface")
        found = self.problems(page=page)
        self.assertTrue(found and all("have no room for shell/common.hpp" in each for each in found), found)

    def test_rooms_without_files_are_found(self):
        self.assert_one(self.problems(page=PAGE.replace("panels     c", "panels gone c")), "'gone', which has no files")
        self.assert_one(self.problems(page=PAGE.replace("| `shell` |", "| `gone` | – | – |\n| `shell` |")), "gone has no files")

    def test_of_the_table_must_not_go_in_a_circle(self):
        page = PAGE.replace("– (only names in backticks count)", "`samples`")
        self.assertIn("the table's permissions form a cycle: base -> samples/* -> base", self.problems(page=page))


if __name__ == "__main__":
    unittest.main()
