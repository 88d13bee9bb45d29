// Tests of states: hashes, and files, which are rejected if they are damaged.
#include <gtest/gtest.h>

#include <ingot/sample/state.hpp>

#include "temporary_folder.hpp"

namespace ingot {
namespace {

using tests::temporary_folder;

state example() {
    state result;
    result.put("positions", std::vector<float> {1.0f, 2.0f, 3.0f});
    result.put("empty", std::vector<int> {});
    result.put_value("step", uint64_t {7});
    return result;
}

std::string bytes_of(const state& state) {
    const auto bytes = encode_state(state);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

TEST(state, comes_back_from_its_file) {
    const temporary_folder folder;
    const auto file = folder.write("a.state", bytes_of(example()));
    const state read = read_state_file(file);
    EXPECT_EQ(read, example());
    EXPECT_EQ(read.get<float>("positions"), (std::vector<float> {1.0f, 2.0f, 3.0f}));
    EXPECT_EQ(read.get_value<uint64_t>("step"), 7u);
}

TEST(state, its_hash_changes_with_a_name_a_size_and_a_value) {
    const auto hash = example().hash();
    EXPECT_EQ(hash.size(), 16u);
    EXPECT_EQ(hash, example().hash());
    state other = example();
    other.put_value("step", uint64_t {8});
    EXPECT_NE(other.hash(), hash);
    other = example();
    other.put("empty", std::vector<int> {0});
    EXPECT_NE(other.hash(), hash);
    other = example();
    other.put("more", std::vector<int> {});
    EXPECT_NE(other.hash(), hash);
}

TEST(state, every_truncation_and_every_changed_byte_is_rejected) {
    const temporary_folder folder;
    const std::string whole = bytes_of(example());
    for (size_t length = 0; length < whole.size(); ++length) {
        const auto file = folder.write("short.state", whole.substr(0, length));
        EXPECT_THROW(read_state_file(file), state_file_error) << length;
    }
    for (size_t index = 0; index < whole.size(); ++index) {
        std::string changed_text = whole;
        changed_text[index] = static_cast<char>(changed_text[index] ^ 0x40);
        const auto file = folder.write("changed.state", changed_text);
        EXPECT_THROW(read_state_file(file), state_file_error) << index;
    }
}

TEST(state, a_missing_file_is_named) {
    try {
        read_state_file("/nowhere/at-all.state");
        FAIL();
    } catch (const state_file_error& problem) {
        EXPECT_NE(std::string(problem.what()).find("/nowhere/at-all.state"), std::string::npos);
    }
}

}  // namespace
}  // namespace ingot
