// The layout of an archive's bytes; numbers are little-endian:
//
//     0  magic             8 bytes
//     8  format version    4
//    12  digest           16  of everything from byte 28 on
//    28  size of the whole 8
//    36  size of the index 8
//    44  index, JSON
//        code of each target, one after another, in the index's order
#include <algorithm>
#include <array>
#include <cstring>
#include <ingot/archive/archive.hpp>
#include <ingot/archive/content_hash.hpp>
#include <ingot/archive/replace_file.hpp>

#include "index.hpp"

namespace ingot::archive {

namespace {

// As in PNG: a byte above 127 and both line ends show a file that was sent as text.
constexpr std::array<unsigned char, 8> magic {0x89, 'I', 'N', 'G', 'O', 'T', '\r', '\n'};
constexpr uint32_t format_version = 4;
constexpr size_t version_at = magic.size();
constexpr size_t digest_at = version_at + sizeof(uint32_t);
constexpr size_t hashed_from = digest_at + sizeof(content_digest);
constexpr size_t index_size_at = hashed_from + sizeof(uint64_t);
constexpr size_t header_size = index_size_at + sizeof(uint64_t);

template <typename Number>
void append_number(std::vector<std::byte>& to, Number value) {
    for (size_t i = 0; i < sizeof(Number); ++i) to.push_back(static_cast<std::byte>(value >> (8 * i)));
}

void append(std::vector<std::byte>& to, std::span<const std::byte> bytes) { to.insert(to.end(), bytes.begin(), bytes.end()); }

// `bytes` holds at least `at` plus the number's size.
template <typename Number>
Number number_at(std::span<const std::byte> bytes, size_t at) {
    Number value = 0;
    for (size_t i = 0; i < sizeof(Number); ++i) value |= static_cast<Number>(std::to_integer<Number>(bytes[at + i]) << (8 * i));
    return value;
}

[[noreturn]] void fail(std::string_view name, std::string_view what) {
    throw archive_error(std::string(name) + ": " + std::string(what));
}

// The magic, the version and the sizes are those of a whole archive.
void check_header(std::span<const std::byte> bytes, std::string_view name) {
    const size_t compared = std::min(bytes.size(), magic.size());
    if (bytes.empty()) fail(name, "truncated: the file is empty");
    if (std::memcmp(bytes.data(), magic.data(), compared) != 0) fail(name, "not an Ingot archive: it begins otherwise");
    if (bytes.size() < header_size) fail(name, "truncated: it ends inside the header");
    const auto version = number_at<uint32_t>(bytes, version_at);
    if (version != format_version)
        fail(name, "an Ingot archive of format version " + std::to_string(version) + "; this program reads version " +
                       std::to_string(format_version) + ": compile the kernel file again with the ingotc of this version");
    const auto size = number_at<uint64_t>(bytes, hashed_from);
    if (size > bytes.size())
        fail(name, "truncated: it holds " + std::to_string(bytes.size()) + " of " + std::to_string(size) + " bytes");
    if (size < bytes.size()) fail(name, "damaged: it holds more bytes than it was written with");
}

void check_digest(std::span<const std::byte> bytes, std::string_view name) {
    const content_digest found = digest_of(bytes.subspan(hashed_from));
    if (std::memcmp(found.data(), bytes.data() + digest_at, found.size()) != 0)
        fail(name, "damaged: its contents do not match their hash");
}

// The code's bytes out of what follows the index. They must fill it exactly.
void take_code(index& into, std::span<const std::byte> rest) {
    for (size_t i = 0; i < into.sizes.size(); ++i) {
        if (into.sizes[i] > rest.size()) throw archive_error("its index names more code than it holds");
        const auto bytes = rest.first(into.sizes[i]);
        into.contents.targets[i].bytes.assign(bytes.begin(), bytes.end());
        rest = rest.subspan(into.sizes[i]);
    }
    if (!rest.empty()) throw archive_error("it holds code that its index does not name");
}

}  // namespace

const code* archive::find(std::string_view target) const {
    const auto found = std::ranges::find(targets, target, &code::target);
    return found == targets.end() ? nullptr : &*found;
}

const kernel_reflection* archive::find_kernel(std::string_view name) const {
    const auto found = std::ranges::find(kernels, name, &kernel_reflection::name);
    return found == kernels.end() ? nullptr : &*found;
}

std::vector<std::byte> write(const archive& contents) {
    const std::string text = to_json(contents);
    uint64_t size = header_size + text.size();
    for (const code& one : contents.targets) size += one.bytes.size();

    std::vector<std::byte> hashed;
    hashed.reserve(size);
    append_number(hashed, size);
    append_number(hashed, uint64_t {text.size()});
    append(hashed, std::as_bytes(std::span(text)));
    for (const code& one : contents.targets) append(hashed, one.bytes);

    std::vector<std::byte> bytes;
    bytes.reserve(size);
    append(bytes, std::as_bytes(std::span(magic)));
    append_number(bytes, format_version);
    append(bytes, digest_of(hashed));
    append(bytes, hashed);
    return bytes;
}

archive read(std::span<const std::byte> bytes, std::string_view name) {
    check_header(bytes, name);
    check_digest(bytes, name);
    const auto index_size = number_at<uint64_t>(bytes, index_size_at);
    if (index_size > bytes.size() - header_size) fail(name, "damaged: its index is larger than the archive");
    const auto text = bytes.subspan(header_size, index_size);
    try {
        index read = from_json({reinterpret_cast<const char*>(text.data()), text.size()});
        take_code(read, bytes.subspan(header_size + index_size));
        return std::move(read.contents);
    } catch (const archive_error& reason) {
        fail(name, std::string("damaged: ") + reason.what());
    }
}

archive read_file(const std::filesystem::path& file) {
    try {
        return read(read_whole_file(file), file.string());
    } catch (const std::filesystem::filesystem_error& reason) {
        fail(file.string(), "cannot be read: " + reason.code().message());
    }
}

void write_file(const archive& contents, const std::filesystem::path& file) {
    try {
        replace_file(file, write(contents));
    } catch (const std::filesystem::filesystem_error& reason) {
        fail(file.string(), "cannot be written: " + reason.code().message());
    }
}

std::string hash(std::span<const std::byte> archive_bytes) {
    check_header(archive_bytes, "archive");
    content_digest digest;
    std::memcpy(digest.data(), archive_bytes.data() + digest_at, digest.size());
    return to_string(digest);
}

}  // namespace ingot::archive
