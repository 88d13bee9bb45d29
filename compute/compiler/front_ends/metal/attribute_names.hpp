// The names of Metal's attributes (MSL 3.0, sections 5.1, 5.2 and 5.8).
#pragma once

#include <llvm/ADT/StringRef.h>

namespace ingot::compiler::metal {

enum class attribute_kind {
    function,           ///< of a function: kernel, host_name
    location,           ///< the binding of an argument: buffer(0)
    position,           ///< a position or size in one, two or three dimensions: thread_position_in_grid
    index,              ///< a number: thread_index_in_threadgroup
    function_constant,  ///< function_constant(…)
    hint,               ///< only for the optimiser, which does not need it: function_group("…")
    graphics            ///< has no meaning for a kernel
};

struct attribute_name {
    llvm::StringRef name;
    attribute_kind kind = attribute_kind::graphics;
};

/// Returns the attribute with this name, or null.
const attribute_name* find_attribute(llvm::StringRef name);

}  // namespace ingot::compiler::metal
