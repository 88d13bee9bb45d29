"""Tests of names.py and extract.py: what they find in a page, and that names that do not exist are found."""

import unittest

import extract
import names

PAGE = """# Page

`saxpy.kernels.cpp`:

```cpp
kernel void saxpy();
```

`saxpy.cu`:

```cuda
void saxpy();
```

The program, `main.cpp`:

```cpp
int main() {}
```

| CUDA | Ingot | note |
| --- | --- | --- |
| `threadIdx` | `local_id` | `not_this` |
| `a \\| b` | `address_mode::edge`, `queue.run(…)`, `buffer<T>` | |
| `__restrict__` | – | |
| `-use_fast_math` | `--fast-math` | |
| `cuda::atomic` | `std::atomic`, `uint32_t` of `<cstdint>` | |

| a | b |
| --- | --- |
| `x` | `y` |
"""


class pages(unittest.TestCase):
    def test_complete_files_are_found(self):
        self.assertEqual(dict(extract.files_of(PAGE)), {"saxpy.kernels.cpp": "kernel void saxpy();\n", "main.cpp": "int main() {}\n"})

    def test_only_the_column_is_read(self):
        found = [each for _, cell in names.cells_of(PAGE) for each in names.names_of(cell)]
        self.assertEqual(found, [("ingot", "local_id"), ("ingot", "address_mode"), ("member", "edge"), ("ingot", "queue"),
                                 ("member", "run"), ("ingot", "buffer"), ("option", "--fast-math"), ("std", "atomic"),
                                 ("header", "cstdint")])

    def test_lines_are_counted(self):
        self.assertEqual(PAGE.splitlines()[next(iter(names.cells_of(PAGE)))[0] - 1], "| `threadIdx` | `local_id` | `not_this` |")

    def test_only_whole_words_outside_of_comments_exist(self):
        headers = names.without_comments("void run(); // finish\n/* flush\n */ void run_unchecked();")
        self.assertEqual(names.missing_in(headers, ["run", "finish", "flush", "unchecked"]), {"finish", "flush", "unchecked"})

    def test_options_are_whole(self):
        self.assertEqual(names.missing_in('"--fast-math"', ["--fast-math", "--fast", "-math"]), {"--fast", "-math"})


if __name__ == "__main__":
    unittest.main()
