#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <ingot/archive/archive.hpp>
#include <ingot/archive/content_hash.hpp>
#include <ingot/archive/source_type.hpp>
#include <string>

namespace {

using namespace ingot::archive;
namespace fs = std::filesystem;

std::vector<std::byte> bytes_of(std::string_view text) {
    const auto bytes = std::as_bytes(std::span(text));
    return {bytes.begin(), bytes.end()};
}

archive example() {
    archive contents;
    contents.compiler = "ingotc 0.2.0, LLVM 22.1.8";
    contents.source = "saxpy.kernels.cpp";
    contents.options = {"-O2", "-DTILE=256", "-DTEXT=\"quoted \\ \xC3\xA4\""};
    contents.kernels = {{"saxpy<float>",
                         "saxpy_float",
                         {{"x", parameter_kind::buffer, access::read, "float", 4, 4, true},
                          {"y", parameter_kind::buffer, access::read_write, "float", 4, 4},
                          {"a", parameter_kind::value, access::read, "float", 4, 4}},
                         true,
                         1024,
                         "saxpy.kernels.cpp",
                         12},
                        {"empty", "empty", {}, false, 0, "", 0}};
    contents.targets = {
        {"spirv", "", bytes_of("\3\2#\7 code"), {"sub-groups", "64-bit atomics"}},
        {"ptx", "sm_70", bytes_of("ptx"), {}},
        {"ptx", "sm_90", {}, {}},
        {"msl", "", bytes_of("kernel void saxpy()"), {}, {{"empty", "saxpy.kernels.cpp:9: Metal has no double"}}}};
    return contents;
}

std::string error_of(std::span<const std::byte> bytes) {
    try {
        read(bytes, "file.ingot");
    } catch (const archive_error& reason) {
        return reason.what();
    }
    return {};
}

// Returns the bytes of an archive file (archive.cpp describes the layout). `index` is the JSON text that describes the
// contents, `index_size` is its size according to the header, and `code` follows the index. The digest and the file's size are
// always correct, so the checks of the header accept the file, and read() must find what is wrong with the index, its size or
// the code. Accidental damage does not produce such a file, but a person can write one.
std::vector<std::byte> archive_file_with(std::string_view index, uint64_t index_size, std::string_view code = "") {
    std::vector<std::byte> bytes = write({});
    bytes.resize(28);
    const auto number = [&bytes](uint64_t value) {
        for (int i = 0; i < 8; ++i) bytes.push_back(static_cast<std::byte>(value >> (8 * i)));
    };
    number(44 + index.size() + code.size());
    number(index_size);
    for (const std::string_view part : {index, code})
        for (const char c : part) bytes.push_back(static_cast<std::byte>(c));
    const content_digest digest = content_digest_of(std::span(bytes).subspan(28));
    std::ranges::copy(digest, bytes.begin() + 12);
    return bytes;
}
std::vector<std::byte> archive_file_with(std::string_view index) { return archive_file_with(index, index.size()); }

TEST(archive, comes_back_as_it_was_written) {
    EXPECT_EQ(read(write(example()), "x"), example());
    EXPECT_EQ(read(write({}), "x"), archive {});
}

TEST(archive, finds_code_and_kernels) {
    const archive contents = example();
    ASSERT_NE(contents.find("ptx"), nullptr);
    EXPECT_EQ(contents.find("ptx")->architecture, "sm_70");
    EXPECT_EQ(contents.find("vulkan"), nullptr);
    ASSERT_NE(contents.find_kernel("empty"), nullptr);
    EXPECT_EQ(contents.find_kernel("other"), nullptr);
}

TEST(archive, every_truncation_is_an_error) {
    const auto bytes = write(example());
    for (size_t length = 0; length < bytes.size(); ++length) {
        // The copy has exactly this length, so that AddressSanitizer detects a read past its end.
        const std::vector<std::byte> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(length));
        EXPECT_NE(error_of(cut).find("file.ingot: truncated"), std::string::npos) << length << ": " << error_of(cut);
    }
}

TEST(archive, every_changed_byte_is_an_error) {
    const auto bytes = write(example());
    for (size_t index = 0; index < bytes.size(); ++index)
        for (const int bits : {0x01, 0x80, 0xff}) {
            auto changed_bytes = bytes;
            changed_bytes[index] ^= static_cast<std::byte>(bits);
            EXPECT_NE(error_of(changed_bytes), "") << "byte " << index;
        }
}

TEST(archive, errors_say_what_is_wrong) {
    auto bytes = write(example());
    EXPECT_NE(error_of(bytes_of("\x7f"
                                "ELF and more than that, much more than the header is long"))
                  .find("not an Ingot archive"),
              std::string::npos);
    auto newer = bytes;
    newer[8] = std::byte {5};
    EXPECT_NE(error_of(newer).find("format version 5"), std::string::npos);
    auto damaged = bytes;
    damaged.back() ^= std::byte {1};
    EXPECT_NE(error_of(damaged).find("damaged"), std::string::npos);
    bytes.push_back(std::byte {0});
    EXPECT_NE(error_of(bytes).find("damaged"), std::string::npos);
}

TEST(archive, a_hostile_index_is_an_error) {
    const std::string head = R"({"compiler":"","source":"","options":[],"kernels":[],"targets":[)";
    EXPECT_EQ(error_of(archive_file_with(head + "]}")), "");
    for (
        const std::string& index : {
            std::string(),
            std::string("null"),
            std::string("[]"),
            std::string("{}"),
            std::string("\0\xff", 2),
            std::string(1'000'000, '['),
            head + "]",
            head + "7]}",
            head + R"({"target":"ptx","architecture":"","size":1}]})",
            head + R"({"target":"ptx","architecture":"","size":18446744073709551615}]})",
            head + R"({"target":"ptx","architecture":"","size":-1}]})",
            head + R"({"target":"ptx","architecture":"","size":0.5}]})",
            head + R"({"target":"ptx","architecture":7,"size":0}]})",
            std::string(R"({"compiler":"","source":"","options":[1],"kernels":[],"targets":[]})"),
            head + R"({"target":"msl","architecture":"","needs":[],"size":0,"missing":[{"symbol":"k"}]}]})",
            std::string(R"({"compiler":"","source":"","options":[],"kernels":[{"name":"k"}],"targets":[]})"),
            std::string(
                R"({"compiler":"","source":"","options":[],"kernels":[{"name":"k","symbol":"k","parameters":[],"uses_barrier":true,)"
                R"("local_memory":0,"file":"","line":4294967296}],"targets":[]})"),
            std::string(
                R"({"compiler":"","source":"","options":[],"kernels":[{"name":"k","symbol":"k","parameters":[{"name":"p","kind":"x",)"
                R"("access":"read","type":"","size":1,"alignment":1,"in_constant_memory":false}],"uses_barrier":true,)"
                R"("local_memory":0,"file":"","line":1}],"targets":[]})"),
            std::string(
                R"({"compiler":"","source":"","options":[],"kernels":[{"name":"k","symbol":"k","parameters":[{"name":"p",)"
                R"("kind":"value","access":"read","type":"","size":1,"alignment":3,)"
                R"("in_constant_memory":false}],"uses_barrier":true,)"
                R"("local_memory":0,"file":"","line":1}],"targets":[]})"),
        }) {
        EXPECT_NE(error_of(archive_file_with(index)).find("file.ingot: damaged"), std::string::npos) << index.substr(0, 200);
    }
}

TEST(archive, absurd_sizes_are_errors) {
    const std::string index = R"({"compiler":"","source":"","options":[],"kernels":[],"targets":[]})";
    EXPECT_NE(error_of(archive_file_with(index, index.size() + 1)), "");
    EXPECT_NE(error_of(archive_file_with(index, ~uint64_t {0})), "");
    EXPECT_NE(error_of(archive_file_with(index, index.size(), "code that nobody named")), "");
}

TEST(archive, the_hash_changes_with_the_contents) {
    archive other = example();
    other.targets[1].bytes[0] ^= std::byte {1};
    EXPECT_EQ(stored_hash(write(example())).size(), 32u);
    EXPECT_EQ(stored_hash(write(example())), stored_hash(write(example())));
    EXPECT_NE(stored_hash(write(example())), stored_hash(write(other)));
    EXPECT_THROW(stored_hash({}), archive_error);
}

TEST(archive, names_that_are_no_utf8_do_not_fail) {
    archive contents = example();
    contents.source = "\xff.cpp";
    EXPECT_EQ(read(write(contents), "x").kernels, contents.kernels);
}

TEST(archive, goes_through_a_file) {
    const fs::path folder = fs::path(testing::TempDir()) / "ingot_archive_test";
    fs::remove_all(folder);
    fs::create_directories(folder);
    write_file(example(), folder / "a.ingot");
    write_file({}, folder / "a.ingot");
    write_file(example(), folder / "a.ingot");
    EXPECT_EQ(read_file(folder / "a.ingot"), example());
    EXPECT_EQ(std::distance(fs::directory_iterator(folder), {}), 1) << "a temporary file was left";

    for (const fs::path& unreadable : {folder / "none.ingot", folder}) try {
            read_file(unreadable);
            ADD_FAILURE() << unreadable;
        } catch (const archive_error& reason) {
            EXPECT_NE(std::string(reason.what()).find(unreadable.string()), std::string::npos);
        }
    EXPECT_THROW(write_file(example(), folder / "none" / "a.ingot"), archive_error);
    fs::remove_all(folder);
}

TEST(parameters, are_written_as_in_the_kernel_file) {
    EXPECT_EQ(source_type({"x", parameter_kind::buffer, access::read, "float4"}), "buffer<const float4>");
    EXPECT_EQ(source_type({"y", parameter_kind::buffer, access::read_write, "float4"}), "buffer<float4>");
    EXPECT_EQ(source_type({"w", parameter_kind::buffer, access::read, "float", 4, 4, true}), "constant_buffer<float>");
    EXPECT_EQ(source_type({"a", parameter_kind::value, access::read, "int"}), "param<int>");
    EXPECT_EQ(source_type({"i", parameter_kind::image, access::read, "const_image_2d<float4>"}), "const_image_2d<float4>");
}

}  // namespace
