// Saved states of samples. A changed file almost never has the right hash at its end, so an input that is rejected is read
// again with a corrected hash.
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstdint>
#include <cstring>
#include <ingot/sample/state.hpp>
#include <vector>

#include "all_targets.hpp"
#include "input.hpp"

namespace ingot::reader_fuzzing {

namespace {

std::vector<std::byte> with_corrected_hash(std::span<const std::byte> input) {
    std::vector<std::byte> bytes(input.begin(), input.end());
    if (bytes.size() < sizeof(uint64_t)) return bytes;
    const size_t hashed_size = bytes.size() - sizeof(uint64_t);
    const uint64_t hash = XXH3_64bits(bytes.data(), hashed_size);
    std::memcpy(bytes.data() + hashed_size, &hash, sizeof(hash));
    return bytes;
}

outcome read_bytes(std::span<const std::byte> bytes) {
    const std::filesystem::path file = write_input("input.state", bytes);
    const auto contents = read_or_reject<state_file_error>([&] { return read_state_file(file); });
    if (!contents) return outcome::rejected;
    require(read_state_file(write_input("written.state", encode_state(*contents))) == *contents,
            "a state that is written is read back the same");
    return outcome::accepted;
}

outcome read(std::span<const std::byte> input) {
    const outcome unchanged = read_bytes(input);
    return unchanged == outcome::accepted ? unchanged : read_bytes(with_corrected_hash(input));
}

}  // namespace

const target state_target {"state", memory_use::by_size, &read};

}  // namespace ingot::reader_fuzzing
