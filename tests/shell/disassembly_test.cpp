// Tests of the disassembly: parses the output of nm and objdump, and disassembles a kernel of this program.
#include "kernels/disassembly.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <ingot/ingot.hpp>
#include <thread>

#include "every_device.hpp"
#include "kernels/assembly_text.hpp"
#include "temporary_folder.hpp"
#include "tint.kernels.hpp"

namespace ingot::shell {
namespace {

const auto never_stop = [] { return false; };

TEST(disassembly, finds_functions_among_symbols) {
    const auto found = parse_symbols(
        "0000000000001000 0000000000000040 t _ZL4tint\n"
        "0000000000001000 0000000000000030 W an_alias\n"
        "0000000000002000 0000000000000010 D a_table\n"
        "0000000000003000 0000000000000020 T ingot_device_local_barrier\n"
        "0000000000004000 T without_a_size\n"
        "                 U memcpy\n");
    ASSERT_EQ(found.size(), 1u);
    EXPECT_EQ(found.at(0x1000), (code_range {0x1000, 0x1040}));
}

TEST(disassembly, joins_what_lies_close_together) {
    EXPECT_EQ(merge_ranges({{0x9000, 0x9010}, {0x1000, 0x1010}, {0x1020, 0x1030}}),
              (std::vector<code_range> {{0x1000, 0x1030}, {0x9000, 0x9010}}));
    EXPECT_TRUE(merge_ranges({}).empty());
}

TEST(disassembly, leaves_parameters_and_results_of_functions_out) {
    EXPECT_EQ(without_parameters("main"), "main");
    EXPECT_EQ(without_parameters("tint(ingot::buffer<float>, float)"), "tint");
    EXPECT_EQ(without_parameters("void n::advance<32u, double>(n::buffer<n::vector<float, 4ul> const>)+0x40"),
              "n::advance<32u, double>+0x40");
    EXPECT_EQ(without_parameters("void run<&(tint(float*))>(void const* const*)"), "run<&(tint(float*))>");
    EXPECT_EQ(without_parameters("f(int) [clone .cold]"), "f (cold part)");
    EXPECT_EQ(without_parameters("f(int) [clone .cold]+0x40"), "f (cold part)+0x40");
    EXPECT_EQ(without_parameters("flag::operator bool() const"), "flag::operator bool");
    EXPECT_EQ(without_parameters("bool n::number<2>::operator< <3>(n::number<3> const&)"), "n::number<2>::operator< <3>");
    EXPECT_EQ(without_parameters("run()::{lambda(int)#1}::operator()(int) const+0x1c"),
              "run()::{lambda(int)#1}::operator()+0x1c");
    EXPECT_EQ(without_parameters(")"), ")");
}

TEST(disassembly, reads_what_objdump_writes) {
    tests::temporary_folder folder;
    folder.write("a.kernels.cpp", "// first\n    colours[0] = by;\n");
    const auto found = parse_disassembly(
        "\n/bin/a:     file format elf64-x86-64\n\n\nDisassembly of section .text:\n\n"
        "0000000000001000 <tint(float*)>:\n"
        "tint(float*):\n" +
            (folder / "a.kernels.cpp").string() +
            ":2 (discriminator 1)\n"
            "    1000:\tpush   rbp\n"
            "/usr/include/c++/12/cmath:80\n"
            "    1001:\tcall   2000 <void n::pull<2>(float)>\n"
            "    1006:\tjmp    1000 <tint(float*)+0x4>\n"
            "    1008:\tret\n"
            "\n0000000000002000 <void n::pull<2>(float)>:\n"
            "    2000:\tret\n",
        folder.path());
    ASSERT_EQ(found.size(), 2u);
    EXPECT_EQ(found[0].address, 0x1000u);
    EXPECT_EQ(found[0].name, "tint");
    EXPECT_EQ(found[0].calls, (std::vector<uint64_t> {0x2000, 0x1000}));
    EXPECT_EQ(found[0].lines, (std::vector<std::string> {"; a.kernels.cpp:2  colours[0] = by;", "      1000  push   rbp",
                                                         "      1001  call   2000 <n::pull<2>>",
                                                         "      1006  jmp    1000 <tint+0x4>", "      1008  ret"}));
    EXPECT_EQ(found[1].name, "n::pull<2>");
    EXPECT_TRUE(parse_disassembly("nonsense\n:\n  :\t\n<>:\n", {}).empty());
}

TEST(disassembly, shows_the_text_of_source_lines) {
    tests::temporary_folder folder;
    folder.write("a.kernels.cpp", "// first\n    colours[0] = by;\n");
    // The program may have been built elsewhere.
    EXPECT_EQ(with_source_lines("0000000000001000 <tint.group>:\n"
                                "tint.group():\n"
                                "/elsewhere/a.kernels.cpp:2 (discriminator 1)\n"
                                "    1000:\tpush   rbp\n"
                                "/elsewhere/a.kernels.cpp:2\n"
                                "    1001:\tnop\n"
                                "/elsewhere/missing.hpp:7\n"
                                "    1002:\tret\n",
                                folder.path()),
              "0000000000001000 <tint.group>:\n"
              "; a.kernels.cpp:2  colours[0] = by;\n"
              "    1000:\tpush   rbp\n"
              "    1001:\tnop\n"
              "; missing.hpp:7\n"
              "    1002:\tret\n");
}

TEST(assembly_text, shows_the_kernels_that_this_program_runs) {
    const device device = find_device(backend::cpu_debug, 0);
    const tint_program program(device);
    const auto code = machine_code_in_use(device, "tint.kernels.cpp");
    ASSERT_EQ(code.size(), 1u);
    EXPECT_EQ(code.front().kernel, "tint");
    const std::string text = disassemble(code, INGOT_TEST_SOURCES, never_stop);
    EXPECT_NE(text.find("tint:   ; kernel, called for each work-item"), std::string::npos) << text;
    EXPECT_NE(text.find("ret"), std::string::npos) << text;
    EXPECT_EQ(text.find("\ningot_device_"), std::string::npos) << "functions of the runtime are not part of a kernel:\n" << text;
}

TEST(assembly_text, shows_edited_kernels_while_they_run) {
    const device device = find_device(backend::cpu_debug, 0);
    const tint_program program(device);
    tests::temporary_folder folder;
    folder.write("tint.kernels.cpp",
                 "#include <ingot/kernel.hpp>\nusing namespace ingot;\n"
                 "kernel void tint(buffer<float> colours, param<float> by) {\n"
                 "    colours[global_id.x] = by / 3.0f;\n}\n");
    replace_kernels(device, "tint.kernels.cpp",
                    compile(folder / "tint.kernels.cpp", replacement_options(device, {"tint.kernels.cpp", false})));
    const auto code = machine_code_in_use(device, "tint.kernels.cpp");
    const std::string text = disassemble(code, folder.path(), never_stop);
    restore_kernels(device, "tint.kernels.cpp");
    ASSERT_EQ(code.size(), 1u);
    EXPECT_NE(code.front().file, std::filesystem::read_symlink("/proc/self/exe"));
    EXPECT_NE(text.find("; tint.kernels.cpp:4  colours[global_id.x] = by / 3.0f;"), std::string::npos) << text;
}

TEST(assembly_text, says_what_is_missing) {
    EXPECT_NE(disassemble({}, {}, never_stop).find("no machine code"), std::string::npos);
    const std::vector<kernel_machine_code> lost {{"tint", "/nowhere/made.so", 0x1000}};
    EXPECT_NE(disassemble(lost, {}, never_stop).find("/nowhere/made.so"), std::string::npos);
    const std::string path = std::getenv("PATH");
    setenv("PATH", "/nowhere", 1);
    const std::string without_tools = disassemble(lost, {}, never_stop);
    setenv("PATH", path.c_str(), 1);
    EXPECT_NE(without_tools.find("apt install binutils"), std::string::npos) << without_tools;
}

TEST(assembly_text, is_made_in_the_background_until_its_object_is_destroyed) {
    const device device = find_device(backend::cpu_debug, 0);
    const tint_program program(device);
    {
        assembly_text text;
        text.start(machine_code_in_use(device, "tint.kernels.cpp"), INGOT_TEST_SOURCES);
        EXPECT_TRUE(text.is_running());
    }
    assembly_text assembly;
    EXPECT_FALSE(assembly.take_result());
    assembly.start(machine_code_in_use(device, "tint.kernels.cpp"), INGOT_TEST_SOURCES);
    std::optional<std::string> text;
    while (!(text = assembly.take_result())) std::this_thread::sleep_for(std::chrono::milliseconds(5));
    EXPECT_NE(text->find("tint:"), std::string::npos) << *text;
    EXPECT_FALSE(assembly.is_running());
}

TEST(assembly_text, exists_for_the_cpu_debug_device_only) {
    for (const device_listing& each : devices())
        if (each.device && each.device->backend() != backend::cpu_debug) {
            const tint_program program(*each.device);
            EXPECT_TRUE(machine_code_in_use(*each.device, "tint.kernels.cpp").empty());
        }
    EXPECT_THROW(machine_code_in_use(find_device(backend::cpu_debug, 0), "never.kernels.cpp"), error);
}

}  // namespace
}  // namespace ingot::shell
