# Compiles kernel files and checks the code as text, by LLVM's FileCheck.
import os
import sys

sys.path.insert(0, os.path.join(os.path.dirname(__file__), ".."))
from quoted_paths import QuotedPaths

config.name = "code"
config.test_format = QuotedPaths()
config.suffixes = [".kernels.cpp"]
parameters = lit_config.params
config.substitutions.append(("%ingotc", f'"{parameters["ingotc"]}" {parameters["options"]}'.strip()))
config.substitutions.append(("%inspect", f'"{parameters["ingotc"]}" inspect'))
config.substitutions.append(("%check", f'"{parameters["tools"]}/FileCheck" "%s"'))
config.test_exec_root = parameters["output"]
if parameters["spir"] == "1":
    config.available_features.add("spir")
