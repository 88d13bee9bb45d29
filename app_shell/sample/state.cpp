#include <fmt/format.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <array>
#include <bit>
#include <ingot/files/read_file.hpp>
#include <ingot/sample/state.hpp>

namespace ingot {

namespace {

static_assert(std::endian::native == std::endian::little, "state files are little-endian and are written without conversion");

constexpr std::string_view magic = "INGOTST1";

void append(std::vector<std::byte>& bytes_out, std::span<const std::byte> bytes) {
    bytes_out.insert(bytes_out.end(), bytes.begin(), bytes.end());
}
void append(std::vector<std::byte>& bytes_out, std::string_view text) { append(bytes_out, std::as_bytes(std::span(text))); }
template <typename T>
void append_number(std::vector<std::byte>& bytes_out, T number) {
    append(bytes_out, std::as_bytes(std::span(&number, 1)));
}

std::vector<std::byte> encoded(const state& contents) {
    std::vector<std::byte> bytes;
    append(bytes, magic);
    append_number(bytes, static_cast<uint32_t>(contents.contents().size()));
    for (const auto& [name, array] : contents.contents()) {
        append_number(bytes, static_cast<uint32_t>(name.size()));
        append(bytes, name);
        append_number(bytes, static_cast<uint64_t>(array.size()));
        append(bytes, array);
    }
    return bytes;
}

uint64_t hashed(std::span<const std::byte> bytes) { return XXH3_64bits(bytes.data(), bytes.size()); }

/// Reads the bytes of a file from front to back. Throws if the file is too short.
class cursor {
public:
    cursor(std::span<const std::byte> bytes, const std::filesystem::path& file) : rest_(bytes), name_(file) {}

    std::span<const std::byte> take(uint64_t count) {
        if (count > rest_.size()) throw state_file_error(fmt::format("{}: is truncated", name_.string()));
        const auto bytes = rest_.first(static_cast<size_t>(count));
        rest_ = rest_.subspan(static_cast<size_t>(count));
        return bytes;
    }
    template <typename T>
    T number() {
        T value {};
        std::memcpy(&value, take(sizeof(T)).data(), sizeof(T));
        return value;
    }
    bool at_end() const { return rest_.empty(); }

private:
    std::span<const std::byte> rest_;
    const std::filesystem::path& name_;
};

std::vector<std::byte> whole_file(const std::filesystem::path& file) try {
    return files::read_whole_file(file);
} catch (const std::filesystem::filesystem_error& problem) {
    throw state_file_error(fmt::format("{}: cannot be read: {}", file.string(), problem.code().message()));
}

}  // namespace

std::string state::hash() const { return fmt::format("{:016x}", hashed(encoded(*this))); }

std::vector<std::byte> encode_state(const state& contents) {
    auto bytes = encoded(contents);
    append_number(bytes, hashed(bytes));
    return bytes;
}

state read_state_file(const std::filesystem::path& file) {
    const auto bytes = whole_file(file);
    if (bytes.size() < magic.size() + sizeof(uint32_t) + sizeof(uint64_t) ||
        std::memcmp(bytes.data(), magic.data(), magic.size()) != 0)
        throw state_file_error(fmt::format(
            "'{}' is not a state file; 'ingot run SAMPLE --save-state FILE' writes one, and 'ingot regress --update' writes "
            "the golden files again",
            file.string()));
    const auto body = std::span(bytes).first(bytes.size() - sizeof(uint64_t));
    uint64_t expected = 0;
    std::memcpy(&expected, bytes.data() + body.size(), sizeof expected);
    if (hashed(body) != expected) throw state_file_error(fmt::format("{}: is damaged or truncated", file.string()));

    cursor reader(body.subspan(magic.size()), file);
    state contents;
    for (auto remaining = reader.number<uint32_t>(); remaining > 0; --remaining) {
        const auto name = reader.take(reader.number<uint32_t>());
        const auto array = reader.take(reader.number<uint64_t>());
        contents.put(std::string(reinterpret_cast<const char*>(name.data()), name.size()), array);
    }
    if (!reader.at_end()) throw state_file_error(fmt::format("{}: has extra bytes after the state", file.string()));
    return contents;
}

}  // namespace ingot
