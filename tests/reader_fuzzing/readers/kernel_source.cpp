// Kernel files, for ingotc's C++ front end. Each input is compiled by ingotc in a process of its own, because an error in
// Clang or LLVM ends the process. An input is rejected if ingotc ends with status 1 and an error message.
//
// Two functions replace parts of libFuzzer. LLVMFuzzerCustomMutator() changes inputs word by word, because changes of single
// bytes would give little but syntax errors. libFuzzer cannot see which code runs in the other process, so count_messages()
// makes it treat each new kind of message from ingotc as new code.
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

#include "all_targets.hpp"
#include "input.hpp"

namespace ingot::reader_fuzzing {

namespace {

// ---- running ingotc

// The exit statuses of ingotc: for a kernel file that it rejects, and for a defect of ingotc itself. read() makes
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

outcome read(std::span<const std::byte> input) {
    const std::filesystem::path file = write_input("input.kernels.cpp", input);
    const std::filesystem::path header = folder_of_inputs() / "input.kernels.hpp";
    std::filesystem::remove(header);
    // Without targets only the front end runs. The sanitizer's option hard_rss_limit_mb limits the memory, in MiB, because
    // ingotc's option --max-memory has no effect in a build with AddressSanitizer.
    ::setenv("ASAN_OPTIONS", ("exitcode=" + std::to_string(defect_status) + ":hard_rss_limit_mb=4096").c_str(), 1);
    const output_file output(folder_of_inputs() / "output.txt");
    processes::child_process ingotc({INGOT_FUZZED_INGOTC, file.string(), "--targets", "none", "--header", header.string(),
                                     "--cpu-debug", (folder_of_inputs() / "input.cpu_debug.cpp").string(), "--max-seconds", "15"},
                                    output.descriptor());
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
    require(std::filesystem::exists(header), "ingotc writes its outputs");
    return outcome::accepted;
}

// ---- changing kernel files

constexpr auto vocabulary = std::to_array<std::string_view>({
    "kernel",
    "void",
    "auto",
    "const",
    "static",
    "constexpr",
    "consteval",
    "thread_local",
    "mutable",
    "virtual",
    "template <typename T>",
    "template <int N>",
    "typename",
    "struct",
    "union",
    "enum class",
    "using namespace ingot;",
    "namespace {",
    "buffer<float>",
    "buffer<const int>",
    "constant_buffer<float4>",
    "local_buffer<int>",
    "param<double>",
    "image_2d<float4>",
    "float4",
    "half",
    "__int128",
    "long double",
    "T",
    "T...",
    "int*",
    "int&",
    "int (*)(int)",
    "int[3]",
    "[]",
    "[](auto x) { return x; }",
    "instances<",
    "operator",
    "requires",
    "concept",
    "decltype(auto)",
    "barrier();",
    "global_id.x",
    "local_id",
    "print(\"{}\\n\", 1);",
    "assert(false);",
    "throw 1;",
    "try {",
    "catch (...) {}",
    "new int",
    "delete",
    "goto",
    "asm(\"\");",
    "co_return",
    "return",
    "switch (0)",
    "case 1:",
    "default:",
    "while (true)",
    "alignas(64)",
    "[[noreturn]]",
    "sizeof",
    "nullptr",
    "0",
    "-1",
    "0x7fffffffffffffff",
    "1e308",
    "\"text\"",
    "#define x",
    "#if 0",
    "#endif",
    "#include <ingot/kernel.hpp>",
    "#include <algorithm>",
    "#include \"input.kernels.cpp\"",
});

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
    kernel_changer(std::string_view text, unsigned seed) : parts_(parts_of(text)), random_(seed) {}

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
        const std::array<std::string_view, 3> inserted {" ", vocabulary[below(vocabulary.size())], "\n"};
        parts_.insert(place(below(parts_.size() + 1)), inserted.begin(), inserted.end());
    }

    std::vector<std::string_view> parts_;
    std::mt19937 random_;
};

}  // namespace

const target kernel_source_target {"kernel_source", memory_use::by_content, &read};

}  // namespace ingot::reader_fuzzing

// libFuzzer calls this function by its name. It changes the input in place and returns the new size, which is at most
// `largest`.
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t largest, unsigned seed);
extern "C" size_t LLVMFuzzerCustomMutator(uint8_t* data, size_t size, size_t largest, unsigned seed) {
    using namespace ingot::reader_fuzzing;
    const std::string changed = kernel_changer({reinterpret_cast<const char*>(data), size}, seed).change().substr(0, largest);
    std::ranges::copy(changed, data);
    return changed.size();
}
