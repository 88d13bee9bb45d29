// Tests the generator of random programs, the comparison and the reducer.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "comparison.hpp"
#include "reduction.hpp"

namespace {

using namespace ingot::fuzzing;

constexpr language_features everything {true, true};

std::string text_of(uint64_t seed) { return to_text(random_program(seed, everything)); }

TEST(random_programs, the_same_seed_gives_the_same_program) {
    EXPECT_EQ(text_of(1), text_of(1));
    EXPECT_NE(text_of(1), text_of(2));
}

// Seeds are only useful in reports if each compiler and each standard library gives the same programs. The number is the
// 64-bit FNV-1a hash of the programs; it changes with the generator.
TEST(random_programs, are_the_same_with_every_compiler) {
    uint64_t hash = 0xcbf29ce484222325;
    for (uint64_t seed = 1; seed <= 200; ++seed)
        for (const char character : text_of(seed)) hash = (hash ^ static_cast<unsigned char>(character)) * 0x100000001b3;
    EXPECT_EQ(hash, 13791184882283561598u);
}

TEST(random_programs, use_the_whole_language) {
    std::string all;
    for (uint64_t seed = 1; seed <= 300; ++seed) all += text_of(seed);
    for (const std::string_view part : {"for (",
                                        "do {",
                                        "switch (",
                                        "[[fallthrough]]",
                                        "break;",
                                        "continue;",
                                        "return;",
                                        "if (depth == 0)",
                                        "local_buffer<",
                                        "barrier()",
                                        "std::sort(",
                                        "std::rotate(",
                                        "std::memmove(",
                                        "std::copy_backward(",
                                        "std::lower_bound(",
                                        "atomic_add(",
                                        "atomic_xor(",
                                        "sub_group_reduce_add(",
                                        "int8_t",
                                        "uint16_t",
                                        "uint64_t",
                                        "double",
                                        "short3",
                                        "uchar4",
                                        "const uint32_t* pointer",
                                        "fma(",
                                        "integer_of<",
                                        "mul_hi("})
        EXPECT_NE(all.find(part), std::string::npos) << part;
}

TEST(random_programs, without_a_feature_do_not_use_it) {
    std::string all;
    for (uint64_t seed = 1; seed <= 100; ++seed) all += to_text(random_program(seed, {}));
    EXPECT_EQ(all.find("sub_group"), std::string::npos);
    EXPECT_EQ(all.find("double"), std::string::npos);
}

TEST(comparison, requires_sub_groups_and_shuffles_for_sub_group_reductions) {
    ingot::device_properties properties {};
    properties.has_sub_groups = true;
    EXPECT_FALSE(features_of(properties).has_sub_group_reductions);
    properties.has_sub_group_shuffles = true;
    EXPECT_TRUE(features_of(properties).has_sub_group_reductions);
    EXPECT_FALSE(features_of(properties).has_double);
}

TEST(comparison, reports_a_result_that_differs) {
    const std::array seeds {uint64_t {1}, uint64_t {2}};
    const std::array devices {ingot::find_device(ingot::reference_backend().backend)};
    program_batch batch = make_batch(seeds, common_features(devices));
    const auto expected = run_batch(compile_batch(batch, devices), seeds, devices.front());
    const std::string_view beginning = "uint64_t digest = item;";
    const size_t second = batch.text.rfind(beginning);
    batch.text.replace(second, beginning.size(), "uint64_t digest = item == 17 ? 0 : item;");
    const auto found = run_batch(compile_batch(batch, devices), seeds, devices.front());
    EXPECT_EQ(difference_of(expected[0], found[0]), "");
    EXPECT_TRUE(difference_of(expected[1], found[1]).starts_with("result 0 of work-item 17: "))
        << difference_of(expected[1], found[1]);
}

TEST(reduction, keeps_what_shows_the_defect) {
    uint64_t seed = 1;
    while (text_of(seed).find("std::rotate(") == std::string::npos) ++seed;
    const source_tree whole = random_program(seed, everything);
    const source_tree reduced = reduce(
        whole, [](const source_tree& program) { return to_text(program).find("std::rotate(") != std::string::npos; }, 10'000);
    const std::string text = to_text(reduced);
    EXPECT_NE(text.find("std::rotate("), std::string::npos);
    EXPECT_LT(text.size(), 1000u) << text;
    EXPECT_EQ(text.find("switch"), std::string::npos);
}

TEST(reduction, ends_after_its_trials) {
    size_t trials = 0;
    reduce(random_program(3, everything), [&](const source_tree&) { return ++trials, false; }, 10);
    EXPECT_EQ(trials, 10u);
}

}  // namespace
