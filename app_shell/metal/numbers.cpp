#include "metal/numbers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <ingot/language/half.hpp>
#include <stdexcept>
#include <type_traits>
#include <utility>

namespace ingot::shell {

namespace {

constexpr std::array<std::pair<std::string_view, number_type>, 10> type_names {{
    {"f16", number_type::f16},
    {"f32", number_type::f32},
    {"i8", number_type::i8},
    {"i16", number_type::i16},
    {"i32", number_type::i32},
    {"i64", number_type::i64},
    {"u8", number_type::u8},
    {"u16", number_type::u16},
    {"u32", number_type::u32},
    {"u64", number_type::u64},
}};

/// Calls `action` with a value of the type of the host.
template <typename Action>
auto with_type(number_type type, const Action& action) {
    switch (type) {
        case number_type::f16:
            return action(half {});
        case number_type::f32:
            return action(float {});
        case number_type::i8:
            return action(int8_t {});
        case number_type::i16:
            return action(int16_t {});
        case number_type::i32:
            return action(int32_t {});
        case number_type::i64:
            return action(int64_t {});
        case number_type::u8:
            return action(uint8_t {});
        case number_type::u16:
            return action(uint16_t {});
        case number_type::u32:
            return action(uint32_t {});
        case number_type::u64:
            break;
    }
    return action(uint64_t {});
}

template <typename T>
std::optional<T> parse_number(std::string_view text) {
    if constexpr (std::is_same_v<T, half>) {
        const std::optional<double> value = parse_number<double>(text);
        return value ? std::optional(half(*value)) : std::nullopt;
    } else {
        T value {};
        std::from_chars_result result {};
        if constexpr (std::is_integral_v<T>) {
            const bool is_hexadecimal = text.starts_with("0x") || text.starts_with("0X");
            if (is_hexadecimal) text.remove_prefix(2);
            if (is_hexadecimal && text.starts_with('-')) return {};
            result = std::from_chars(text.data(), text.data() + text.size(), value, is_hexadecimal ? 16 : 10);
        } else {
            result = std::from_chars(text.data(), text.data() + text.size(), value);
        }
        const bool is_whole = result.ec == std::errc() && result.ptr == text.data() + text.size();
        return is_whole ? std::optional(value) : std::nullopt;
    }
}

template <typename T>
std::string format_number(T value) {
    if constexpr (std::is_same_v<T, half>)
        return fmt::format("{}", static_cast<float>(value));
    else if constexpr (sizeof(T) == 1)
        return fmt::format("{}", static_cast<int>(value));  // not as a character
    else
        return fmt::format("{}", value);
}

}  // namespace

std::optional<number_type> find_number_type(std::string_view name) {
    const auto* const found = std::ranges::find(type_names, name, &std::pair<std::string_view, number_type>::first);
    return found == type_names.end() ? std::nullopt : std::optional(found->second);
}

std::string number_type_names() {
    std::string all;
    for (const auto& [name, type] : type_names) all += (all.empty() ? "" : ", ") + std::string(name);
    return all;
}

size_t size_of(number_type type) {
    return with_type(type, [](auto value) { return sizeof(value); });
}

std::vector<std::byte> parse_numbers(number_type type, std::string_view list) {
    return with_type(type, [&]<typename T>(T) {
        std::vector<std::byte> bytes;
        for (size_t begin = 0; begin <= list.size();) {
            const size_t end = std::min(list.find(',', begin), list.size());
            std::string_view part = list.substr(begin, end - begin);
            while (part.starts_with(' ')) part.remove_prefix(1);
            while (part.ends_with(' ')) part.remove_suffix(1);
            const std::optional<T> number = parse_number<T>(part);
            if (!number)
                throw std::invalid_argument(
                    fmt::format("'{}' is not a number of type {}", part, type_names.at(static_cast<size_t>(type)).first));
            const auto added = std::as_bytes(std::span(&*number, 1));
            bytes.insert(bytes.end(), added.begin(), added.end());
            begin = end + 1;
        }
        return bytes;
    });
}

std::string format_numbers(number_type type, std::span<const std::byte> bytes) {
    return with_type(type, [&]<typename T>(T) {
        std::string text;
        for (; bytes.size() >= sizeof(T); bytes = bytes.subspan(sizeof(T))) {
            T number {};
            std::memcpy(&number, bytes.data(), sizeof(T));
            text += (text.empty() ? "" : ", ") + format_number(number);
        }
        return text;
    });
}

}  // namespace ingot::shell
