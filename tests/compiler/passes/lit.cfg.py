# Tests each pass of the middle end on small IR, by LLVM's opt and FileCheck.
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from quoted_paths import QuotedPaths

config.name = "passes"
config.test_format = QuotedPaths()
config.suffixes = [".ll"]
tools = lit_config.params["tools"]
config.substitutions.append(("%opt", f'"{tools}/opt" -load-pass-plugin "{lit_config.params["plugin"]}" -S'))
config.substitutions.append(("%check", f'"{tools}/FileCheck" "%s"'))
config.test_exec_root = lit_config.params["output"]
