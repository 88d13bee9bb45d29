// Tests `ingotc --analyse`: the facts about kernels whose instructions, bytes and branches are known.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

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

class analysis : public testing::Test {
protected:
    void SetUp() override { folder_.write("some.kernels.cpp", kernels); }

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
};

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
