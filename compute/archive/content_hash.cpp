#define XXH_INLINE_ALL  // header-only: programs that link the installed library do not need libxxhash
#include <xxhash.h>

#include <cstdint>
#include <cstring>
#include <ingot/archive/content_hash.hpp>

namespace ingot::archive {

content_digest content_digest_of(std::span<const std::byte> bytes) {
    XXH128_canonical_t canonical;
    XXH128_canonicalFromHash(&canonical, XXH3_128bits(bytes.data(), bytes.size()));
    content_digest digest;
    static_assert(sizeof(canonical.digest) == sizeof(digest));
    std::memcpy(digest.data(), canonical.digest, sizeof(digest));
    return digest;
}

content_digest content_digest_of(std::initializer_list<std::string_view> texts) {
    std::string joined;
    for (const std::string_view text : texts) {
        joined += std::to_string(text.size());
        joined += ':';
        joined += text;
    }
    return content_digest_of(std::as_bytes(std::span(joined)));
}

std::string to_string(const content_digest& digest) {
    constexpr std::string_view digits = "0123456789abcdef";
    std::string text;
    for (const std::byte byte : digest) {
        text += digits[std::to_integer<size_t>(byte >> 4)];
        text += digits[std::to_integer<size_t>(byte & std::byte {15})];
    }
    return text;
}

}  // namespace ingot::archive
