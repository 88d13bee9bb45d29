#include "source_files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <ingot/processes/child_process.hpp>
#include <iterator>
#include <random>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include "input.hpp"

namespace ingot::reader_fuzzing {

namespace {

// The exit statuses of ingotc: for a kernel file that it rejects, and for a defect of ingotc itself. compile_source() makes
// AddressSanitizer end ingotc with defect_status too.
constexpr int rejected_status = 1;
constexpr int defect_status = 70;

class output_file {
public:
    explicit output_file(const std::filesystem::path& path)
        : file_(path), descriptor_(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600)) {
        if (descriptor_ < 0) throw std::system_error(errno, std::generic_category(), "opening '" + path.string() + "'");
    }
    output_file(const output_file&) = delete;
    output_file& operator=(const output_file&) = delete;
    ~output_file() { ::close(descriptor_); }

    int descriptor() const { return descriptor_; }
    std::string text() const {
        std::ifstream stream(file_, std::ios::binary);
        return {std::istreambuf_iterator<char>(stream), {}};
    }

private:
    std::filesystem::path file_;
    int descriptor_;
};

// If an input sets a counter that no earlier input has set, libFuzzer concludes that the input has reached new code. libFuzzer
// finds this array by the name of its section, and sets all counters to 0 before each input.
[[gnu::section("__libfuzzer_extra_counters"), gnu::used]] std::array<uint8_t, 4096> counters {};

// Returns a line of a message without quoted text and numbers, which differ between kernel files for the same kind of message.
std::string kind_of(std::string_view line) {
    std::string kind;
    bool is_quoted = false;
    for (const char letter : line) {
        if (letter == '\'') is_quoted = !is_quoted;
        if (!is_quoted && std::isdigit(static_cast<unsigned char>(letter)) == 0) kind += letter;
    }
    return kind;
}

// Sets the counter of each kind of error, warning and note in the output of ingotc.
void count_messages(const std::string& output) {
    std::istringstream lines(output);
    for (std::string line; std::getline(lines, line);)
        for (const std::string_view severity : {"error: ", "warning: ", "note: "})
            if (const size_t found = line.find(severity); found != std::string::npos)
                counters[std::hash<std::string>()(kind_of(line.substr(found))) % counters.size()] = 1;
}

}  // namespace

outcome compile_source(std::span<const std::byte> input, const std::string& name, const std::vector<written_output>& outputs) {
    std::vector<std::string> command {
        INGOT_FUZZED_INGOTC, write_input(name, input).string(), "--targets", "none", "--max-seconds", "15"};
    for (const written_output& each : outputs) {
        const std::filesystem::path file = folder_of_inputs() / each.name;
        std::filesystem::remove(file);
        command.insert(command.end(), {each.option, file.string()});
    }
    // Without targets only the front end runs. The sanitizer's option hard_rss_limit_mb limits the memory, in MiB, because
    // ingotc's option --max-memory has no effect in a build with AddressSanitizer.
    ::setenv("ASAN_OPTIONS", ("exitcode=" + std::to_string(defect_status) + ":hard_rss_limit_mb=4096").c_str(), 1);
    const output_file output(folder_of_inputs() / "output.txt");
    processes::child_process ingotc(command, output.descriptor());
    const processes::process_end end = ingotc.wait();
    const std::string text = output.text();
    count_messages(text);
    if (end.by_signal || (end.number != 0 && end.number != rejected_status)) {
        std::fputs(text.c_str(), stderr);
        throw broken_promise("ingotc compiles or rejects every kernel file");
    }
    if (end.number == rejected_status) {
        require(text.find("error: ") != std::string::npos, "ingotc rejects a kernel file with an error message");
        return outcome::rejected;
    }
    for (const written_output& each : outputs)
        require(std::filesystem::exists(folder_of_inputs() / each.name), "ingotc writes its outputs");
    return outcome::accepted;
}

namespace {

bool is_word(char letter) { return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_'; }

// Splits a text into words, groups of white space, and single other characters.
std::vector<std::string_view> parts_of(std::string_view text) {
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const auto is_space = [](char letter) { return std::isspace(static_cast<unsigned char>(letter)) != 0; };
        const auto belongs_to_first = [&](char letter) {
            return is_word(text.front()) ? is_word(letter) : is_space(text.front()) && is_space(letter);
        };
        size_t length = 1;
        while (length < text.size() && belongs_to_first(text[length])) ++length;
        parts.push_back(text.substr(0, length));
        text.remove_prefix(length);
    }
    return parts;
}

// Changes the parts of a kernel file at random.
class kernel_changer {
public:
    kernel_changer(std::string_view text, unsigned seed, std::span<const std::string_view> words)
        : parts_(parts_of(text)), vocabulary_(words), random_(seed) {}

    std::string change() {
        for (size_t count = 1 + below(3); count > 0; --count) change_once();
        std::string text;
        for (const std::string_view part : parts_) text += part;
        return text;
    }

private:
    size_t below(size_t limit) { return std::uniform_int_distribution<size_t>(0, limit - 1)(random_); }
    auto place(size_t index) { return parts_.begin() + static_cast<std::ptrdiff_t>(index); }
    // Returns a random group of parts that follow each other: the index of its first part, and the index after its last part.
    std::pair<size_t, size_t> group() {
        const size_t first = below(parts_.size());
        return {first, std::min(parts_.size(), first + 1 + below(below(4) == 0 ? 40 : 4))};
    }

    void change_once() {
        if (parts_.empty()) {
            insert_from_vocabulary();
            return;
        }
        switch (below(5)) {
            case 0:
                remove();
                break;
            case 1:
                repeat();
                break;
            case 2:
                std::swap(parts_[below(parts_.size())], parts_[below(parts_.size())]);
                break;
            case 3:
                parts_[below(parts_.size())] = parts_[below(parts_.size())];
                break;
            default:
                insert_from_vocabulary();
                break;
        }
    }
    void remove() {
        const auto [first, end] = group();
        parts_.erase(place(first), place(end));
    }
    void repeat() {
        const auto [first, end] = group();
        const std::vector<std::string_view> copy(place(first), place(end));
        parts_.insert(place(below(parts_.size() + 1)), copy.begin(), copy.end());
    }
    void insert_from_vocabulary() {
        const std::array<std::string_view, 3> inserted {" ", vocabulary_[below(vocabulary_.size())], "\n"};
        parts_.insert(place(below(parts_.size() + 1)), inserted.begin(), inserted.end());
    }

    std::vector<std::string_view> parts_;
    std::span<const std::string_view> vocabulary_;
    std::mt19937 random_;
};

}  // namespace

std::string changed_source(std::string_view text, unsigned seed, std::span<const std::string_view> vocabulary) {
    return kernel_changer(text, seed, vocabulary).change();
}

}  // namespace ingot::reader_fuzzing
