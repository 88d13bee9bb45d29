// Text from files of unknown origin, for messages.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace ingot {

/// Makes text safe to print: replaces invalid UTF-8 and control characters by '?', and cuts text that is longer than
/// `max_bytes`, with "…" at the end.
std::string printable(std::string_view text, size_t max_bytes = 60);

/// Returns false if the bytes contain control characters other than tabs, line breaks and form feeds, as pictures and
/// other binary files do.
bool is_text(std::string_view bytes);

}  // namespace ingot
