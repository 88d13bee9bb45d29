// Archives (.ingot). A changed archive almost never has the right size and hash in its header, so an input that is rejected is
// read again with a corrected header.
#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <ingot/archive/archive.hpp>
#include <ingot/archive/content_hash.hpp>
#include <vector>

#include "all_targets.hpp"

namespace ingot::reader_fuzzing {

namespace {

// Parts of the header; its layout is in compute/archive/archive.cpp.
constexpr size_t digest_at = 12;
constexpr size_t hashed_from = 28;
constexpr size_t header_size = 44;

std::vector<std::byte> with_corrected_header(std::span<const std::byte> input) {
    std::vector<std::byte> bytes(input.begin(), input.end());
    if (bytes.size() < header_size) return bytes;
    static_assert(std::endian::native == std::endian::little, "the numbers of an archive are little-endian");
    const uint64_t size = bytes.size();
    std::memcpy(bytes.data() + hashed_from, &size, sizeof(size));
    const archive::content_digest digest = archive::content_digest_of(std::span<const std::byte>(bytes).subspan(hashed_from));
    std::ranges::copy(digest, bytes.begin() + digest_at);
    return bytes;
}

outcome read_bytes(std::span<const std::byte> bytes) {
    const auto contents = read_or_reject<archive::archive_error>([&] { return archive::read(bytes, "input"); });
    if (!contents) return outcome::rejected;
    archive::stored_hash(bytes);
    require(archive::read(archive::write(*contents), "written") == *contents, "an archive that is written is read back the same");
    return outcome::accepted;
}

outcome read(std::span<const std::byte> input) {
    const outcome unchanged = read_bytes(input);
    return unchanged == outcome::accepted ? unchanged : read_bytes(with_corrected_header(input));
}

}  // namespace

const target archive_target {"archive", memory_use::by_size, &read};

}  // namespace ingot::reader_fuzzing
