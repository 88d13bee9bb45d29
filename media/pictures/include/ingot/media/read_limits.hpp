// Limits on what a file may cost. A small file can describe a very large picture or scene: a file that only states its size, or a
// compressed area of one colour. Therefore readers accept a large picture or scene only from a file of some size.
#pragma once

#include <cstdint>

namespace ingot::media {

/// The environment variable that switches the limits off, with the value `off`. The largest sizes (max_pixels) still hold.
inline constexpr const char* read_limits_variable = "INGOT_READ_LIMITS";

/// Returns the largest number of pixels that are read from a file of this size: 1,048,576 and 1,024 for each byte. A PNG of one
/// grey needs a byte for 1,032 pixels, and a JPEG one for about 300; photographs need a byte for each 1 to 20 pixels.
uint64_t most_pixels(uint64_t file_bytes);

/// Returns the largest number of triangles, and of vertices, that a scene may have whose files have this size together:
/// 4,194,304 and 64 for each byte. A glTF file can use a mesh, whose triangles take at least 6 bytes, in many nodes.
uint64_t most_scene_elements(uint64_t file_bytes);

}  // namespace ingot::media
