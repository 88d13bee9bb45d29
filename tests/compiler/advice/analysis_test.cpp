// Tests `ingotc --analyse`: the facts about kernels whose instructions, bytes and branches are known.
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "environment_value.hpp"
#include "run_program.hpp"
#include "temporary_folder.hpp"

namespace {

using namespace ingot::tests;
using nlohmann::json;

constexpr const char* kernels = R"(#include <ingot/kernel.hpp>
using namespace ingot;

kernel void adds(buffer<const float2> a, constant_buffer<float> factors, buffer<float> sums) {
    const float2 pair = a[global_id.x];
    sums[global_id.x] = pair.x * factors[0] + pair.y;
}

kernel void repeats(buffer<const float> a, buffer<double> sums, param<uint32_t> count, param<uint32_t> width) {
    double sum = 0;
    for (uint32_t i = 0; i < 1000; ++i) sum += static_cast<double>(a[i]);
    for (uint32_t i = 0; i < count; ++i) sum *= exp(sum);
    if (a[global_id.x] > 0.0f) sums[global_id.x / width] = sum;
}

kernel void shares(buffer<const uint32_t> a, buffer<uint32_t> result, local_buffer<uint32_t> more) {
    local_buffer<uint32_t, 16384> tile;
    tile[local_id.x] = a[global_id.x];
    more[local_id.x] = 1;
    local_barrier();
    atomic_add(&result[group_id.x], tile[local_id.x ^ 1] + more[local_id.x ^ 1]);
}

kernel void fills_much(buffer<uint32_t> result) {
    local_buffer<uint32_t, 25000> tile;
    tile[local_id.x] = global_id.x;
    local_barrier();
    result[global_id.x] = tile[local_id.x ^ 1];
}

kernel void indexes(buffer<const uint32_t> a, buffer<uint32_t> result) {
    uint32_t values[4] {a[global_id.x], 7, 8, 9};
    result[global_id.x] = values[a[global_id.x + 1] & 3];
}
)";

constexpr const char* no_cuda = "";  // the value of CUDA_PATH

// The tests see no ptxas but their own.
class analysis : public testing::Test {
protected:
    void SetUp() override {
        folder_.write("some.kernels.cpp", kernels);
        std::filesystem::create_directory(folder_.path() / "tools");
    }

    // Writes a program that stands for ptxas, into a folder that PATH or CUDA_PATH can name.
    void write_ptxas(const std::string& commands, const std::string& name = "tools/ptxas") const {
        folder_.write(name, "#!/bin/sh\n" + commands);
        std::filesystem::permissions(folder_.path() / name, std::filesystem::perms::owner_all);
    }

    program_run run(std::vector<std::string> words) const {
        words.insert(words.begin(), {INGOTC, "some.kernels.cpp"});
        return run_program(words, folder_.path());
    }
    json facts(const std::string& kernel, std::vector<std::string> words = {}) const {
        words.insert(words.begin(), "--analyse=json");
        const program_run result = run(words);
        EXPECT_EQ(result.status, 0) << result.errors;
        const json all = json::parse(result.output)["kernels"];
        for (const json& each : all)
            if (each["name"] == kernel) return each;
        ADD_FAILURE() << "no kernel " << kernel << " in " << result.output;
        return {};
    }

    temporary_folder folder_;
    environment_value path_ {"PATH", (folder_.path() / "tools").string() + ":/nowhere"};
    environment_value cuda_ {"CUDA_PATH", no_cuda};
};

// Checks its arguments, and prints what ptxas prints about the kernels above, with other numbers. Kernels that are not inlined
// have functions, whose properties are not those of a kernel.
constexpr const char* false_ptxas = R"(
[ "$1 $2 $4" = "-v --gpu-name -o" ] || exit 3
while read -r line; do case $line in *".entry adds("*) found=yes ;; esac; done < "$6"
[ "$found" = yes ] || { echo "error: $6 has no kernel"; exit 4; }
echo "ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'shares' for '$3'
ptxas info    : Function properties for helper
    4000 bytes stack frame, 444 bytes spill stores, 555 bytes spill loads
ptxas info    : Function properties for shares
    40 bytes stack frame, 24 bytes spill stores, 36 bytes spill loads
ptxas info    : Used 129 registers, used 1 barriers, 64 bytes cumulative stack size, 65536 bytes smem, 380 bytes cmem[0]
ptxas info    : Compile time = 7.544 ms
ptxas info    : Compiling entry function 'adds' for '$3'
ptxas info    : Function properties for adds
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 168 registers, used 0 barriers
ptxas info    : Compile time = 1.0 ms" >&2
)";

TEST_F(analysis, reports_the_registers_and_spills_that_ptxas_prints) {
    write_ptxas(false_ptxas);
    const std::vector<std::string> options {"--targets", "ptx", "--arch", "sm_90,sm_75", "--group-size", "128"};
    const json adds = facts("adds", options);
    ASSERT_EQ(adds["resources"].size(), 2u) << adds.dump(2);
    EXPECT_EQ(adds["resources"][0], json({{"target", "ptx"},
                                          {"architecture", "sm_90"},
                                          {"registers", 168},
                                          {"stack_bytes", 0},
                                          {"spilled_bytes", {{"written", 0}, {"read", 0}}}}));
    EXPECT_EQ(adds["resources"][1]["architecture"], "sm_75");
    // 168 registers of 32 work-items are 5,376, so that 12 sub-groups have room: three groups of four.
    const json& occupancy = adds["occupancy"][0];
    EXPECT_EQ(occupancy["groups"], 3);
    EXPECT_EQ(occupancy["share"], 0.1875);
    EXPECT_EQ(occupancy["limited_by"], "registers");
    EXPECT_EQ(occupancy["knows_registers"], true);

    const json shares = facts("shares", options)["resources"][0];
    EXPECT_EQ(shares["registers"], 129);
    EXPECT_EQ(shares["stack_bytes"], 64);
    EXPECT_EQ(shares["spilled_bytes"], json({{"written", 24}, {"read", 36}}));
    const json indexes = facts("indexes", options);
    EXPECT_EQ(indexes["resources"][0]["unknown_because"], "the code generator says nothing about this kernel");
    EXPECT_EQ(indexes["occupancy"][0]["knows_registers"], false);

    const program_run text = run({"--analyse", "--targets", "ptx", "--arch", "sm_90", "--group-size", "128"});
    EXPECT_NE(text.output.find("  registers, sm_90                 129, 64 bytes of stack, spills: 24 bytes written, 36 read\n"),
              std::string::npos)
        << text.output;
    EXPECT_NE(text.output.find(" groups of 128: 19 %, limited by registers\n"), std::string::npos) << text.output;
}

TEST_F(analysis, finds_ptxas_in_the_toolkit) {
    write_ptxas(false_ptxas, "cuda/bin/ptxas");
    const environment_value toolkit("CUDA_PATH", (folder_.path() / "cuda").string());
    EXPECT_EQ(facts("adds", {"--targets", "ptx"})["resources"][0]["registers"], 168);
}

TEST_F(analysis, says_why_registers_are_not_known) {
    const program_run missing = run({"--analyse", "--targets", "ptx", "--arch", "sm_90"});
    EXPECT_EQ(missing.status, 0) << missing.errors;
    EXPECT_NE(missing.output.find("  registers, sm_90           not known\n"), std::string::npos) << missing.output;
    EXPECT_TRUE(
        missing.output.ends_with("\nnot known for sm_90: there is no ptxas in PATH or CUDA_PATH/bin; install the CUDA "
                                 "toolkit, or add its folder 'bin' to PATH\n"))
        << missing.output;
    EXPECT_NE(missing.output.find("100 % at most, limited by work-items\n"), std::string::npos) << missing.output;

    write_ptxas(
        "echo \"ptxas info    : a message\nptxas fatal   : Value '$3' is not defined for option 'gpu-name'\" >&2\nexit 255\n");
    const json failed = facts("adds", {"--targets", "ptx", "--arch", "sm_70"})["resources"][0];
    EXPECT_EQ(failed["unknown_because"],
              "'" + (folder_.path() / "tools/ptxas").string() +
                  "' failed for sm_70: ptxas fatal   : Value 'sm_70' is not defined for option 'gpu-name'");
    // The help of ptxas has the architectures that it knows. The next newer one is offered, or else the newest.
    for (const auto& [known, offered] : {std::pair("'sm_50','sm_75','sm_80'", "sm_75"), std::pair("'sm_35', 'sm_60'", "sm_60")}) {
        write_ptxas("[ \"$1\" = --help ] && { echo \"--gpu-name: " + std::string(known) +
                    "\"; exit 0; }\n"
                    "echo \"ptxas fatal   : Value '$3' is not defined for option 'gpu-name'\" >&2\nexit 255\n");
        const std::string reason = facts("adds", {"--targets", "ptx", "--arch", "sm_70"})["resources"][0]["unknown_because"];
        EXPECT_TRUE(reason.ends_with("'gpu-name'; it knows " + std::string(offered) + ": add --arch " + offered)) << reason;
    }
    write_ptxas("kill -9 $$\n");
    EXPECT_NE(
        facts("adds", {"--targets", "ptx"})["resources"][0]["unknown_because"].get<std::string>().find("' failed for sm_70: "),
        std::string::npos);
    write_ptxas("exit 0\n");
    EXPECT_EQ(facts("adds", {"--targets", "ptx"})["resources"][0]["unknown_because"],
              "'" + (folder_.path() / "tools/ptxas").string() + "' prints nothing about the kernels");
}

TEST_F(analysis, reports_the_stack_of_processors) {
    const std::vector<std::string> options {"--targets", "cpu", "--arch", "x86-64-v3"};
    const json adds = facts("adds", options);
    ASSERT_EQ(adds["resources"].size(), 1u) << adds.dump(2);
    EXPECT_EQ(adds["resources"][0]["target"], "cpu");
    EXPECT_EQ(adds["resources"][0]["architecture"], "x86-64-v3");
    EXPECT_FALSE(adds["resources"][0].contains("registers"));
    EXPECT_EQ(adds["occupancy"], json::array());

    // 1,000 floats that are indexed at run time lie on the stack.
    folder_.write("some.kernels.cpp",
                  "#include <ingot/kernel.hpp>\nusing namespace ingot;\n"
                  "kernel void adds(buffer<float> a) { a[global_id.x] += 1; }\n"
                  "kernel void sorts(buffer<float> a, buffer<const uint32_t> places) {\n"
                  "    float all[1000] {};\n"
                  "    for (int i = 0; i < 1000; ++i) all[places[i + global_id.x] % 1000] += a[i];\n"
                  "    a[global_id.x] = all[places[global_id.x] % 1000];\n}\n");
    EXPECT_LT(facts("adds", options)["resources"][0]["stack_bytes"], 1000);
    EXPECT_GE(facts("sorts", options)["resources"][0]["stack_bytes"], 4000);
    const program_run text = run({"--analyse", "--targets", "cpu", "--arch", "x86-64-v3"});
    EXPECT_NE(text.output.find("  stack, x86-64-v3 "), std::string::npos) << text.output;
}

TEST_F(analysis, of_registers_makes_a_remark_at_a_kernel_with_spills) {
    write_ptxas(false_ptxas);
    const program_run result =
        run({"--advise", "--advise-registers", "--advise-format=json", "--targets", "ptx", "--arch", "sm_75,sm_90"});
    ASSERT_EQ(result.status, 0) << result.errors;
    json remarks = json::array();
    const json all = json::parse(result.output)["remarks"];
    for (const json& each : all)
        if (each["rule"] == "spilled-registers") remarks.push_back(each);
    ASSERT_EQ(remarks.size(), 1u) << result.output;
    EXPECT_EQ(remarks[0]["kernels"], json({"shares"}));
    EXPECT_EQ(remarks[0]["origins"], json({"TALK-43"}));
    EXPECT_EQ(remarks[0]["line"], facts("shares")["line"]);
    EXPECT_EQ(remarks[0]["column"], 13);
    EXPECT_NE(remarks[0]["message"].get<std::string>().find("129 registers on sm_75: the code writes 24 bytes of them"),
              std::string::npos)
        << remarks.dump(2);
    EXPECT_EQ(run({"--advise", "--targets", "ptx"}).errors.find("spilled-registers"), std::string::npos)
        << "registers are looked at only where that is asked for";
}

// A C++ file without kernels is an error, a file in Metal is a header for others.
TEST_F(analysis, of_registers_of_a_file_without_kernels_is_no_error) {
    write_ptxas("exit 0");
    folder_.write("twice.metal", "#include <metal_stdlib>\ninline float twice(float a) { return a * 2; }\n");
    const program_run result =
        run_program({INGOTC, "twice.metal", "--advise", "--advise-registers", "--targets", "ptx"}, folder_.path());
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(result.errors, "no remarks\n");
}

TEST_F(analysis, of_registers_fails_where_they_are_not_known) {
    const program_run missing = run({"--advise", "--advise-registers", "--targets", "ptx"});
    EXPECT_EQ(missing.status, 1);
    EXPECT_NE(missing.errors.find("--advise-registers: the registers of sm_70 are not known: there is no ptxas in PATH"),
              std::string::npos)
        << missing.errors;
    write_ptxas(false_ptxas);
    const program_run other = run({"--advise", "--advise-registers", "--targets", "spirv"});
    EXPECT_EQ(other.status, 1);
    EXPECT_NE(other.errors.find("--targets must name ptx"), std::string::npos) << other.errors;
}

// What ptxas says about a kernel that it does not accept, and then about all kernels.
constexpr const char* rejecting_ptxas = R"sh(
if [ "$3" = sm_90 ]; then
    echo "ptxas error   : Entry function 'shares' uses too much shared data (0x10000 bytes, 0xc000 max)" >&2
    status=255
fi
)sh";

TEST_F(analysis, of_registers_warns_about_a_kernel_that_ptxas_does_not_accept) {
    write_ptxas(rejecting_ptxas + std::string(false_ptxas) + "exit ${status:-0}\n");
    const std::vector<std::string> options {"--advise-registers", "--targets", "ptx", "--arch"};
    const auto with = [&](std::vector<std::string> words, const std::string& architectures) {
        words.insert(words.end(), options.begin(), options.end());
        words.push_back(architectures);
        return run(words);
    };
    const program_run text = with({"--advise"}, "sm_90");
    EXPECT_EQ(text.status, 0) << text.errors;
    EXPECT_TRUE(text.errors.starts_with(
        "some.kernels.cpp:16:13: warning: the registers of sm_90 are not known: '" + (folder_.path() / "tools/ptxas").string() +
        "' failed for sm_90: ptxas error   : Entry function 'shares' uses too much shared data (0x10000 bytes, 0xc000 max) "
        "[advice-unknown-registers]\n"
        "   16 | kernel void shares("))
        << text.errors;
    EXPECT_NE(text.errors.find("[advice-integer-division]"), std::string::npos) << text.errors;
    EXPECT_EQ(text.errors.find("[advice-spilled-registers]"), std::string::npos) << text.errors;

    // The remarks about another architecture stay.
    const program_run both = with({"--advise", "--advise-format=json"}, "sm_75,sm_90");
    EXPECT_EQ(both.status, 0) << both.errors;
    EXPECT_NE(both.output.find("registers on sm_75: the code writes 24 bytes"), std::string::npos) << both.output;
    EXPECT_TRUE(both.errors.starts_with("some.kernels.cpp:16:13: warning: the registers of sm_90 are not known: "))
        << both.errors;

    // A warning is no remark.
    folder_.write("some.kernels.cpp",
                  "#include <ingot/kernel.hpp>\nusing namespace ingot;\n"
                  "kernel void adds(buffer<float> a) { a[global_id.x] += 1; }\n");
    const program_run strict = with({"--advise=error", "-o", "out.ingot"}, "sm_90");
    EXPECT_EQ(strict.status, 0) << strict.errors;
    EXPECT_TRUE(strict.errors.starts_with("some.kernels.cpp: warning: the registers of sm_90 are not known: ")) << strict.errors;
    EXPECT_TRUE(strict.errors.ends_with("no remarks\n")) << strict.errors;
    EXPECT_TRUE(std::filesystem::exists(folder_.path() / "out.ingot"));
    write_ptxas("kill -9 $$\n");
    const program_run ended = with({"--advise"}, "sm_90");
    EXPECT_EQ(ended.status, 0) << ended.errors;
    EXPECT_TRUE(ended.errors.starts_with("some.kernels.cpp: warning: the registers of sm_90 are not known: ")) << ended.errors;
}

TEST_F(analysis, of_registers_fails_if_ptxas_does_not_know_the_architecture) {
    for (const char* const message : {"ptxas fatal   : Value '$3' is not defined for option 'gpu-name'",
                                      "ptxas $6, line 6; fatal   : Unsupported .target '$3'",
                                      "ptxas $6, line 5; fatal   : Unsupported .version 8.7; current version is '8.0'"}) {
        write_ptxas("echo \"" + std::string(message) + "\" >&2\nexit 255\n");
        const program_run result = run({"--advise", "--advise-registers", "--targets", "ptx", "--arch", "sm_90"});
        EXPECT_EQ(result.status, 1) << result.errors;
        EXPECT_TRUE(result.errors.starts_with("ingotc: error: --advise-registers: the registers of sm_90 are not known: "))
            << result.errors;
    }
}

// The program that stands for ptxas runs after ingotc has read the file, and before ingotc writes fixes.
TEST_F(analysis, writes_no_fix_into_a_file_that_has_changed) {
    const std::string before =
        "#include <ingot/kernel.hpp>\nusing namespace ingot;\n"
        "kernel void adds(buffer<float> a) { a[global_id.x] = a[global_id.x] * 0.1; }\n";
    const std::vector<std::string> fix {"--advise=fix", "--advise-registers", "--targets", "ptx"};
    folder_.write("some.kernels.cpp", before);
    const std::string change = "echo '// changed' >> '" + (folder_.path() / "some.kernels.cpp").string() + "'\n";
    write_ptxas(false_ptxas + change);
    const program_run changed = run(fix);
    EXPECT_EQ(changed.status, 1);
    EXPECT_NE(changed.errors.find("'some.kernels.cpp' has changed while it was compiled; no fix was written\n"),
              std::string::npos)
        << changed.errors;
    EXPECT_EQ(changed.errors.find("wrote "), std::string::npos) << changed.errors;
    EXPECT_EQ(read_text(folder_.path() / "some.kernels.cpp"), before + "// changed\n");

    write_ptxas(false_ptxas);
    const program_run same = run(fix);
    EXPECT_EQ(same.status, 0) << same.errors;
    EXPECT_TRUE(same.errors.ends_with("wrote 1 of 1 fix\n")) << same.errors;
    EXPECT_NE(read_text(folder_.path() / "some.kernels.cpp").find("* 0.1f;"), std::string::npos);
}

TEST_F(analysis, counts_bytes_by_memory_and_operations) {
    const json adds = facts("adds");
    EXPECT_EQ(adds["bytes"]["buffers"], json({{"read", 8}, {"written", 4}}));
    EXPECT_EQ(adds["bytes"]["constant buffers"], json({{"read", 4}, {"written", 0}}));
    EXPECT_EQ(adds["floating_point_operations"], 2);
    EXPECT_EQ(adds["arithmetic_intensity"], 0.125);
    EXPECT_EQ(adds["branches"], 0);
    EXPECT_EQ(adds["line"], 4);
}

TEST_F(analysis, counts_loops_as_often_as_they_run) {
    const json repeats = facts("repeats");
    EXPECT_EQ(repeats["bytes"]["buffers"], json({{"read", 4004}, {"written", 8}}));
    EXPECT_EQ(repeats["loops"], 2);
    EXPECT_EQ(repeats["loops_of_unknown_length"], 1);
    EXPECT_EQ(repeats["instructions"]["double"], 1001);
    EXPECT_EQ(repeats["instructions"]["mathematics"], 1);
    EXPECT_EQ(repeats["instructions"]["integer division"], 1);
    EXPECT_EQ(repeats["floating_point_operations"], 1002);
    EXPECT_EQ(repeats["divergent_branches"], 1);
    EXPECT_GT(repeats["branches"], 1);
}

TEST_F(analysis, counts_local_memory_and_atomic_operations) {
    const json shares = facts("shares");
    EXPECT_EQ(shares["local_bytes"], 65536);
    EXPECT_EQ(shares["has_local_parameter"], true);
    EXPECT_EQ(shares["uses_barrier"], true);
    EXPECT_EQ(shares["bytes"]["local"], json({{"read", 8}, {"written", 8}}));
    EXPECT_EQ(shares["bytes"]["buffers"], json({{"read", 8}, {"written", 4}}));
    EXPECT_EQ(shares["instructions"]["atomic"], 1);
}

TEST_F(analysis, counts_private_variables) {
    const json indexes = facts("indexes");
    EXPECT_EQ(indexes["private_bytes"], 16);
    EXPECT_EQ(indexes["bytes"]["private"]["read"], 4);
    EXPECT_EQ(facts("adds")["private_bytes"], 0);
}

TEST_F(analysis, knows_the_occupancy_of_architectures) {
    const json occupancy = facts("shares", {"--arch", "sm_70,sm_90", "--group-size", "256"})["occupancy"];
    ASSERT_EQ(occupancy.size(), 2u) << occupancy.dump(2);
    // 96 KiB hold one group with 64 KiB; 228 KiB hold three groups with 64 KiB and the driver's 1 KiB.
    EXPECT_EQ(occupancy[0]["architecture"], "sm_70");
    EXPECT_EQ(occupancy[0]["groups"], 1);
    EXPECT_EQ(occupancy[0]["share"], 0.125);
    EXPECT_EQ(occupancy[0]["limited_by"], "local memory");
    EXPECT_EQ(occupancy[1]["groups"], 3);
    EXPECT_EQ(occupancy[1]["share"], 0.375);

    const json small_groups = facts("adds", {"--arch", "sm_90", "--group-size", "33"})["occupancy"][0];
    EXPECT_EQ(small_groups["groups"], 32) << "a group of 33 work-items takes the room of 64";
    EXPECT_EQ(small_groups["share"], 1.0);
    const json tiny_groups = facts("adds", {"--arch", "sm_90", "--group-size", "32"})["occupancy"][0];
    EXPECT_EQ(tiny_groups["limited_by"], "groups");
    EXPECT_EQ(tiny_groups["share"], 0.5);

    EXPECT_EQ(facts("fills_much", {"--arch", "sm_70"})["occupancy"][0]["groups"], 0);
    EXPECT_EQ(facts("fills_much", {"--arch", "sm_90"})["occupancy"][0]["groups"], 2);
    EXPECT_EQ(facts("adds", {"--targets", "spirv"})["occupancy"], json::array());
    EXPECT_EQ(facts("adds", {"--arch", "sm_120"})["occupancy"], json::array()) << "its limits are not in the table";
}

TEST_F(analysis, is_printed_for_people) {
    const program_run result = run({"--analyse", "--arch", "sm_90"});
    EXPECT_EQ(result.status, 0) << result.errors;
    EXPECT_TRUE(result.output.starts_with("adds    some.kernels.cpp:4\n")) << result.output;
    EXPECT_NE(result.output.find("  memory, buffers                    8 bytes read, 4 written\n"), std::string::npos)
        << result.output;
    EXPECT_NE(result.output.find(" groups of 256: 100 % at most, limited by work-items\n"), std::string::npos) << result.output;
    EXPECT_NE(result.output.find(" bytes, and what the launch gives\n"), std::string::npos) << result.output;
}

TEST_F(analysis, can_be_printed_with_remarks) {
    const program_run result = run({"--analyse=json", "--advise"});
    EXPECT_EQ(result.status, 0);
    EXPECT_EQ(json::parse(result.output)["kernels"].size(), 5u);
    EXPECT_NE(result.errors.find("[advice-integer-division]"), std::string::npos) << result.errors;
}

TEST_F(analysis, rejects_wrong_options) {
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases {
        {{"--analyse=xml"}, "the only choice is --analyse=json"},
        {{"--analyse", "--group-size", "0"}, "--group-size"},
        {{"--analyse", "--advise", "--advise-format=json"}, "cannot have both"},
        {{"--analyse", "--advise-registers"}, "--advise-registers: there are no remarks without --advise or -Radvice"},
    };
    for (const auto& [words, message] : cases) {
        const program_run result = run(words);
        EXPECT_EQ(result.status, 2) << message;
        EXPECT_NE(result.errors.find(message), std::string::npos) << result.errors;
    }
}

TEST_F(analysis, of_a_wrong_file_is_its_errors) {
    folder_.write("some.kernels.cpp", "#include <ingot/kernel.hpp>\nkernel void wrong(ingot::buffer<float> a) { a[0] = b; }\n");
    const program_run result = run({"--analyse"});
    EXPECT_EQ(result.status, 1);
    EXPECT_EQ(result.output, "");
    EXPECT_NE(result.errors.find("use of undeclared identifier 'b'"), std::string::npos) << result.errors;
}

}  // namespace
