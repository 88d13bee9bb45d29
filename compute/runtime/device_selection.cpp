#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <ingot/runtime/device.hpp>

namespace ingot {

namespace {

std::string lower_case(std::string_view text) {
    std::string result(text);
    std::ranges::transform(result, result.begin(),
                           [](unsigned char character) { return static_cast<char>(std::tolower(character)); });
    return result;
}

std::string_view without_blanks(std::string_view text) {
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front()))) text.remove_prefix(1);
    while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back()))) text.remove_suffix(1);
    return text;
}

}  // namespace

device_selection::device_selection(std::string_view text) : text_(text) {
    while (!text.empty()) {
        const size_t end = std::min(text.find(','), text.size());
        if (const std::string_view word = without_blanks(text.substr(0, end)); !word.empty()) words_.push_back(lower_case(word));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
}

device_selection device_selection::from_environment() {
    const char* const value = std::getenv("INGOT_DEVICES");
    return value ? device_selection(value) : device_selection();
}

bool device_selection::contains(const device_properties& properties) const {
    if (words_.empty()) return true;
    const std::string name = lower_case(properties.name);
    return std::ranges::any_of(words_, [&](const std::string& word) {
        if (word == "cpu" || word == "gpu") return properties.is_cpu == (word == "cpu");
        return word == to_string(properties.backend) || name.find(word) != std::string::npos;
    });
}

}  // namespace ingot
