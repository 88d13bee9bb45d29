// What of a sample outlives a switch of the device: plain data by name.
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

/// Named arrays of plain data. Two states are equal where all their bytes are.
class state {
public:
    template <typename T>
        requires std::is_trivially_copyable_v<T>
    void put(const std::string& name, std::span<const T> values) {
        const auto bytes = std::as_bytes(values);
        arrays[name].assign(bytes.begin(), bytes.end());
    }
    template <typename T>
        requires std::is_trivially_copyable_v<T>
    void put(const std::string& name, const std::vector<T>& values) {
        put(name, std::span<const T>(values));
    }
    template <typename T>
        requires std::is_trivially_copyable_v<T>
    void put_value(const std::string& name, const T& value) {
        put(name, std::span<const T>(&value, 1));
    }

    bool contains(const std::string& name) const { return arrays.contains(name); }

    /// Throws std::out_of_range where nothing of that name is there, or its size is no multiple of T's.
    template <typename T>
    std::vector<T> get(const std::string& name) const {
        const auto& bytes = arrays.at(name);
        if (bytes.size() % sizeof(T) != 0) throw std::out_of_range("state: '" + name + "' holds elements of another size");
        std::vector<T> values(bytes.size() / sizeof(T));
        if (!bytes.empty()) std::memcpy(values.data(), bytes.data(), bytes.size());
        return values;
    }
    template <typename T>
    T get_value(const std::string& name) const {
        return get<T>(name).at(0);
    }

    /// All arrays' bytes, by name.
    const std::map<std::string, std::vector<std::byte>>& contents() const { return arrays; }

    /// XXH3 of all names, sizes and bytes, as 16 hexadecimal digits: equal states have equal hashes on every machine.
    std::string hash() const;

    friend bool operator==(const state&, const state&) = default;

private:
    std::map<std::string, std::vector<std::byte>> arrays;
};

/// What is wrong with a state's file; what() names the file.
class state_file_error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
};

/// A state in a file (`--save-state`), for tests and other programs to compare. All numbers are little-endian:
///   8 bytes  "INGOTST1"
///   u32      number of arrays; then for each array, by name:
///     u32    length of the name in bytes, then the name
///     u64    size of the array in bytes, then its bytes as the sample put them
///   u64      XXH3 (64 bits) of everything before it
/// Reading never trusts a size that the file names.
std::vector<std::byte> encode_state(const state& contents);
state read_state_file(const std::filesystem::path& file);

}  // namespace ingot
