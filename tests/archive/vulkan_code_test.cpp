#include <gtest/gtest.h>

#include <ingot/archive/vulkan_code.hpp>

namespace {

using namespace ingot::archive;

std::vector<vulkan_kernel> example() {
    vulkan_kernel scale;
    scale.symbol = "scale";
    scale.words = {0x07230203, 0x00010500, 0, 8, 0};
    scale.required_features = {"double precision", "64-bit integers"};
    scale.argument_bytes = 32;
    scale.fixed_local_bytes = 1024;
    scale.arguments = {{vulkan_argument_kind::buffer, 0, 0, 8, 0},
                       {vulkan_argument_kind::value, 1, 8, 4, 0},
                       {vulkan_argument_kind::sampled_image, 2, 12, 4, 3},
                       {vulkan_argument_kind::print_buffer, no_parameter, 16, 8, 0},
                       {vulkan_argument_kind::fence_word, no_parameter, 24, 8, 0}};
    scale.samplers = {{4, 5}};
    scale.print_formats = {"%d\n"};
    vulkan_kernel blend;
    blend.symbol = "blend";
    blend.argument_bytes = 4000;
    blend.argument_binding = 2;
    return {scale, blend};
}

// Returns the example's bytes with another number in one of their words.
std::vector<std::byte> changed(size_t word, uint32_t value) {
    auto bytes = write_vulkan_code(example());
    for (unsigned i = 0; i < 4; ++i) bytes.at(word * 4 + i) = static_cast<std::byte>(value >> (8 * i));
    return bytes;
}

TEST(vulkan_code, reads_what_it_writes) {
    EXPECT_EQ(read_vulkan_code(write_vulkan_code(example())), example());
    EXPECT_TRUE(read_vulkan_code(write_vulkan_code({})).empty());
}

TEST(vulkan_code, truncated_code_is_an_error) {
    const auto bytes = write_vulkan_code(example());
    for (size_t size = 0; size < bytes.size(); ++size)
        EXPECT_THROW(read_vulkan_code(std::span(bytes).first(size)), archive_error) << size;
}

TEST(vulkan_code, code_with_more_bytes_is_an_error) {
    auto bytes = write_vulkan_code(example());
    bytes.resize(bytes.size() + 4);
    EXPECT_THROW(read_vulkan_code(bytes), archive_error);
}

TEST(vulkan_code, another_magic_or_version_is_an_error) {
    EXPECT_THROW(read_vulkan_code(changed(0, 1)), archive_error);
    EXPECT_THROW(read_vulkan_code(changed(1, 1)), archive_error);
}

// A damaged word may make another valid container, but must not be read beyond the end, nor allocate much memory.
TEST(vulkan_code, a_damaged_word_is_safe) {
    const size_t words = write_vulkan_code(example()).size() / 4;
    for (size_t word = 0; word < words; ++word)
        for (const uint32_t value : {0xffffffffu, 0x7fffffffu, 0x40000000u, 6u, 0u}) try {
                read_vulkan_code(changed(word, value));
            } catch (const archive_error&) {
            }
    EXPECT_THROW(read_vulkan_code(changed(2, 0x40000000)), archive_error);
}

TEST(vulkan_code, an_argument_outside_of_the_block_is_an_error) {
    auto kernels = example();
    kernels[0].arguments[0].offset = 28;
    EXPECT_THROW(read_vulkan_code(write_vulkan_code(kernels)), archive_error);
    kernels = example();
    kernels[0].argument_bytes = 100;
    EXPECT_THROW(read_vulkan_code(write_vulkan_code(kernels)), archive_error);
}

}  // namespace
