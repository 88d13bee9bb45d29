#include "ptxas.hpp"

#include <fmt/format.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/FileUtilities.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Process.h>
#include <llvm/Support/Program.h>
#include <llvm/Support/raw_ostream.h>

#include <array>
#include <charconv>
#include <optional>
#include <stdexcept>

namespace ingot::compiler::ptx {

namespace {

// A temporary file, which the destructor removes.
class temporary_file {
public:
    // Throws std::runtime_error if the file cannot be created.
    explicit temporary_file(llvm::StringRef ending) {
        if (const std::error_code error = llvm::sys::fs::createTemporaryFile("ingotc", ending, path_))
            throw std::runtime_error("cannot create a temporary file for ptxas: " + error.message());
        remover_.setFile(path_);
    }
    llvm::StringRef path() const { return path_; }

private:
    llvm::SmallString<128> path_;
    llvm::FileRemover remover_;
};

// Returns the path of ptxas, or "".
std::string find_ptxas() {
    if (const auto in_path = llvm::sys::findProgramByName("ptxas")) return *in_path;
    const std::optional<std::string> toolkit = llvm::sys::Process::GetEnv("CUDA_PATH");
    if (!toolkit || toolkit->empty()) return {};
    const std::string folder = *toolkit + "/bin";
    const auto in_toolkit = llvm::sys::findProgramByName("ptxas", {folder});
    return in_toolkit ? *in_toolkit : std::string();
}

// Returns the number in front of a text in a line, "24 bytes stack frame", or nothing.
std::optional<uint64_t> number_before(std::string_view line, std::string_view text) {
    const size_t end = line.find(text);
    if (end == std::string_view::npos) return {};
    const size_t before = line.find_last_not_of("0123456789", end == 0 ? 0 : end - 1);
    const size_t begin = before == std::string_view::npos ? 0 : before + 1;
    uint64_t number = 0;
    const auto [stop, error] = std::from_chars(line.data() + begin, line.data() + end, number);
    return error == std::errc() && stop == line.data() + end ? std::optional(number) : std::nullopt;
}

// Returns the first line of ptxas' messages that says what is wrong, or the first line of all.
std::string error_line(llvm::StringRef messages) {
    llvm::SmallVector<llvm::StringRef> lines;
    messages.split(lines, '\n', -1, false);
    for (const llvm::StringRef line : lines)
        if (line.contains("error") || line.contains("fatal")) return line.trim().str();
    return lines.empty() ? "it prints no message" : lines.front().trim().str();
}

// Is the reason of a failure, as ptxas prints it, that ptxas is older or newer than the architecture or the version of the code?
bool is_about_architecture(llvm::StringRef line) {
    return line.contains("option 'gpu-name'") || line.contains("Unsupported .target") || line.contains("Unsupported .version");
}

// Returns the architecture, "sm_75", that is in the help of ptxas and is the nearest to this one, a newer one if there is one; or
// "".
std::string nearest_known_architecture(const std::string& ptxas, const std::string& architecture) {
    const temporary_file help("txt");
    const std::array<llvm::StringRef, 2> command {ptxas, "--help"};
    const std::array<std::optional<llvm::StringRef>, 3> streams {"", help.path(), help.path()};
    if (llvm::sys::ExecuteAndWait(ptxas, command, std::nullopt, streams) != 0) return {};
    const auto printed = llvm::MemoryBuffer::getFile(help.path());
    if (!printed) return {};
    constexpr llvm::StringRef begin = "sm_";
    const auto number_of = [](llvm::StringRef name) {
        unsigned number = 0;
        name.consumeInteger(10, number);
        return number;
    };
    const unsigned wanted = number_of(llvm::StringRef(architecture).drop_front(std::min(begin.size(), architecture.size())));
    unsigned below = 0;
    unsigned above = 0;
    llvm::StringRef rest = (*printed)->getBuffer();
    for (size_t at = rest.find(begin); at != llvm::StringRef::npos; at = rest.find(begin)) {
        rest = rest.drop_front(at + begin.size());
        const unsigned number = number_of(rest);
        if (number == 0) continue;
        if (number < wanted) below = std::max(below, number);
        if (number > wanted && (above == 0 || number < above)) above = number;
    }
    const unsigned nearest = above != 0 ? above : below;
    return nearest == 0 ? std::string() : fmt::format("sm_{}", nearest);
}

// Returns the kernel that a message names: "Entry function 'fill' uses too much shared data"; or "".
std::string named_kernel(llvm::StringRef line) {
    constexpr llvm::StringRef begin = "Entry function '";
    const size_t found = line.find(begin);
    return found == llvm::StringRef::npos ? std::string() : line.substr(found + begin.size()).split('\'').first.str();
}

}  // namespace

std::vector<kernel_resources> parse_ptxas_messages(std::string_view messages) {
    // ptxas info    : Compiling entry function 'scale' for 'sm_90'
    // ptxas info    : Function properties for scale
    //     40 bytes stack frame, 8 bytes spill stores, 12 bytes spill loads
    // ptxas info    : Used 32 registers, used 1 barriers, 40 bytes cumulative stack size, 380 bytes cmem[0]
    constexpr std::string_view begin_of_kernel = "Compiling entry function '";
    constexpr std::string_view begin_of_function = "Function properties for ";
    std::vector<kernel_resources> kernels;
    bool is_about_kernel = false;  // are the properties that follow those of the last kernel?
    while (!messages.empty()) {
        const std::string_view line = messages.substr(0, messages.find('\n'));
        messages.remove_prefix(std::min(messages.size(), line.size() + 1));
        if (const size_t found = line.find(begin_of_kernel); found != std::string_view::npos) {
            const std::string_view name = line.substr(found + begin_of_kernel.size());
            kernels.push_back({std::string(name.substr(0, name.find('\'')))});
            is_about_kernel = false;
            continue;
        }
        if (kernels.empty()) continue;
        kernel_resources& kernel = kernels.back();
        if (const size_t found = line.find(begin_of_function); found != std::string_view::npos) {
            std::string_view name = line.substr(found + begin_of_function.size());
            name = name.substr(0, name.find_last_not_of(" \r") + 1);
            is_about_kernel = name == kernel.symbol;
            continue;
        }
        const std::optional<uint64_t> written = number_before(line, " bytes spill stores");
        const std::optional<uint64_t> read = number_before(line, " bytes spill loads");
        if (is_about_kernel && written && read) {
            kernel.spilled_bytes = {*written, *read};
            kernel.stack_bytes = number_before(line, " bytes stack frame").value_or(0);
        }
        if (line.find("Used ") == std::string_view::npos) continue;
        if (const std::optional<uint64_t> registers = number_before(line, " registers"))
            kernel.registers = static_cast<uint32_t>(*registers);
        // With the functions that the kernel calls.
        if (const std::optional<uint64_t> stack = number_before(line, " bytes cumulative stack size"))
            kernel.stack_bytes = *stack;
    }
    return kernels;
}

resource_report resources_of(std::span<const std::byte> text, const std::string& architecture) {
    resource_report report {.target = "ptx", .architecture = architecture, .unknown_because = {}};
    const std::string ptxas = find_ptxas();
    if (ptxas.empty()) {
        report.unknown_because =
            "there is no ptxas in PATH or CUDA_PATH/bin; install the CUDA toolkit, or add its folder 'bin' to PATH";
        return report;
    }
    const temporary_file source("ptx");
    const temporary_file code("cubin");
    const temporary_file messages("txt");
    {
        std::error_code error;
        llvm::raw_fd_ostream stream(source.path(), error);
        stream.write(reinterpret_cast<const char*>(text.data()), text.size());
        stream.close();
        if (stream.has_error()) {
            report.unknown_because = fmt::format("cannot write '{}': {}", source.path().str(), stream.error().message());
            stream.clear_error();
            return report;
        }
    }
    const std::array<llvm::StringRef, 7> command {ptxas, "-v", "--gpu-name", architecture, "-o", code.path(), source.path()};
    const std::array<std::optional<llvm::StringRef>, 3> streams {"", messages.path(), messages.path()};
    std::string problem;
    const int status = llvm::sys::ExecuteAndWait(ptxas, command, std::nullopt, streams, 0, 0, &problem);
    const auto printed = llvm::MemoryBuffer::getFile(messages.path());
    const llvm::StringRef printed_text = printed ? (*printed)->getBuffer() : llvm::StringRef();
    if (status != 0) {
        const std::string reason = problem.empty() ? error_line(printed_text) : problem;
        report.unknown_because = fmt::format("'{}' failed for {}: {}", ptxas, architecture, reason);
        if (is_about_architecture(reason))
            if (const std::string known = nearest_known_architecture(ptxas, architecture); !known.empty())
                report.unknown_because += fmt::format("; it knows {}: add --arch {}", known, known);
        constexpr int not_started = -1;
        if (status != not_started && !is_about_architecture(reason)) report.rejected = {named_kernel(reason)};
        return report;
    }
    report.kernels = parse_ptxas_messages(printed_text);
    if (report.kernels.empty()) report.unknown_because = fmt::format("'{}' prints nothing about the kernels", ptxas);
    return report;
}

}  // namespace ingot::compiler::ptx
