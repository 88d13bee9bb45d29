// Reads each seed of each fuzzed reader but kernel_source and metal_source once. This test does not need libFuzzer, so it can run
// in builds without fuzzing.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include "all_targets.hpp"

namespace ingot::reader_fuzzing {
namespace {

std::string read_text(const std::filesystem::path& file) {
    std::ifstream stream(file, std::ios::binary);
    EXPECT_TRUE(stream.good()) << "cannot read " << file;
    return {std::istreambuf_iterator<char>(stream), {}};
}

// CMake writes the list of a reader's seeds to a file. Commas separate the seeds, as libFuzzer expects.
std::vector<std::filesystem::path> seeds_of(const target& reader) {
    std::istringstream list(read_text(std::filesystem::path(INGOT_SEED_LISTS) / (std::string(reader.name) + ".seeds")));
    std::vector<std::filesystem::path> seeds;
    for (std::string file; std::getline(list, file, ',');) seeds.emplace_back(file);
    return seeds;
}

class reader_seeds : public testing::TestWithParam<const target*> {};

// The reader must reject a seed whose name begins with "rejected", and must accept all others. An accepted seed is needed to
// reach the code that runs only after the checks of the input.
TEST_P(reader_seeds, are_accepted_or_rejected_as_their_names_say) {
    const std::vector<std::filesystem::path> seeds = seeds_of(*GetParam());
    EXPECT_FALSE(seeds.empty());
    for (const std::filesystem::path& file : seeds) {
        SCOPED_TRACE(file.string());
        const std::string text = read_text(file);
        const outcome expected = file.filename().string().starts_with("rejected") ? outcome::rejected : outcome::accepted;
        EXPECT_EQ(GetParam()->read(std::as_bytes(std::span(text))), expected);
    }
}

// All readers but kernel_source and metal_source: other tests compile their seeds.
INSTANTIATE_TEST_SUITE_P(all, reader_seeds,
                         testing::Values(&archive_target, &archive_index_target, &bodies_target, &fractal_place_target,
                                         &glb_target, &gltf_target, &golden_target, &obj_target, &object_target, &picture_target,
                                         &presets_target, &regression_cases_target, &settings_target, &state_target,
                                         &strokes_target, &y4m_target),
                         [](const auto& tested) { return std::string(tested.param->name); });

}  // namespace
}  // namespace ingot::reader_fuzzing
