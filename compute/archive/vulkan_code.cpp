// The layout of the container, in 32-bit little-endian words: the magic, the version, the number of kernels, and then each
// kernel with its members in the order of vulkan_kernel. A list begins with its number of entries. A text is its number of
// bytes, followed by the bytes and zeros up to a whole word.
#include <ingot/archive/vulkan_code.hpp>
#include <type_traits>

namespace ingot::archive {

namespace {

constexpr uint32_t container_magic = 0x4b565449;  // "ITVK"
constexpr uint32_t container_version = 2;

class word_writer {
public:
    void number(uint32_t value) {
        for (unsigned i = 0; i < 4; ++i) bytes_.push_back(static_cast<std::byte>(value >> (8 * i)));
    }
    void text(const std::string& value) {
        number(static_cast<uint32_t>(value.size()));
        for (const char letter : value) bytes_.push_back(static_cast<std::byte>(letter));
        while (bytes_.size() % 4 != 0) bytes_.push_back(std::byte {0});
    }
    template <typename List, typename Write>
    void list(const List& values, Write write) {
        number(static_cast<uint32_t>(values.size()));
        for (const auto& value : values) write(value);
    }
    std::vector<std::byte> take() { return std::move(bytes_); }

private:
    std::vector<std::byte> bytes_;
};

class word_reader {
public:
    explicit word_reader(std::span<const std::byte> bytes) : rest_(bytes) {}

    uint32_t number() {
        uint32_t value = 0;
        const auto bytes = take(4);
        for (unsigned i = 0; i < 4; ++i) value |= std::to_integer<uint32_t>(bytes[i]) << (8 * i);
        return value;
    }
    bool flag() {
        const uint32_t value = number();
        if (value > 1) fail("a flag is neither 0 nor 1");
        return value == 1;
    }
    std::string text() {
        const uint32_t size = number();
        const auto bytes = take(size);
        take((4 - size % 4) % 4);
        return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
    }
    // Reads a list whose entries have at least `least_words` words, which limits the memory that damaged input can ask for.
    template <typename Read>
    auto list(size_t least_words, Read read) {
        const uint32_t count = number();
        if (count > rest_.size() / (4 * least_words)) fail("a list is longer than the container");
        std::vector<std::invoke_result_t<Read>> values;
        values.reserve(count);
        for (uint32_t i = 0; i < count; ++i) values.push_back(read());
        return values;
    }
    bool is_at_end() const { return rest_.empty(); }
    [[noreturn]] static void fail(const std::string& reason) { throw archive_error("damaged Vulkan code: " + reason); }

private:
    std::span<const std::byte> take(size_t count) {
        if (count > rest_.size()) fail("it ends too early");
        const auto taken = rest_.first(count);
        rest_ = rest_.subspan(count);
        return taken;
    }

    std::span<const std::byte> rest_;
};

vulkan_argument read_argument(word_reader& from) {
    vulkan_argument argument;
    const uint32_t kind = from.number();
    if (kind > static_cast<uint32_t>(vulkan_argument_kind::fence_word)) word_reader::fail("an argument has an unknown kind");
    argument.kind = static_cast<vulkan_argument_kind>(kind);
    argument.parameter = from.number();
    argument.offset = from.number();
    argument.size = from.number();
    argument.binding = from.number();
    return argument;
}

vulkan_kernel read_kernel(word_reader& from) {
    vulkan_kernel kernel;
    kernel.symbol = from.text();
    kernel.words = from.list(1, [&] { return from.number(); });
    kernel.required_features = from.list(1, [&] { return from.text(); });
    kernel.argument_bytes = from.number();
    if (from.flag()) kernel.argument_binding = from.number();
    kernel.fixed_local_bytes = from.number();
    kernel.arguments = from.list(5, [&] { return read_argument(from); });
    kernel.samplers = from.list(2, [&] {
        const uint32_t binding = from.number();
        return vulkan_sampler {binding, from.number()};
    });
    kernel.print_formats = from.list(1, [&] { return from.text(); });
    if (!kernel.argument_binding && kernel.argument_bytes > vulkan_push_argument_bytes)
        word_reader::fail("its arguments exceed the push constants");
    for (const vulkan_argument& argument : kernel.arguments)
        if (argument.offset > kernel.argument_bytes || argument.size > kernel.argument_bytes - argument.offset)
            word_reader::fail("an argument is outside of the arguments");
    return kernel;
}

}  // namespace

std::vector<std::byte> write_vulkan_code(std::span<const vulkan_kernel> kernels) {
    word_writer to;
    to.number(container_magic);
    to.number(container_version);
    to.list(kernels, [&](const vulkan_kernel& kernel) {
        to.text(kernel.symbol);
        to.list(kernel.words, [&](uint32_t word) { to.number(word); });
        to.list(kernel.required_features, [&](const std::string& feature) { to.text(feature); });
        to.number(kernel.argument_bytes);
        to.number(kernel.argument_binding ? 1 : 0);
        if (kernel.argument_binding) to.number(*kernel.argument_binding);
        to.number(kernel.fixed_local_bytes);
        to.list(kernel.arguments, [&](const vulkan_argument& argument) {
            to.number(static_cast<uint32_t>(argument.kind));
            for (const uint32_t each : {argument.parameter, argument.offset, argument.size, argument.binding}) to.number(each);
        });
        to.list(kernel.samplers, [&](const vulkan_sampler& sampler) {
            to.number(sampler.binding);
            to.number(sampler.sampler);
        });
        to.list(kernel.print_formats, [&](const std::string& format) { to.text(format); });
    });
    return to.take();
}

std::vector<vulkan_kernel> read_vulkan_code(std::span<const std::byte> bytes) {
    word_reader from(bytes);
    if (from.number() != container_magic) word_reader::fail("it does not begin as Vulkan code does");
    if (from.number() != container_version) word_reader::fail("it has another format version");
    // A kernel has at least nine words.
    auto kernels = from.list(9, [&] { return read_kernel(from); });
    if (!from.is_at_end()) word_reader::fail("bytes follow its last kernel");
    return kernels;
}

}  // namespace ingot::archive
