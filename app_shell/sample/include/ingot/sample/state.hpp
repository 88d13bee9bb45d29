// The state of a sample as named arrays of plain data. A switch of the device saves it and restores it on the new
// device.
#pragma once

#include <cstddef>
#include <cstring>
#include <filesystem>
#include <map>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace ingot {

/// Named arrays of plain data. Two states are equal if all names and bytes are equal.
class state {
public:
    /// Adds an array, or replaces the array of this name.
    template <typename T>
        requires std::is_trivially_copyable_v<T>
    void put(const std::string& name, std::span<const T> values) {
        const auto bytes = std::as_bytes(values);
        arrays_[name].assign(bytes.begin(), bytes.end());
    }
    template <typename T>
        requires std::is_trivially_copyable_v<T>
    void put(const std::string& name, const std::vector<T>& values) {
        put(name, std::span<const T>(values));
    }
    /// Adds an array of one element.
    template <typename T>
        requires std::is_trivially_copyable_v<T>
    void put_value(const std::string& name, const T& value) {
        put(name, std::span<const T>(&value, 1));
    }

    bool contains(const std::string& name) const { return arrays_.contains(name); }

    /// Returns a copy of an array. Throws std::out_of_range if there is no array of this name, or if its size is not a
    /// multiple of the size of T.
    template <typename T>
    std::vector<T> get(const std::string& name) const {
        const auto& bytes = arrays_.at(name);
        if (bytes.size() % sizeof(T) != 0) throw std::out_of_range("state: '" + name + "' has elements of another size");
        std::vector<T> values(bytes.size() / sizeof(T));
        if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
    }
    /// Returns the first element of an array. Throws std::out_of_range as get() does, and if the array is empty.
    template <typename T>
    T get_value(const std::string& name) const {
        return get<T>(name).at(0);
    }

    /// The bytes of all arrays, by name.
    const std::map<std::string, std::vector<std::byte>>& contents() const { return arrays_; }

    /// Returns the XXH3 hash of all names, sizes and bytes as 16 hexadecimal digits. Equal states have equal hashes on
    /// every machine.
    std::string hash() const;

    friend bool operator==(const state&, const state&) = default;

private:
    std::map<std::string, std::vector<std::byte>> arrays_;
};

/// Thrown if a file of a state cannot be read. what() names the file.
class state_file_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// Returns the contents of a file that stores a state (`--save-state`). Tests and other programs can compare such files. All
/// numbers are little-endian:
///   8 bytes  "INGOTST1"
///   u32      number of arrays; then for each array, sorted by name:
///     u32    length of the name in bytes, then the name
///     u64    size of the array in bytes, then its bytes as passed to put()
///   u64      XXH3 (64 bits) of everything before it
std::vector<std::byte> encode_state(const state& contents);
/// Reads a file that contains what encode_state() returns. Checks the hash, and every size before it is used. Throws
/// state_file_error.
state read_state_file(const std::filesystem::path& file);

}  // namespace ingot
