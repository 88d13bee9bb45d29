// What a kernel file includes: the whole kernel language. "The thesis" in these headers is the one that docs/host-library.md
// names.
#pragma once

#include <ingot/language/address_space.hpp>
#include <ingot/language/atomic.hpp>
#include <ingot/language/barrier.hpp>
#include <ingot/language/buffer.hpp>
#include <ingot/language/device_functions.hpp>
#include <ingot/language/device_info.hpp>
#include <ingot/language/group_algorithms.hpp>
#include <ingot/language/image.hpp>
#include <ingot/language/instances.hpp>
#include <ingot/language/local_buffer.hpp>
#include <ingot/language/local_matrix.hpp>
#include <ingot/language/math.hpp>
#include <ingot/language/matrix4.hpp>
#include <ingot/language/matrix_tile.hpp>
#include <ingot/language/print.hpp>
#include <ingot/language/quaternion.hpp>
#include <ingot/language/sub_group.hpp>
#include <ingot/language/vector.hpp>
#include <ingot/language/work_group_copy.hpp>
#include <ingot/language/work_item.hpp>

// Must be last: it defines the macro `kernel`, which would change identifiers in the other headers.
#include <ingot/language/kernel_word.hpp>
