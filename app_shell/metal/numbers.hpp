// Numbers of the command line as bytes of a kernel's memory, and back: "f32" and "1,2.5,-3".
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ingot::shell {

/// The types of numbers that can be written on the command line. Their names are those of WGSL and Rust: "f32", "u16".
enum class number_type { f16, f32, i8, i16, i32, i64, u8, u16, u32, u64 };

/// Returns the type of that name, or nothing.
std::optional<number_type> find_number_type(std::string_view name);
/// Returns all names: "f16, f32, i8, …".
std::string number_type_names();
/// Returns the size of a number in bytes.
size_t size_of(number_type type);

/// Returns the bytes of numbers that are separated by commas, in the order of this machine. Integers may be hexadecimal (0x1f).
/// Throws std::invalid_argument that names the first part that is no number of the type.
std::vector<std::byte> parse_numbers(number_type type, std::string_view list);
/// Returns the numbers, separated by ", ". Bytes after the last whole number are left out. Each float has as many digits as are
/// necessary to read the same float again.
std::string format_numbers(number_type type, std::span<const std::byte> bytes);

}  // namespace ingot::shell
