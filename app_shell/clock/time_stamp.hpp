// The time of day in the names of files.
#pragma once

#include <string>

namespace ingot::shell {

/// The local time, to the second: "20261122-140501".
std::string time_stamp();

}  // namespace ingot::shell
