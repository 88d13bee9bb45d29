// What stb leaves out of JPEG files: whether they end, and how the camera was held.
#include <cstring>
#include <optional>
#include <utility>

#include "formats.hpp"

namespace ingot::media {

namespace {

using view = std::span<const std::byte>;

unsigned byte_at(view bytes, size_t at) { return std::to_integer<unsigned>(bytes[at]); }

/// One segment before the picture's own data (ITU-T T.81, annex B): its marker's second byte and what it holds.
struct segment {
    unsigned marker = 0;
    view contents;
    size_t end = 0;  ///< where the next one begins
};

std::optional<segment> segment_at(view jpeg, size_t at) {
    while (at + 1 < jpeg.size() && byte_at(jpeg, at) == 0xff && byte_at(jpeg, at + 1) == 0xff) ++at;  // fill bytes
    if (at + 4 > jpeg.size() || byte_at(jpeg, at) != 0xff) return std::nullopt;
    const size_t length = byte_at(jpeg, at + 2) << 8 | byte_at(jpeg, at + 3);
    if (length < 2 || at + 2 + length > jpeg.size()) return std::nullopt;
    return segment {byte_at(jpeg, at + 1), jpeg.subspan(at + 4, length - 2), at + 2 + length};
}

constexpr unsigned start_of_scan = 0xda;
constexpr unsigned application_1 = 0xe1;
constexpr size_t after_start_of_image = 2;

/// A TIFF file's numbers, in whichever order of bytes it says.
class tiff {
public:
    explicit tiff(view of) : bytes(of), little(of.size() > 1 && byte_at(of, 0) == 'I') {}
    std::optional<unsigned> number(size_t at, size_t size) const {
        if (at > bytes.size() || size > bytes.size() - at) return std::nullopt;
        unsigned value = 0;
        for (size_t i = 0; i < size; ++i) value = value << 8 | byte_at(bytes, little ? at + size - 1 - i : at + i);
        return value;
    }

private:
    view bytes;
    bool little;
};

std::optional<unsigned> orientation_in(view exif) {
    constexpr unsigned orientation_tag = 274;
    const tiff file(exif);
    const auto first = file.number(4, 4);
    const auto entries = first ? file.number(*first, 2) : std::nullopt;
    for (unsigned i = 0; entries && i < *entries; ++i) {
        const size_t entry = size_t {*first} + 2 + 12 * size_t {i};
        if (file.number(entry, 2) == orientation_tag) return file.number(entry + 8, 2);
    }
    return std::nullopt;
}

}  // namespace

void formats::require_whole_jpeg(view bytes) {
    size_t at = after_start_of_image;
    while (const auto found = segment_at(bytes, at)) {
        at = found->end;
        if (found->marker != start_of_scan) continue;
        for (size_t i = at; i + 1 < bytes.size(); ++i)
            if (byte_at(bytes, i) == 0xff && byte_at(bytes, i + 1) == 0xd9) return;
        break;
    }
    throw picture_error("the file is damaged or truncated (a JPEG without its end)");
}

int formats::exif_orientation(view jpeg) {
    constexpr std::string_view exif_header {"Exif\0\0", 6};
    size_t at = after_start_of_image;
    while (const auto found = segment_at(jpeg, at)) {
        at = found->end;
        if (found->marker == start_of_scan) break;
        if (found->marker != application_1 || found->contents.size() < exif_header.size() ||
            std::memcmp(found->contents.data(), exif_header.data(), exif_header.size()) != 0)
            continue;
        const auto told = orientation_in(found->contents.subspan(exif_header.size()));
        return told && *told >= 1 && *told <= 8 ? static_cast<int>(*told) : 1;
    }
    return 1;
}

picture formats::turned(picture from, int orientation) {
    if (orientation == 1) return from;
    const bool sides_change = orientation >= 5;
    picture made(sides_change ? from.height : from.width, sides_change ? from.width : from.height);
    for (int y = 0; y < made.height; ++y) {
        for (int x = 0; x < made.width; ++x) {
            // Where the stored rows begin: 1 top left, 2 top right, 3 bottom right, 4 bottom left; 5 to 8 the same with columns.
            int from_x = sides_change ? y : x;
            int from_y = sides_change ? x : y;
            if (orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8) from_x = from.width - 1 - from_x;
            if (orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7) from_y = from.height - 1 - from_y;
            made.at(x, y) = from.at(from_x, from_y);
        }
    }
    return made;
}

}  // namespace ingot::media
