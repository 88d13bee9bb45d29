// Time stamps for file names.
#pragma once

#include <string>

namespace ingot::shell {

/// Returns the local time to the second: "20261122-140501".
std::string time_stamp();

}  // namespace ingot::shell
