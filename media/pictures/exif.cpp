// The Exif orientation of JPEG files, which libjpeg does not read (Exif 2.3).
#include <cstring>
#include <optional>
#include <utility>

#include "formats.hpp"

namespace ingot::media {

namespace {

using view = std::span<const std::byte>;

unsigned byte_at(view bytes, size_t offset) { return std::to_integer<unsigned>(bytes[offset]); }

// A segment before the picture's data (ITU-T T.81, annex B).
struct segment {
    unsigned marker = 0;  // the second byte of the segment's marker
    view contents;
    size_t end = 0;  // the offset of the next segment
};

std::optional<segment> segment_at(view jpeg, size_t offset) {
    while (offset + 1 < jpeg.size() && byte_at(jpeg, offset) == 0xff && byte_at(jpeg, offset + 1) == 0xff)
        ++offset;  // fill bytes
    if (offset + 4 > jpeg.size() || byte_at(jpeg, offset) != 0xff) return std::nullopt;
    const size_t length = byte_at(jpeg, offset + 2) << 8 | byte_at(jpeg, offset + 3);
    if (length < 2 || offset + 2 + length > jpeg.size()) return std::nullopt;
    return segment {byte_at(jpeg, offset + 1), jpeg.subspan(offset + 4, length - 2), offset + 2 + length};
}

constexpr unsigned start_of_scan = 0xda;
constexpr unsigned application_1 = 0xe1;
constexpr size_t after_start_of_image = 2;

// Reads numbers from a TIFF file. The file's first letter gives the order of the bytes: 'I' for little-endian numbers,
// 'M' for big-endian ones.
class tiff {
public:
    explicit tiff(view contents) : bytes_(contents), little_(contents.size() > 1 && byte_at(contents, 0) == 'I') {}
    std::optional<unsigned> number(size_t offset, size_t size) const {
        if (offset > bytes_.size() || size > bytes_.size() - offset) return std::nullopt;
        unsigned value = 0;
        for (size_t i = 0; i < size; ++i) value = value << 8 | byte_at(bytes_, little_ ? offset + size - 1 - i : offset + i);
        return value;
    }

private:
    view bytes_;
    bool little_;
};

// Returns the value of the tag "Orientation" in the first directory of Exif data, which is a TIFF file.
std::optional<unsigned> find_orientation(view exif) {
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

int formats::exif_orientation(view jpeg) {
    constexpr std::string_view exif_header {"Exif\0\0", 6};
    size_t offset = after_start_of_image;
    while (const auto found = segment_at(jpeg, offset)) {
        offset = found->end;
        if (found->marker == start_of_scan) break;
        if (found->marker != application_1 || found->contents.size() < exif_header.size() ||
            std::memcmp(found->contents.data(), exif_header.data(), exif_header.size()) != 0)
            continue;
        const auto orientation = find_orientation(found->contents.subspan(exif_header.size()));
        return orientation && *orientation >= 1 && *orientation <= 8 ? static_cast<int>(*orientation) : 1;
    }
    return 1;
}

picture formats::apply_orientation(picture source, int orientation) {
    if (orientation == 1) return source;
    const bool is_transposed = orientation >= 5;
    picture upright(is_transposed ? source.height : source.width, is_transposed ? source.width : source.height);
    for (int y = 0; y < upright.height; ++y) {
        for (int x = 0; x < upright.width; ++x) {
            // The orientation is the corner of the upright picture at which the first stored pixel is: 1 top left, 2 top
            // right, 3 bottom right, 4 bottom left. 5 to 8 are the same corners, but the stored rows become columns.
            int from_x = is_transposed ? y : x;
            int from_y = is_transposed ? x : y;
            if (orientation == 2 || orientation == 3 || orientation == 7 || orientation == 8) from_x = source.width - 1 - from_x;
            if (orientation == 3 || orientation == 4 || orientation == 6 || orientation == 7) from_y = source.height - 1 - from_y;
            upright.at(x, y) = source.at(from_x, from_y);
        }
    }
    return upright;
}

}  // namespace ingot::media
