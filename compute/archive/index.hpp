// The index of an archive: a JSON text that holds everything except the code of the targets.
#pragma once

#include <ingot/archive/archive.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::archive {

/// The index as it is read from a file. The code of all targets follows the index in the file, in the order of
/// `targets`.
struct index {
    archive contents;                  ///< complete except for the bytes of each target's code
    std::vector<uint64_t> code_sizes;  ///< size of each target's code in bytes, in the order of `contents.targets`
};

/// Returns the index of `contents` as JSON text.
std::string to_json(const archive& contents);

/// Parses an index. Throws archive_error whose message describes the fault but does not name the archive: the caller
/// adds the name.
index from_json(std::string_view text);

}  // namespace ingot::archive
