// The hash that archives and the runtime's disk cache use: XXH3 with 128 bits. It finds damage, not malice.
#pragma once

#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>

namespace ingot::archive {

using content_digest = std::array<std::byte, 16>;

/// The digest of some bytes, in the canonical (big-endian) order.
content_digest digest_of(std::span<const std::byte> bytes);

/// The digest of several texts. Each one's length counts, so that {"ab", "c"} and {"a", "bc"} differ.
content_digest digest_of(std::initializer_list<std::string_view> texts);

/// 32 hexadecimal digits.
std::string to_string(const content_digest& digest);

}  // namespace ingot::archive
