# Compiles kernel files and checks the code as text, by LLVM's FileCheck.
import lit.formats

config.name = "code"
config.test_format = lit.formats.ShTest(True)
config.suffixes = [".kernels.cpp"]
parameters = lit_config.params
config.substitutions.append(("%ingotc", f"{parameters['ingotc']} {parameters['options']}".strip()))
config.substitutions.append(("%check", f"{parameters['tools']}/FileCheck %s"))
config.test_exec_root = parameters["output"]
if parameters["spir"] == "1":
    config.available_features.add("spir")
