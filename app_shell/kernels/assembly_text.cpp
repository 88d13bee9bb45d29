#include "kernels/assembly_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <stdexcept>
#include <vector>

#include "kernels/disassembly.hpp"
#include "process/child.hpp"
#include "process/temporary_file.hpp"

namespace ingot::shell {

namespace {

constexpr auto longest_wait = std::chrono::minutes(1);
constexpr size_t most_functions = 300;

/// What a tool wrote.
std::string run_tool(const std::string& tool, const std::vector<std::string>& arguments, const std::function<bool()>& stop) {
    const process::temporary_file output("ingot-assembly");
    process::child_result ended;
    try {
        ended = process::run_child(tool, arguments, output.path(), longest_wait, stop);
    } catch (const std::runtime_error& problem) {
        throw std::runtime_error(fmt::format(
            "{}.\n\nMachine code is shown as text by nm and objdump, which are part of GNU binutils. On Debian and Ubuntu:\n"
            "    apt install binutils",
            problem.what()));
    }
    using enum process::child_result::ending;
    if (ended.how == stopped) throw std::runtime_error("ended");
    if (ended.how == timed_out) throw std::runtime_error(fmt::format("{} took longer than a minute", tool));
    if (ended.how != exited || ended.status != 0) throw std::runtime_error(fmt::format("{} failed:\n{}", tool, ended.output));
    return output.text();
}

std::vector<std::string> objdump_arguments(const std::string& file, const code_range& of) {
    return {"--disassemble",
            "--demangle",
            "--no-show-raw-insn",
            "--line-numbers",
            "--wide",
#if defined(__x86_64__)
            "--disassembler-options=intel",
#endif
            fmt::format("--start-address=0x{:x}", of.first),
            fmt::format("--stop-address=0x{:x}", of.last),
            file};
}

/// The kernels' functions of one file, and what they call, by address.
class reachable_code {
public:
    reachable_code(std::string in, std::filesystem::path sources, const std::function<bool()>& stops)
        : file(std::move(in)), folder(std::move(sources)), stop(stops) {
        known = functions_of(run_tool("nm", {"--defined-only", "--print-size", file}, stop));
        if (known.empty())
            throw std::runtime_error(
                fmt::format("'{}' was stripped of its symbols: where its functions begin cannot be said. "
                            "Build it without `strip` and `-s`.",
                            file));
    }

    void add(std::vector<uint64_t> wanted) {
        while (!wanted.empty() && found.size() < most_functions) {
            std::vector<code_range> next;
            for (const uint64_t each : wanted)
                if (const auto range = known.find(each); range != known.end() && asked.insert(each).second)
                    next.push_back(range->second);
            wanted.clear();
            for (const code_range& each : joined(std::move(next))) disassemble(each, wanted);
        }
    }

    const std::map<uint64_t, disassembled_function>& functions() const { return found; }

private:
    void disassemble(const code_range& range, std::vector<uint64_t>& calls) {
        for (auto& each : read_disassembly(run_tool("objdump", objdump_arguments(file, range), stop), folder)) {
            if (!asked.contains(each.address)) continue;  // it only lies between
            calls.insert(calls.end(), each.calls.begin(), each.calls.end());
            found.insert_or_assign(each.address, std::move(each));
        }
    }

    std::string file;
    std::filesystem::path folder;
    const std::function<bool()>& stop;
    std::map<uint64_t, code_range> known;
    std::set<uint64_t> asked;
    std::map<uint64_t, disassembled_function> found;
};

void write(const disassembled_function& function, const std::string& heading, std::string& to) {
    to += fmt::format("\n{}\n", heading);
    for (const std::string& line : function.lines) to += line + '\n';
}

std::string text_of(const std::string& file, std::span<const kernel_machine_code> kernels, const reachable_code& code) {
    std::string text = fmt::format("; What runs on the CPU debug device, from {}\n", file);
    std::set<uint64_t> written;
    for (const kernel_machine_code& each : kernels) {
        const auto found = code.functions().find(each.address);
        if (found == code.functions().end()) continue;
        write(found->second, fmt::format("{}:   ; kernel, called for each work-item", each.kernel), text);
        written.insert(each.address);
    }
    for (const auto& [address, function] : code.functions())
        if (!written.contains(address)) write(function, function.name + ":", text);
    if (code.functions().size() >= most_functions) text += "\n; … and more functions that they call\n";
    return text;
}

}  // namespace

std::string assembly_of(std::span<const kernel_machine_code> kernels, const std::filesystem::path& sources,
                        const std::function<bool()>& stop) {
    if (kernels.empty()) return "No code of these kernels is in this process.";
    const std::string file = kernels.front().file.string();
    try {
        reachable_code code(file, sources, stop);
        std::vector<uint64_t> entries;
        for (const kernel_machine_code& each : kernels) entries.push_back(each.address);
        code.add(std::move(entries));
        return text_of(file, kernels, code);
    } catch (const std::exception& problem) {
        return fmt::format("This cannot be shown: {}", problem.what());
    }
}

void assembly_text::begin(std::vector<kernel_machine_code> kernels, const std::filesystem::path& sources) {
    std::promise<std::string> promised;
    result = promised.get_future();
    worker = std::jthread([kernels = std::move(kernels), sources, to = std::move(promised)](const std::stop_token& stop) mutable {
        to.set_value(assembly_of(kernels, sources, [&stop] { return stop.stop_requested(); }));
    });
}

std::optional<std::string> assembly_text::take() {
    if (!result.valid() || result.wait_for(std::chrono::seconds(0)) != std::future_status::ready) return std::nullopt;
    return result.get();
}

}  // namespace ingot::shell
