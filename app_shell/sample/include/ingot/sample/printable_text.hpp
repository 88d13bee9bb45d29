// What stands in foreign files, in messages to a person.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ingot {

/// The text as it may stand in a message: what is no letter of UTF-8, and what controls a terminal, becomes '?'. What is longer
/// than `most` bytes is cut, with dots.
std::string printable(std::string_view text, size_t most = 60);

/// Could a person have written these bytes with an editor? Pictures and the like hold bytes that no text has.
bool is_text(std::string_view bytes);

}  // namespace ingot
