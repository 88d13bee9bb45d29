#include "print.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace ingot::backends::vulkan {

namespace {

// Returns a number in the form of one conversion of printf: "%5.2f". The length in the conversion, such as `hh` or `ll`, is
// replaced, because every operand has 64 bits.
std::string converted(std::string conversion, uint64_t operand) {
    const char letter = conversion.back();
    conversion.pop_back();
    while (!conversion.empty() && std::string_view("hlLjzt").find(conversion.back()) != std::string_view::npos)
        conversion.pop_back();
    const auto print = [&](const std::string& format, auto value) {
        const int length = std::snprintf(nullptr, 0, format.c_str(), value);
        if (length < 0) return std::string();
        std::string text(static_cast<size_t>(length) + 1, '\0');
        std::snprintf(text.data(), text.size(), format.c_str(), value);
        text.pop_back();
        return text;
    };
    if (std::string_view("aAeEfFgG").find(letter) != std::string_view::npos)
        return print(conversion + letter, std::bit_cast<double>(operand));
    if (letter == 'c') return print(conversion + letter, static_cast<int>(operand));
    if (letter == 'd' || letter == 'i') return print(conversion + "ll" + letter, static_cast<long long>(operand));
    if (letter == 'p') return print(conversion + "#llx", static_cast<unsigned long long>(operand));
    if (std::string_view("ouxX").find(letter) != std::string_view::npos)
        return print(conversion + "ll" + letter, static_cast<unsigned long long>(operand));
    return {};
}

std::string record_text(const std::string& format, std::span<const uint32_t> words) {
    std::string text;
    for (size_t i = 0; i < format.size(); ++i) {
        if (format[i] != '%') {
            text += format[i];
            continue;
        }
        if (i + 1 < format.size() && format[i + 1] == '%') {
            text += format[++i];
            continue;
        }
        const size_t end = format.find_first_of("aAeEfFgGcdiouxXps", i + 1);
        if (end == std::string::npos || words.size() < 2) return text;
        text += converted(format.substr(i, end - i + 1), words[0] | uint64_t {words[1]} << 32);
        words = words.subspan(2);
        i = end;
    }
    return text;
}

}  // namespace

std::string printed_text_in(std::span<const std::byte> memory, std::span<const std::string> formats) {
    archive::vulkan_print_header header {};
    std::memcpy(&header, memory.data(), sizeof(header));
    std::vector<uint32_t> words(std::min<size_t>(header.used_words, (memory.size() - sizeof(header)) / sizeof(uint32_t)));
    std::memcpy(words.data(), memory.data() + sizeof(header), words.size() * sizeof(uint32_t));
    std::string text;
    for (std::span<const uint32_t> rest(words); rest.size() >= 2;) {
        const uint32_t count = rest[0];
        if (count < 2 || count > rest.size() || rest[1] >= formats.size()) break;
        text += record_text(formats[rest[1]], rest.subspan(2, count - 2));
        rest = rest.subspan(count);
    }
    if (header.used_words > words.size()) text += "(the kernel printed more than the buffer for it holds)\n";
    return text;
}

}  // namespace ingot::backends::vulkan
