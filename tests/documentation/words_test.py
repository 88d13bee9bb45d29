"""Tests of words.py: it reports retired words and wide lines, and nothing else."""

import unittest

from words import problems_in


def lines(text, is_markdown=True):
    return [number for number, _ in problems_in(text, is_markdown)]


class Words(unittest.TestCase):
    def test_a_retired_word_is_found(self):
        self.assertEqual(lines("The compiler\ncasts a kernel for a device."), [2])
        self.assertEqual(lines("/// Tells which device it is.", is_markdown=False), [1])
        self.assertEqual(lines("void refuse(int value);", is_markdown=False), [1])

    def test_the_motto_and_casts_of_cpp_are_not(self):
        self.assertEqual(lines("One kernel, cast for every GPU."), [])
        self.assertEqual(lines("return static_cast<int>(value);", is_markdown=False), [])

    def test_code_in_pages_is_quoted(self):
        self.assertEqual(lines("Use `way` for old files.\n\n    cast it\n\n```\nrefuse\n```\n"), [])

    def test_lines_that_are_too_wide_are_found(self):
        self.assertEqual(lines("short\n" + "word " * 30), [2])
        self.assertEqual(lines("| " + "cell " * 30 + "|"), [])

    def test_the_table_of_retired_words_names_them(self):
        self.assertEqual(lines("## Retired words\n\n| cast | compile |"), [])


if __name__ == "__main__":
    unittest.main()
