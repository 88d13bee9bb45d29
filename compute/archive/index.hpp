// The archive's index: everything but the code itself, as JSON.
#pragma once

#include <ingot/archive/archive.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::archive {

/// What the index says of an archive. The code's bytes follow the index one after another, in the order of `targets`.
struct index {
    archive contents;             ///< targets have no bytes yet
    std::vector<uint64_t> sizes;  ///< bytes of each target's code
};

std::string to_json(const archive& contents);

/// Throws archive_error with what is wrong with the text, without the archive's name.
index from_json(std::string_view text);

}  // namespace ingot::archive
