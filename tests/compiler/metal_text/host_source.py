"""Makes C++ for the CPU debug device from a text in Metal's language that ingotc wrote.

    host_source.py TEXT.metal GENERATED.cpu_debug.cpp ARCHIVE.ingot INGOTC OUTPUT.cpp

The output replaces the source that ingotc generates for the CPU debug device: it has the same table of kernels, but the kernels
are those of the text. include/metal_stdlib has the functions that the text calls.
"""

import json
import re
import subprocess
import sys

# The function of the CPU debug device's work-items for each attribute of Metal.
ITEM_INPUTS = {
    "thread_position_in_grid": "get_global_id",
    "thread_position_in_threadgroup": "get_local_id",
    "threadgroup_position_in_grid": "get_group_id",
    "threads_per_grid": "get_global_size",
    "threads_per_threadgroup": "get_local_size",
    "threadgroups_per_grid": "get_num_groups",
}
VARIABLES = {
    "get_global_id": "global_id",
    "get_local_id": "local_id",
    "get_group_id": "group_id",
    "get_global_size": "global_size",
    "get_local_size": "local_size",
    "get_num_groups": "group_size",
}
GROUP_INPUTS = {
    "threads_per_simdgroup": "sub_group_size",
    "simdgroup_index_in_threadgroup": "sub_group_id",
    "thread_index_in_simdgroup": "sub_group_local_id",
    "simdgroups_per_threadgroup": "number_of_sub_groups",
}


def host_argument(parameter, index, reflection):
    """Returns the argument for one parameter of a kernel: `device float4* p [[buffer(0)]]`, or an input."""
    declaration, attribute = re.fullmatch(r"\s*(.*) \[\[(.*)\]\],?", parameter).groups()
    if attribute in ITEM_INPUTS:
        variable = "ingot::" + VARIABLES[ITEM_INPUTS[attribute]]
        return "uint3 {uint(%s.x), uint(%s.y), uint(%s.z)}" % (variable, variable, variable)
    if attribute in GROUP_INPUTS:
        return f"ingot::ingot_device_{GROUP_INPUTS[attribute]}()"
    kind = reflection["kind"]
    kept = re.sub(r"\b(device|constant|threadgroup) ", "", declaration)
    type_text = re.sub(r"\s*\w+$", "", kept)
    if reflection["name"] == "(failures)":
        return f"static_cast<{type_text}>(ingot_failures)"
    if kind == "local":
        return f"static_cast<{type_text}>(ingot::ingot_device_launch_memory(arguments[{index}], 16))"
    if kind == "value":
        if type_text.endswith("&"):
            return f"*static_cast<{type_text[:-1]}*>(const_cast<void*>(arguments[{index}]))"
        return f"static_cast<{type_text}>(const_cast<void*>(arguments[{index}]))"
    return f"*static_cast<{type_text} const*>(arguments[{index}])"


def main():
    text_file, generated_file, archive, ingotc, output = sys.argv[1:]
    text = open(text_file, encoding="utf-8").read()
    generated = open(generated_file, encoding="utf-8").read()
    description = json.loads(subprocess.run([ingotc, "inspect", "--json", archive], check=True, capture_output=True).stdout)
    reflections = {kernel["symbol"]: kernel for kernel in description["kernels"]}

    # Local memory belongs to the work-group.
    text = re.sub(
        r"^    (alignas\((\d+)\) )?threadgroup (.+) (\w+)\[(\d+)\];$",
        lambda m: f"    {m[3]} (&{m[4]})[{m[5]}] = *static_cast<{m[3]} (*)[{m[5]}]>"
        f"(ingot::ingot_device_local_memory(sizeof({m[3]}) * {m[5]}, {m[2] or 16}));",
        text,
        flags=re.MULTILINE,
    )
    # Two texts of one program may have equal names.
    text = text.replace("using namespace metal;\n", "using namespace metal;\nnamespace {\n", 1)
    callers = "}\nstatic unsigned ingot_failures[256];\n"
    names = []
    for kernel in re.finditer(r"^kernel void (\w+)\(\n?(.*?)\)\n\{", text, flags=re.MULTILINE | re.DOTALL):
        name = kernel[1]
        parameters = [line for line in kernel[2].split("\n") if line.strip()]
        reflected = reflections[name]["parameters"]
        arguments = []
        for i, parameter in enumerate(parameters):
            arguments.append(host_argument(parameter, i, reflected[i] if i < len(reflected) else {"kind": "", "name": ""}))
        callers += f"static void ingot_call_{name}(const void* const* arguments) {{\n    static_cast<void>(arguments);\n"
        callers += f"    {name}(" + ", ".join(arguments) + ");\n}\n"
        names.append(name)
    # The table and everything after it stay; each entry calls a kernel of the text.
    table = re.search(r"^static constexpr (ingot::cpu_debug_entry|std::span)", generated, flags=re.MULTILINE)
    rest = re.sub(r'\{"(\w+)", &[^\n]*\},', lambda m: f'{{"{m[1]}", &ingot_call_{m[1]}}},', generated[table.start() :])
    if len(names) != len(re.findall(r"&ingot_call_", rest)):
        sys.exit(f"{text_file}: the text has {len(names)} kernels, but the table has {len(re.findall('&ingot_call_', rest))}")
    with open(output, "w", encoding="utf-8") as file:
        file.write("#include <ingot/kernel.hpp>\n#undef kernel\n" + text + "\n" + callers)
        file.write("#undef device\n#undef constant\n#undef thread\n#undef threadgroup\n#include <cstddef>\n")
        file.write("#include <ingot/cpu_debug/entry.hpp>\n#include <span>\n\n" + rest)


main()
