// What a kernel file includes: the whole kernel language.
#pragma once

#include <ingot/language/address_space.hpp>
#include <ingot/language/atomic.hpp>
#include <ingot/language/barrier.hpp>
#include <ingot/language/buffer.hpp>
#include <ingot/language/device_functions.hpp>
#include <ingot/language/device_info.hpp>
#include <ingot/language/group_algorithms.hpp>
#include <ingot/language/image.hpp>
#include <ingot/language/local_buffer.hpp>
#include <ingot/language/math.hpp>
#include <ingot/language/matrix4.hpp>
#include <ingot/language/print.hpp>
#include <ingot/language/quaternion.hpp>
#include <ingot/language/sub_group.hpp>
#include <ingot/language/vector.hpp>
#include <ingot/language/work_item.hpp>

/// Marks a function as a kernel: an entry that a host program can launch.
///
/// The function returns `void`; each parameter is a `buffer<T>` or a `param<T>`. Its name must be unique among the kernels of
/// its file. (Thesis, Table 10.)
///
/// For a device the compiler finds kernels by the annotation. For the CPU debug device the file is compiled into the program,
/// where `static` keeps kernels of the same name in different files apart.
#if defined(INGOT_DEVICE)
#define kernel [[clang::annotate("ingot.kernel")]]
#else
#define kernel [[maybe_unused]] static
#endif
