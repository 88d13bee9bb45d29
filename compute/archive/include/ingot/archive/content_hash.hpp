// The hash function of archives and of the runtime's disk cache: XXH3 with 128 bits. It detects accidental damage. It is not
// cryptographic, so it does not detect deliberate changes.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace ingot::archive {

using content_digest = std::array<std::byte, 16>;

/// Returns the digest of `bytes` in XXH3's canonical (big-endian) byte order.
content_digest content_digest_of(std::span<const std::byte> bytes);

/// Returns the digest of several texts. The length of each text is hashed too, so {"ab", "c"} and {"a", "bc"} differ.
content_digest content_digest_of(std::initializer_list<std::string_view> texts);

/// Returns the digest as 32 hexadecimal digits.
std::string to_string(const content_digest& digest);

}  // namespace ingot::archive
