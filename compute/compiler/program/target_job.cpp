#include "target_job.hpp"

#include <fmt/format.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/Support/raw_ostream.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <ingot/processes/forked_function.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <thread>

#include "../middle_end/middle_end.hpp"
#include "../middle_end/source_lines.hpp"
#include "crash_report.hpp"

namespace ingot::compiler {

namespace {

using nlohmann::json;

std::string module_text(const llvm::Module& module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module.print(stream, nullptr);
    return text;
}

json encoded_counts(const std::optional<spill_counts>& counts) {
    return counts ? json::array({counts->written, counts->read}) : json();
}

std::optional<spill_counts> counts_of(const json& counts) {
    return counts.is_null() ? std::nullopt : std::optional(spill_counts {counts[0], counts[1]});
}

json encoded_report(const resource_report& report) {
    json kernels = json::array();
    for (const kernel_resources& each : report.kernels)
        kernels.push_back(json::array({each.symbol, each.registers ? json(*each.registers) : json(), each.stack_bytes,
                                       encoded_counts(each.spilled_bytes), encoded_counts(each.spills)}));
    return json::array({report.target, report.architecture, report.unknown_because, std::move(kernels),
                        report.rejected ? json(report.rejected->kernel) : json()});
}

resource_report report_of(const json& report) {
    resource_report result {report[0], report[1], report[2], {}};
    for (const json& each : report[3])
        result.kernels.push_back({each[0], each[1].is_null() ? std::nullopt : std::optional(each[1].get<uint32_t>()), each[2],
                                  counts_of(each[3]), counts_of(each[4])});
    if (!report[4].is_null()) result.rejected = {report[4]};
    return result;
}

// A job while it runs.
class job_run {
public:
    job_run(const target_job& job, const compile_command& command, const target_list& targets)
        : job_(job), command_(command), targets_(targets) {}

    // Returns the exit status: 0, or 1 after the errors have been printed.
    int run(kernel_file& file, device_module* shared) {
        std::optional<device_module> own;
        if (!shared) own = generate_module_of(file, job_, times_);
        device_module* const unit = shared ? shared : own ? &*own : nullptr;
        if (!unit) return 1;
        unit->compiled_for = job_.target;
        unit->architecture = job_.architecture;
        const auto errors = times_.measure(phase(*job_.target, "middle end"), [&] {
            // Only the lines are needed for errors. The names of variables, which another target reads, would double the time.
            if (!job_.target->traits().reads_debug_information) llvm::stripNonLineTableDebugInfo(*unit->module);
            return lower_module(*unit);
        });
        if (!errors.empty()) {
            file.report(errors);
            return 1;
        }
        // An archive without any code would be of no use.
        if (command_.targets.size() == 1 && !unit->kernels.empty() &&
            std::ranges::all_of(unit->kernels, [](const kernel_entry& kernel) { return kernel.missing_reason.has_value(); })) {
            std::vector<diagnostic> reasons;
            for (const kernel_entry& kernel : unit->kernels) reasons.push_back(*kernel.missing_reason);
            file.report(reasons);
            return 1;
        }
        emit_all(*unit);
        return 0;
    }
    // Returns the result as bytes, for the process that started the job.
    std::vector<std::byte> encoded() {
        json all;
        all["archive"] = json::binary(to_octets(archive::write(result_.contents)));
        for (const text_output& each : result_.texts) all["texts"].push_back({each.ending, each.text});
        for (const phase_time& each : times_.phases())
            all["times"].push_back({each.phase, each.time.processor, each.time.elapsed});
        for (const resource_report& each : result_.resources) all["resources"].push_back(encoded_report(each));
        const std::vector<uint8_t> octets = json::to_cbor(all);
        const auto bytes = std::as_bytes(std::span(octets));
        return {bytes.begin(), bytes.end()};
    }

private:
    static std::vector<uint8_t> to_octets(std::span<const std::byte> bytes) {
        std::vector<uint8_t> octets(bytes.size());
        std::ranges::transform(bytes, octets.begin(), [](std::byte byte) { return static_cast<uint8_t>(byte); });
        return octets;
    }
    // Returns the name of a phase: "gpu-amd spirv: middle end", or "sm_80 ptx: middle end" if there are several architectures.
    std::string phase(const target& target, std::string_view name) const {
        const std::string which = distinction();
        return fmt::format("{}{}{}: {}", which, which.empty() ? "" : " ", target.traits().name, name);
    }
    // Returns what distinguishes this job from others of the same target: the profile or the architecture. Empty if it is the
    // only one.
    std::string distinction() const {
        const std::string_view architecture = job_.is_one_of_several ? std::string_view(job_.architecture) : "";
        return fmt::format("{}{}{}", job_.profile_name, job_.profile_name.empty() || architecture.empty() ? "" : ".",
                           architecture);
    }

    void emit_all(device_module& unit) {
        const std::string which = distinction();
        const std::string prefix = which.empty() ? "" : "." + which;
        if (command_.emit_llvm)
            result_.texts.push_back({fmt::format("{}.{}.ll", prefix, job_.target->traits().name), module_text(*unit.module)});
        for (const kernel_entry& kernel : unit.kernels) result_.contents.kernels.push_back(kernel.reflection);
        // Most targets need the line tables only for the diagnostics. No driver uses them.
        if (command_.writes_lines && job_.target->traits().writes_lines)
            keep_author_lines(unit);
        else if (!job_.target->traits().reads_debug_information)
            llvm::StripDebugInfo(*unit.module);
        emit(*job_.target, unit, prefix);
        // Other targets, such as SPIR, are emitted from this same lowered module.
        for (const auto& other : targets_)
            if (other->traits().base_target == job_.target->traits().name && other->is_available()) emit(*other, unit, prefix);
    }

    // Emits the code of one target and appends it to the result.
    void emit(const target& target, device_module& unit, const std::string& prefix) {
        phase_times inner;
        const archive::code base = result_.contents.targets.empty() ? archive::code() : result_.contents.targets.front();
        const std::string architecture = &target == job_.target ? job_.architecture : architectures_of(target, command_).front();
        const bool wants_resources = command_.wants_resources() && target.traits().reports_resources;
        const target_options options {architecture,
                                      command_.source.fast_math,
                                      command_.source.optimisation,
                                      result_.contents.targets.empty() ? nullptr : &base,
                                      &inner,
                                      wants_resources ? &result_.resources.emplace_back() : nullptr};
        archive::code code = inner.measure("emission", [&] { return target.emit(unit, options); });
        for (const kernel_entry& kernel : unit.kernels)
            if (kernel.missing_reason)
                code.missing_kernels.push_back({kernel.reflection.symbol, text_of(*kernel.missing_reason)});
        for (const phase_time& each : inner.phases()) times_.add(phase(target, each.phase), each.time);
        if (command_.emit_assembly)
            result_.texts.push_back({prefix + std::string(target.traits().text_suffix), target.disassemble(code.bytes)});
        if (!job_.profile_name.empty()) code.architecture = job_.profile_name;
        result_.contents.targets.push_back(std::move(code));
    }

    const target_job& job_;
    const compile_command& command_;
    const target_list& targets_;
    job_result result_;
    phase_times times_;
};

job_result decode(std::span<const std::byte> bytes) {
    const auto* const first = reinterpret_cast<const char*>(bytes.data());
    const json all = json::from_cbor(first, first + bytes.size());
    job_result result;
    result.contents = archive::read(std::as_bytes(std::span(all.at("archive").get_binary())), "the code of a target");
    if (all.contains("texts"))
        for (const json& each : all["texts"]) result.texts.push_back({each[0], each[1]});
    if (all.contains("times"))
        for (const json& each : all["times"]) result.times.push_back({each[0], {each[1], each[2]}});
    if (all.contains("resources"))
        for (const json& each : all["resources"]) result.resources.push_back(report_of(each));
    return result;
}

}  // namespace

std::optional<device_module> generate_module_of(kernel_file& file, const target_job& job, phase_times& times) {
    std::optional<device_module> unit =
        times.measure("code generation", [&] { return file.generate(*job.target, *job.profile); });
    if (!unit) return {};
    make_errors_fatal(*unit->context);
    times.measure("inlining", [&] { inline_functions(*unit); });
    return unit;
}

std::vector<job_result> run_jobs(std::span<const target_job> jobs, kernel_file& file, device_module* shared,
                                 const compile_command& command, const target_list& targets, int& status) {
    status = 0;
    const auto start = [&](const target_job& job) {
        return std::make_unique<processes::forked_function>([&] {
            job_run run(job, command, targets);
            std::vector<std::byte> result;
            const int end = report_exceptions(command.source.file.string(), [&] {
                if (const int failed = run.run(file, shared); failed != 0) return failed;
                result = run.encoded();
                return 0;
            });
            if (end != 0) ::_exit(end);
            return result;
        });
    };
    const size_t at_once = std::max(1u, std::thread::hardware_concurrency());
    std::vector<std::unique_ptr<processes::forked_function>> running;
    std::vector<job_result> results;
    for (size_t i = 0; i < jobs.size(); ++i) {
        while (running.size() < std::min(jobs.size(), i + at_once)) running.push_back(start(jobs[running.size()]));
        const processes::function_end end = running[i]->wait();
        fmt::print(stderr, "{}", end.errors);
        if (end.end.by_signal)
            throw std::runtime_error(fmt::format("the process that compiled '{}' for {} was ended by a signal: {}",
                                                 command.source.file.string(), jobs[i].target->traits().title,
                                                 ::strsignal(end.end.number)));
        if (end.end.number != 0) {
            status = end.end.number;
            return {};
        }
        results.push_back(decode(end.bytes));
    }
    return results;
}

}  // namespace ingot::compiler
