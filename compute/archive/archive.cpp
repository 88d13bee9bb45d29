// The layout of an archive file. All numbers are unsigned and little-endian:
//
//    offset  size  contents
//         0     8  magic
//         8     4  format version
//        12    16  digest of all bytes from offset 28 to the end
//        28     8  size of the file in bytes
//        36     8  size of the index in bytes
//        44        index, JSON text
//                  code of each target, in the order in which the index lists the targets
#include <algorithm>
#include <array>
#include <cstring>
#include <ingot/archive/archive.hpp>
#include <ingot/archive/content_hash.hpp>
#include <ingot/files/read_file.hpp>
#include <ingot/files/replace_file.hpp>

#include "index.hpp"

namespace ingot::archive {

namespace {

// As in PNG files, the magic contains a byte above 127 and a CR LF pair. If a program transfers the file as text, it changes
// the byte or the pair, and check_header() then rejects the file.
constexpr std::array<unsigned char, 8> magic {0x89, 'I', 'N', 'G', 'O', 'T', '\r', '\n'};
constexpr uint32_t format_version = 4;
constexpr size_t version_at = magic.size();
constexpr size_t digest_at = version_at + sizeof(uint32_t);
constexpr size_t file_size_at = digest_at + sizeof(content_digest);
constexpr size_t hashed_from = file_size_at;  // the digest covers all bytes after the digest itself
constexpr size_t index_size_at = file_size_at + sizeof(uint64_t);
constexpr size_t header_size = index_size_at + sizeof(uint64_t);

template <typename Number>
void append_number(std::vector<std::byte>& bytes, Number value) {
    for (size_t i = 0; i < sizeof(Number); ++i) bytes.push_back(static_cast<std::byte>(value >> (8 * i)));
}

void append(std::vector<std::byte>& destination, std::span<const std::byte> bytes) {
    destination.insert(destination.end(), bytes.begin(), bytes.end());
}

// Reads the number at `offset`. `bytes` must hold at least `offset + sizeof(Number)` bytes.
template <typename Number>
Number number_at(std::span<const std::byte> bytes, size_t offset) {
    Number value = 0;
    for (size_t i = 0; i < sizeof(Number); ++i)
        value |= static_cast<Number>(std::to_integer<Number>(bytes[offset + i]) << (8 * i));
    return value;
}

[[noreturn]] void fail(std::string_view name, std::string_view description) {
    throw archive_error(std::string(name) + ": " + std::string(description));
}

// Throws archive_error unless `bytes` has the magic, this format version and the size that its header states.
void check_header(std::span<const std::byte> bytes, std::string_view name) {
    const size_t compared = std::min(bytes.size(), magic.size());
    if (bytes.empty()) fail(name, "truncated: the file is empty");
    if (std::memcmp(bytes.data(), magic.data(), compared) != 0)
        fail(name, "not an Ingot archive: its first bytes are not those of the .ingot format");
    if (bytes.size() < header_size) fail(name, "truncated: the file ends inside the header");
    const auto version = number_at<uint32_t>(bytes, version_at);
    if (version != format_version)
        fail(name, "the archive has format version " + std::to_string(version) + ", but this program reads only version " +
                       std::to_string(format_version) + "; compile the kernel file again with the ingotc of this version");
    const auto size = number_at<uint64_t>(bytes, file_size_at);
    if (size > bytes.size())
        fail(name, "truncated: the file holds " + std::to_string(bytes.size()) + " of " + std::to_string(size) + " bytes");
    if (size < bytes.size()) fail(name, "damaged: the file is larger than its header states");
}

void check_digest(std::span<const std::byte> bytes, std::string_view name) {
    const content_digest digest = content_digest_of(bytes.subspan(hashed_from));
    if (std::memcmp(digest.data(), bytes.data() + digest_at, digest.size()) != 0)
        fail(name, "damaged: its contents do not match the stored hash");
}

// Divides `remaining_bytes`, the bytes after the index, into the code of the targets. Throws archive_error unless the sizes
// in the index add up to the number of these bytes.
void take_code(index& index, std::span<const std::byte> remaining_bytes) {
    for (size_t i = 0; i < index.code_sizes.size(); ++i) {
        if (index.code_sizes[i] > remaining_bytes.size())
            throw archive_error("its index lists more bytes of code than the file holds");
        const auto bytes = remaining_bytes.first(index.code_sizes[i]);
        index.contents.targets[i].bytes.assign(bytes.begin(), bytes.end());
        remaining_bytes = remaining_bytes.subspan(index.code_sizes[i]);
    }
    if (!remaining_bytes.empty()) throw archive_error("the file holds more bytes of code than its index lists");
}

}  // namespace

const code* archive::find(std::string_view target) const {
    const auto match = std::ranges::find(targets, target, &code::target);
    return match == targets.end() ? nullptr : &*match;
}

const kernel_reflection* archive::find_kernel(std::string_view name) const {
    const auto match = std::ranges::find(kernels, name, &kernel_reflection::name);
    return match == kernels.end() ? nullptr : &*match;
}

std::vector<std::byte> write(const archive& contents) {
    const std::string text = to_json(contents);
    uint64_t size = header_size + text.size();
    for (const code& target : contents.targets) size += target.bytes.size();

    std::vector<std::byte> hashed;
    hashed.reserve(size);
    append_number(hashed, size);
    append_number(hashed, uint64_t {text.size()});
    append(hashed, std::as_bytes(std::span(text)));
    for (const code& target : contents.targets) append(hashed, target.bytes);

    std::vector<std::byte> bytes;
    bytes.reserve(size);
    append(bytes, std::as_bytes(std::span(magic)));
    append_number(bytes, format_version);
    append(bytes, content_digest_of(hashed));
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
        index index = from_json({reinterpret_cast<const char*>(text.data()), text.size()});
        take_code(index, bytes.subspan(header_size + index_size));
        return std::move(index.contents);
    } catch (const archive_error& reason) {
        fail(name, std::string("damaged: ") + reason.what());
    }
}

archive read_file(const std::filesystem::path& file) {
    try {
        return read(files::read_whole_file(file), file.string());
    } catch (const std::filesystem::filesystem_error& reason) {
        fail(file.string(), "cannot read this file: " + reason.code().message());
    }
}

void write_file(const archive& contents, const std::filesystem::path& file) {
    try {
        files::replace_file(file, write(contents));
    } catch (const std::filesystem::filesystem_error& reason) {
        fail(file.string(), "cannot write this file: " + files::reason_not_written(file, reason.code()));
    }
}

std::string stored_hash(std::span<const std::byte> archive_bytes) {
    check_header(archive_bytes, "archive");
    content_digest digest;
    std::memcpy(digest.data(), archive_bytes.data() + digest_at, digest.size());
    return to_string(digest);
}

}  // namespace ingot::archive
