#include "kernels/assembly_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ingot/files/replace_file.hpp>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "kernels/disassembly.hpp"
#include "process/child.hpp"
#include "process/temporary_file.hpp"

namespace ingot::shell {

namespace {

constexpr auto longest_wait = std::chrono::minutes(1);
constexpr size_t most_functions = 300;

/// Runs a tool and returns its output. Throws std::runtime_error if the tool is missing, fails, takes too long or is
/// stopped.
std::string run_tool(const std::string& tool, const std::vector<std::string>& arguments, const std::function<bool()>& stop) {
    const process::temporary_file output("ingot-assembly");
    process::child_result child;
    try {
        child = process::run_child(tool, arguments, output.path(), longest_wait, stop);
    } catch (const std::runtime_error& problem) {
        throw std::runtime_error(fmt::format(
            "{}.\n\nShowing machine code requires nm and objdump from GNU binutils. On Debian and Ubuntu, install them with:\n"
            "    apt install binutils",
            problem.what()));
    }
    using enum process::child_result::ending;
    if (child.end == stopped) throw std::runtime_error("stopped");
    if (child.end == timed_out) throw std::runtime_error(fmt::format("{} took longer than a minute", tool));
    if (child.end != exited || child.status != 0) throw std::runtime_error(fmt::format("{} failed:\n{}", tool, child.output));
    return output.text();
}

// The option of objdump for x86 instructions as processors' manuals write them.
constexpr std::string_view intel_syntax = "--disassembler-options=intel";

std::vector<std::string> objdump_arguments(const std::string& file, const code_range& range) {
    return {"--disassemble",
            "--demangle",
            "--no-show-raw-insn",
            "--line-numbers",
            "--wide",
#if defined(__x86_64__)
            std::string(intel_syntax),
#endif
            fmt::format("--start-address=0x{:x}", range.begin),
            fmt::format("--stop-address=0x{:x}", range.end),
            file};
}

/// Disassembles the kernels' functions of one program file and the functions that they call, directly or indirectly.
class reachable_code {
public:
    reachable_code(std::string text, std::filesystem::path sources, const std::function<bool()>& stops)
        : file_(std::move(text)), folder_(std::move(sources)), stop_(stops) {
        functions_ = parse_symbols(run_tool("nm", {"--defined-only", "--print-size", file_}, stop_));
        if (functions_.empty())
            throw std::runtime_error(
                fmt::format("'{}' has no symbols, so that the beginnings of its functions are unknown. "
                            "Build it without `strip` and `-s`.",
                            file_));
    }

    /// Adds the functions at these addresses, then the functions that these call, and so on, until there are at least
    /// most_functions or no further calls.
    void add(std::vector<uint64_t> expected) {
        while (!expected.empty() && found_.size() < most_functions) {
            std::vector<code_range> next;
            for (const uint64_t each : expected)
                if (const auto range = functions_.find(each); range != functions_.end() && visited_.insert(each).second)
                    next.push_back(range->second);
            expected.clear();
            for (const code_range& each : merge_ranges(std::move(next))) disassemble(each, expected);
        }
    }

    const std::map<uint64_t, disassembled_function>& functions() const { return found_; }

private:
    void disassemble(const code_range& range, std::vector<uint64_t>& calls) {
        for (auto& each : parse_disassembly(run_tool("objdump", objdump_arguments(file_, range), stop_), folder_)) {
            if (!visited_.contains(each.address)) continue;  // this function only lies between two requested ones
            calls.insert(calls.end(), each.calls.begin(), each.calls.end());
            found_.insert_or_assign(each.address, std::move(each));
        }
    }

    std::string file_;
    std::filesystem::path folder_;
    const std::function<bool()>& stop_;
    std::map<uint64_t, code_range> functions_;
    std::set<uint64_t> visited_;
    std::map<uint64_t, disassembled_function> found_;
};

void write(const disassembled_function& function, const std::string& heading, std::string& output) {
    output += fmt::format("\n{}\n", heading);
    for (const std::string& line : function.lines) output += line + '\n';
}

std::string text_of(const std::string& file, std::span<const kernel_machine_code> kernels, const reachable_code& code) {
    std::string text = fmt::format("; Machine code of the kernels on the CPU debug device, from {}\n", file);
    std::set<uint64_t> written_addresses;
    for (const kernel_machine_code& each : kernels) {
        const auto found = code.functions().find(each.address);
        if (found == code.functions().end()) continue;
        write(found->second, fmt::format("{}:   ; kernel, called for each work-item", each.kernel), text);
        written_addresses.insert(each.address);
    }
    for (const auto& [address, function] : code.functions())
        if (!written_addresses.contains(address)) write(function, function.name + ":", text);
    if (code.functions().size() >= most_functions) text += "\n; … more called functions are not shown\n";
    return text;
}

}  // namespace

std::string disassemble(std::span<const kernel_machine_code> kernels, const std::filesystem::path& sources,
                        const std::function<bool()>& stop) {
    if (kernels.empty()) return "This process contains no machine code of these kernels.";
    const std::string file = kernels.front().file.string();
    try {
        reachable_code code(file, sources, stop);
        std::vector<uint64_t> entries;
        for (const kernel_machine_code& each : kernels) entries.push_back(each.address);
        code.add(std::move(entries));
        return text_of(file, kernels, code);
    } catch (const std::exception& problem) {
        return fmt::format("The machine code cannot be shown: {}", problem.what());
    }
}

std::string disassemble_object(std::span<const std::byte> object, const std::filesystem::path& sources,
                               const std::function<bool()>& stop) {
    try {
        const process::temporary_file file("ingot-object");
        files::replace_file(file.path(), object);
        std::vector<std::string> arguments {"--disassemble", "--reloc", "--no-show-raw-insn", "--line-numbers", "--wide"};
        arguments.insert(arguments.end(), {std::string(intel_syntax), file.path().string()});
        const std::string text = run_tool("objdump", arguments, stop);
        // Before the first function, objdump names the temporary file.
        const size_t begin = text.find("\n0");
        if (begin == std::string::npos) return "The object has no machine code.";
        return "; Machine code of the kernels: NAME.group runs one work-group\n" +
               with_source_lines(std::string_view(text).substr(begin), sources);
    } catch (const std::exception& problem) {
        return fmt::format("The machine code cannot be shown: {}", problem.what());
    }
}

void assembly_text::start(std::vector<kernel_machine_code> kernels, const std::filesystem::path& sources) {
    start([kernels = std::move(kernels), sources](const std::function<bool()>& stop) {
        return disassemble(kernels, sources, stop);
    });
}

void assembly_text::start(std::vector<std::byte> object, const std::filesystem::path& sources) {
    start([object = std::move(object), sources](const std::function<bool()>& stop) {
        return disassemble_object(object, sources, stop);
    });
}

void assembly_text::start(work work) {
    std::promise<std::string> promised;
    result_ = promised.get_future();
    worker_ = std::jthread([work = std::move(work), result = std::move(promised)](const std::stop_token& stop) mutable {
        result.set_value(work([&stop] { return stop.stop_requested(); }));
    });
}

std::optional<std::string> assembly_text::take_result() {
    if (!result_.valid() || result_.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
    return result_.get();
}

}  // namespace ingot::shell
