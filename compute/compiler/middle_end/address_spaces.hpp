// The address spaces that have the same number on all targets.
#pragma once

namespace ingot::compiler {

inline constexpr unsigned private_space = 0;  ///< variables of the work-item; generic pointers have this number too
inline constexpr unsigned global_space = 1;
inline constexpr unsigned local_space = 3;

}  // namespace ingot::compiler
