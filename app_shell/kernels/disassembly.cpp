#include "kernels/disassembly.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <optional>

namespace ingot::shell {

namespace {

constexpr uint64_t close_together = 4096;  // one run of objdump covers two functions with at most this many bytes between them
constexpr size_t longest_source_line = 120;

std::string_view take_line(std::string_view& text) {
    const size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    return line;
}

std::string_view take_word(std::string_view& line) {
    line.remove_prefix(std::min(line.find_first_not_of(" \t"), line.size()));
    const std::string_view word = line.substr(0, line.find_first_of(" \t"));
    line.remove_prefix(word.size());
    return word;
}

std::string_view trimmed(std::string_view text) {
    const size_t first = text.find_first_not_of(" \t\r");
    return first == std::string_view::npos ? std::string_view() : text.substr(first, text.find_last_not_of(" \t\r") + 1 - first);
}

std::optional<uint64_t> hexadecimal(std::string_view text) {
    uint64_t value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value, 16);
    if (text.empty() || problem != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return value;
}

/// Returns lines of source files; reads each file once.
class source_files {
public:
    explicit source_files(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Returns "nbody.kernels.cpp:35  text of the line", or "" if the file does not lie in the folder.
    std::string line(const std::filesystem::path& file, size_t number) {
        if (folder_.empty() || file.parent_path() != folder_) return {};
        const auto [entry, is_new] = files_.try_emplace(file.string());
        if (is_new) read(file, entry->second);
        const auto& lines = entry->second;
        const std::string text = number > 0 && number <= lines.size() ? lines[number - 1] : std::string();
        return fmt::format("{}:{}  {}", file.filename().string(), number, trimmed(text).substr(0, longest_source_line));
    }

private:
    static void read(const std::filesystem::path& file, std::vector<std::string>& lines) {
        std::ifstream stream(file);
        for (std::string each; std::getline(stream, each);) lines.push_back(each);
    }

    std::filesystem::path folder_;
    std::map<std::string, std::vector<std::string>> files_;
};

/// Parses the line that begins a function, such as "000000000029dbc0 <advance(float*)>:".
std::optional<disassembled_function> heading(std::string_view line) {
    const size_t bracket = line.find(" <");
    if (bracket == std::string_view::npos || !line.ends_with(">:")) return std::nullopt;
    const auto address = hexadecimal(line.substr(0, bracket));
    if (!address) return std::nullopt;
    return disassembled_function {*address, without_parameters(line.substr(bracket + 2, line.size() - bracket - 4)), {}, {}};
}

/// Parses the line that names a source line, such as "/folder/nbody.kernels.cpp:35 (discriminator 2)".
std::optional<std::pair<std::string_view, size_t>> source_place(std::string_view line) {
    line = line.substr(0, line.find(" (discriminator"));
    const size_t colon = line.rfind(':');
    if (colon == std::string_view::npos || !line.starts_with('/')) return std::nullopt;
    size_t number = 0;
    const auto [end, problem] = std::from_chars(line.data() + colon + 1, line.data() + line.size(), number);
    if (problem != std::errc() || end != line.data() + line.size()) return std::nullopt;
    return std::pair(line.substr(0, colon), number);
}

/// Adds an instruction, such as "  29dc05:\tcall   29dda0 <pull(float*)>", in a shorter form. Adds the target of a
/// call or jump to the function's calls.
void add_instruction(std::string_view line, disassembled_function& function) {
    const size_t colon = line.find(":\t");
    if (colon == std::string_view::npos || !hexadecimal(trimmed(line.substr(0, colon)))) return;
    const std::string_view address = trimmed(line.substr(0, colon));
    const std::string_view instruction = trimmed(line.substr(colon + 2));
    std::string_view rest = instruction;
    const std::string_view mnemonic = take_word(rest);
    const auto target = hexadecimal(take_word(rest));
    const bool names_target = target && trimmed(rest).starts_with('<') && instruction.ends_with('>');
    if (!names_target) return function.lines.push_back(fmt::format("  {:>8}  {}", address, instruction));
    const std::string_view name = trimmed(rest).substr(1, trimmed(rest).size() - 2);
    function.calls.push_back(*target);
    function.lines.push_back(fmt::format("  {:>8}  {:<6} {:x} <{}>", address, mnemonic, *target, without_parameters(name)));
}

}  // namespace

std::map<uint64_t, code_range> parse_symbols(std::string_view symbols) {
    std::map<uint64_t, code_range> found;
    while (!symbols.empty()) {
        std::string_view line = take_line(symbols);
        const auto address = hexadecimal(take_word(line));
        const auto size = hexadecimal(take_word(line));
        const std::string_view kind = take_word(line);
        // nm's letters: t and T are code, w and W weak symbols other than objects, i is an indirect function.
        const bool is_code = kind.size() == 1 && std::string_view("tTwWi").find(kind) != std::string_view::npos;
        // Skip the device functions, which the runtime defines, so that the disassembly does not follow calls to them.
        if (!address || !size || *size == 0 || !is_code || trimmed(line).starts_with("ingot_device_")) continue;
        code_range& range = found.try_emplace(*address, code_range {*address, *address}).first->second;
        range.end = std::max(range.end, *address + *size);
    }
    return found;
}

std::vector<code_range> merge_ranges(std::vector<code_range> parts) {
    std::ranges::sort(parts, {}, &code_range::begin);
    std::vector<code_range> merged_ranges;
    for (const code_range& each : parts)
        if (!merged_ranges.empty() && each.begin <= merged_ranges.back().end + close_together)
            merged_ranges.back().end = std::max(merged_ranges.back().end, each.end);
        else
            merged_ranges.push_back(each);
    return merged_ranges;
}

std::vector<disassembled_function> parse_disassembly(std::string_view text, const std::filesystem::path& sources) {
    std::vector<disassembled_function> found;
    source_files files(sources);
    std::string last_source;  // the source line above the next instruction
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        if (auto function = heading(line)) {
            found.push_back(*std::move(function));
            last_source.clear();
        } else if (const auto place = source_place(line); place && !found.empty()) {
            const std::string source = files.line(std::filesystem::path(place->first), place->second);
            if (source.empty() || source == last_source) continue;
            found.back().lines.push_back("; " + source);
            last_source = source;
        } else if (!found.empty()) {
            add_instruction(line, found.back());
        }
    }
    return found;
}

std::string with_source_lines(std::string_view text, const std::filesystem::path& sources) {
    std::string result;
    source_files files(sources);
    std::string last_source;
    while (!text.empty()) {
        const std::string_view line = take_line(text);
        if (line.ends_with("():")) continue;
        if (const auto place = source_place(line)) {
            const std::string source = files.line(sources / std::filesystem::path(place->first).filename(), place->second);
            if (!source.empty() && source != last_source) result.append("; ").append(trimmed(source)).append("\n");
            last_source = source;
        } else {
            if (heading(line)) last_source.clear();
            result.append(line).append("\n");
        }
    }
    return result;
}

std::string without_parameters(std::string_view demangled) {
    // An offset may follow the mark of the cold part: "[clone .cold]+0x40".
    constexpr std::string_view cold_part = " [clone .cold]";
    if (const size_t mark = demangled.find(cold_part); mark != std::string_view::npos)
        return without_parameters(demangled.substr(0, mark)) + " (cold part)" +
               std::string(demangled.substr(mark + cold_part.size()));
    const size_t end = demangled.rfind(')');
    if (end == std::string_view::npos || demangled.starts_with("operator")) return std::string(demangled);
    int depth = 0;
    size_t begin = end;
    for (size_t i = end + 1; i-- > 0;) {
        if (demangled[i] == ')') ++depth;
        if (demangled[i] == '(' && --depth == 0) {
            begin = i;
            break;
        }
    }
    if (depth != 0 || begin == 0) return std::string(demangled);
    // The name of a template function follows its result type: skip up to the last space outside <> and (). The name of an
    // operator may contain spaces and brackets: "flag::operator bool", "operator<".
    const size_t operator_word = demangled.substr(0, begin).rfind("::operator");
    const size_t end_of_spaces = operator_word == std::string_view::npos ? begin : operator_word;
    size_t name = 0;
    depth = 0;
    for (size_t i = 0; i < end_of_spaces; ++i) {
        if (demangled[i] == '<' || demangled[i] == '(') ++depth;
        if (demangled[i] == '>' || demangled[i] == ')') --depth;
        if (demangled[i] == ' ' && depth == 0) name = i + 1;
    }
    // Keep an offset after the parameters, such as "+0x40", and drop a qualifier, such as " const".
    const size_t offset = demangled.find('+', end);
    return std::string(demangled.substr(name, begin - name)) +
           std::string(offset == std::string_view::npos ? "" : demangled.substr(offset));
}

}  // namespace ingot::shell
