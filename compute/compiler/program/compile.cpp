#include "compile.hpp"

#include <fmt/format.h>
#include <llvm/Config/llvm-config.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <ingot/files/read_file.hpp>
#include <ingot/files/replace_file.hpp>
#include <stdexcept>

#include "../host_code/generated_header.hpp"
#include "../phase_times.hpp"
#include "advice.hpp"
#include "analysis.hpp"
#include "output_files.hpp"
#include "target_job.hpp"

namespace ingot::compiler {

namespace {

constexpr int failure = 1;
constexpr std::string_view waiting_phase = "processes of the targets";

// Throws std::runtime_error if the file cannot be a source file. Clang's own messages for these cases are harder to
// understand.
void check_readable(const std::filesystem::path& file, std::string_view language) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status)) throw std::runtime_error(fmt::format("there is no kernel file '{}'", file.string()));
    if (std::filesystem::is_directory(status))
        throw std::runtime_error(fmt::format("'{}' is a folder; name a kernel file", file.string()));
    if (!std::filesystem::is_regular_file(status))
        throw std::runtime_error(fmt::format("'{}' is not a regular file", file.string()));
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw std::runtime_error(fmt::format("cannot read '{}'", file.string()));
    std::string beginning(4096, ' ');
    stream.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
    beginning.resize(static_cast<size_t>(stream.gcount()));
    if (beginning.find('\0') != std::string::npos)
        throw std::runtime_error(fmt::format("'{}' is not {} source: it contains zero bytes", file.string(), language));
}

// Returns the path of a text file beside the archive: OUT.ingot with the ending .spirv.ll gives OUT.spirv.ll.
std::filesystem::path beside(const std::filesystem::path& archive, std::string_view ending) {
    std::filesystem::path path = archive;
    return path.replace_extension(ending);
}

// Keeps an object until the process ends, so that its destructor does not run: destroying Clang's and LLVM's data
// structures takes longer than parsing a small kernel file. Returns the object.
template <typename T>
T* keep(T* object) {
    static T* last_object = nullptr;  // the leak detector does not report an object to which a variable points
    return last_object = object;
}

// One run of ingotc on one kernel file:
//
//     kernel file → front end → device_module → inline_functions() → lower_module() → target::emit() → archive
//
// lower_module() and emit() run once for each module and target. The module is generated once for all targets, or once
// for each target if the source depends on the target, or once for each target and device profile if the source uses
// device_info.
class compilation {
public:
    compilation(const compile_command& command, const compiler_components& components)
        : command_(command),
          targets_(components.targets),
          language_(find_front_end(components.front_ends, command.source.file)),
          names_(program_names_of(command.source.file.string())) {}

    int run() {
        // Parse the file with the macros of the first target. The kernels' signatures are the same for all targets.
        check_readable(command_.source.file, language_.traits().language);
        if (command_.advice.writes_fixes) text_ = files::read_text(command_.source.file);
        const target& first = command_.targets.empty() ? *targets_.front() : *command_.targets.front();
        source_options source = command_.source;
        source.times = &times_;
        source.debug_information =
            std::ranges::any_of(command_.targets, [](const target* each) { return each->traits().reads_debug_information; });
        std::unique_ptr<kernel_file> file = times_.measure("parse", [&] { return language_.parse(source, first); });
        if (!file) return failure;
        if (const std::string clash = find_name_clash(names_, file->kernels()); !clash.empty()) throw std::runtime_error(clash);

        // Write all outputs to temporary files, then replace the old files: an error before that leaves all of them
        // unchanged. The archive is first: if LLVM ends the process while it compiles, there is no temporary file yet.
        if (!command_.archive.empty() || needs_module())
            if (const int status = compile_archive(*file); status != 0) return status;
        times_.measure("output files", [&] {
            if (!command_.header.empty())
                outputs_.add(command_.header,
                             generate_header(names_, file->kernels(), file->type_includes(), file->type_declarations()));
            if (!command_.cpu_debug.empty()) outputs_.add(command_.cpu_debug, file->program_source(names_));
            if (!command_.dependencies.empty()) outputs_.add(command_.dependencies, dependency_text(file->dependencies()));
            outputs_.commit();
        });
        for (const std::string& line : messages_) fmt::print(text_stream(), "{}\n", line);
        if (command_.print_times) print_times();
        keep(file.release());
        return 0;
    }

private:
    // Adds the archive, if there is one, to the outputs, and prints remarks. Returns the exit status: if it is not 0, the errors
    // have been printed.
    int compile_archive(kernel_file& file) {
        std::vector<target_job> jobs;
        if (!command_.archive.empty() || command_.wants_resources()) jobs = all_jobs(file.variants());
        // Without an archive, the code is compiled only to know what it needs.
        if (command_.archive.empty())
            std::erase_if(jobs, [](const target_job& each) { return !each.target->traits().reports_resources; });
        const target_job advised = command_.archive.empty() || jobs.empty() ? any_job() : jobs.front();
        device_module* shared = nullptr;
        if (file.variants() == module_variants::one && (!jobs.empty() || needs_module())) {
            std::optional<device_module> unit = generate_module_of(file, advised, times_);
            if (!unit) return failure;
            shared = keep(new device_module(std::move(*unit)));
        }
        // The advisor runs at the same time as the targets, unless it has to know what their code needs.
        std::optional<advice_run> advice;
        const auto start_advice = [&](const std::vector<resource_report>& resources) {
            advice.emplace(advised, file, shared, command_, text_, resources);
        };
        if (command_.advice.is_wanted && !command_.advice.asks_for_registers) start_advice({});
        int status = 0;
        const std::vector<job_result> results =
            times_.measure(waiting_phase, [&] { return run_jobs(jobs, file, shared, command_, targets_, status); });
        if (status != 0) return status;
        std::vector<resource_report> resources;
        for (const job_result& each : results) resources.insert(resources.end(), each.resources.begin(), each.resources.end());
        if (command_.advice.asks_for_registers) {
            if (!file.kernels().empty()) check_registers(resources);
            start_advice(resources);
        }
        std::optional<analysis_run> analysis;
        if (command_.analysis.is_wanted) analysis.emplace(advised, file, shared, command_, resources);
        if (advice) {
            status = times_.measure("advice", [&] { return advice->finish(); });
            if (status != 0) return status;
        }
        if (analysis) {
            status = times_.measure("analysis", [&] { return analysis->finish(); });
            if (status != 0) return status;
        }
        if (command_.archive.empty()) return 0;

        archive::archive archive_contents;
        archive_contents.compiler = fmt::format("ingotc {}, LLVM {}", ingotc_version(), LLVM_VERSION_STRING);
        archive_contents.source = command_.source.file.string();
        archive_contents.options = command_.options;
        for (const job_result& result : results) {
            add_reflection(result.contents, archive_contents);
            for (const archive::code& code : result.contents.targets) archive_contents.targets.push_back(code);
            for (const text_output& each : result.texts) add_text(each.ending, each.text);
            target_times_.insert(target_times_.end(), result.times.begin(), result.times.end());
        }
        // Without targets no module shows the kernels' properties. The front end's own descriptions are enough for the CPU
        // debug device.
        if (jobs.empty())
            for (const kernel_description& kernel : file.kernels()) archive_contents.kernels.push_back(kernel.reflection);
        const std::vector<std::byte> bytes = archive::write(archive_contents);
        outputs_.add(command_.archive, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        return 0;
    }

    // Throws std::runtime_error if --advise-registers asks for what is not known, unless that is because of the code: the
    // advisor warns about it.
    static void check_registers(const std::vector<resource_report>& resources) {
        for (const resource_report& each : resources)
            if (!each.unknown_because.empty() && !each.rejected)
                throw std::runtime_error(fmt::format("--advise-registers: the registers of {} are not known: {}",
                                                     each.architecture, each.unknown_because));
        const auto has_registers = [](const resource_report& each) {
            return each.rejected ||
                   std::ranges::any_of(each.kernels, [](const kernel_resources& kernel) { return kernel.registers.has_value(); });
        };
        if (std::ranges::none_of(resources, has_registers))
            throw std::runtime_error(
                "--advise-registers: the registers of none of the targets are known; --targets must name ptx");
    }

    // Is the module needed for what is printed about it?
    bool needs_module() const { return command_.advice.is_wanted || command_.analysis.is_wanted; }

    // Returns a job for the advisor, if there is none for a target.
    target_job any_job() const {
        const target& any = command_.targets.empty() ? *targets_.front() : *command_.targets.front();
        return {&any, architectures_of(any, command_).front(), false, &any.traits().profiles.back(), ""};
    }

    // Returns the jobs for all targets: one for each architecture of a target, or one for each of its device profiles.
    std::vector<target_job> all_jobs(module_variants variants) const {
        std::vector<target_job> jobs;
        for (const target* target : command_.targets) {
            const auto profiles = target->traits().profiles;
            const std::vector<std::string> architectures = architectures_of(*target, command_);
            for (const std::string& architecture : architectures) {
                const bool is_one_of_several = architectures.size() > 1;
                if (profiles.size() == 1 || variants != module_variants::each_profile)
                    jobs.push_back({target, architecture, is_one_of_several, &profiles.back(), ""});
                else
                    for (const archive::device_profile& profile : profiles)
                        jobs.push_back({target, architecture, is_one_of_several, &profile, profile.name});
            }
        }
        return jobs;
    }

    // Merges the reflection of one module's kernels into the reflection of the archive. Every module has the same kernels,
    // but if the file uses device_info, a kernel may use more local memory in one module than in another, or use barriers
    // in one module only. The archive stores the largest size of local memory. It stores that a kernel uses barriers, or that
    // it reads mip levels of an image, if that is so in any module.
    static void add_reflection(const archive::archive& contents, archive::archive& sum) {
        if (sum.kernels.empty()) sum.kernels = contents.kernels;
        for (size_t i = 0; i < contents.kernels.size(); ++i) {
            const archive::kernel_reflection& added = contents.kernels[i];
            archive::kernel_reflection& kernel = sum.kernels[i];
            kernel.uses_barrier |= added.uses_barrier;
            kernel.local_memory = std::max(kernel.local_memory, added.local_memory);
            for (size_t parameter = 0; parameter < added.parameters.size(); ++parameter)
                kernel.parameters[parameter].image.reads_levels |= added.parameters[parameter].image.reads_levels;
        }
    }

    // Returns the stream for texts for people: the standard output stream, unless it has facts, or remarks as JSON or SARIF.
    std::FILE* text_stream() const {
        const bool has_remarks = command_.advice.is_wanted && command_.advice.format != advice_format::text;
        return has_remarks || command_.analysis.is_wanted ? stderr : stdout;
    }

    // Prints the table of --time. The row `waiting_phase` contains the elapsed time of all processes that compile for the
    // targets; their processor time is in the rows of the targets' phases.
    void print_times() const {
        const auto print = [&](std::string_view phase, const duration_pair& time) {
            fmt::print(text_stream(), "{:<34} {:>9.3f} s {:>9.3f} s\n", phase, time.processor, time.elapsed);
        };
        fmt::print(text_stream(), "{:<34} {:>11} {:>11}\n", "phase", "processor", "elapsed");
        duration_pair waiting;
        for (const phase_time& each : times_.phases())
            if (each.phase == waiting_phase)
                waiting = each.time;
            else
                print(each.phase, each.time);
        for (const phase_time& each : target_times_) print(each.phase, each.time);
        // Subtract the processor time that the other rows contain. The remainder is the time for starting the processes,
        // for copying the memory that they share with this process, and for returning their results.
        for (const phase_time& each : target_times_) waiting.processor -= each.time.processor;
        print(waiting_phase, {std::max(waiting.processor, 0.0), waiting.elapsed});
        print("total", {phase_times::now().processor, (phase_times::now() - begin_).elapsed});
    }

    void add_text(std::string_view ending, const std::string& text) {
        const std::filesystem::path path = beside(command_.archive, ending);
        if (files::is_same_file(path, command_.source.file))
            throw std::runtime_error(fmt::format(
                "'{}' is the kernel file, and the name of a text file beside the archive; give the archive another name",
                path.string()));
        outputs_.add(path, text);
        messages_.push_back(fmt::format("wrote {}", path.string()));
    }

    // Returns a makefile rule for make and ninja: all outputs depend on all files of kernel_file::dependencies().
    std::string dependency_text(const std::vector<std::string>& files) const {
        const auto escape = [](const std::string& path) {
            std::string result;
            for (const char c : std::filesystem::absolute(path).lexically_normal().string()) {
                if (c == ' ' || c == '#' || c == '\\') result += '\\';
                if (c == '$') result += '$';
                result += c;
            }
            return result;
        };
        std::string text;
        for (const std::filesystem::path& output : {command_.archive, command_.header, command_.cpu_debug})
            if (!output.empty()) text += (text.empty() ? "" : " ") + escape(output.string());
        text += ":";
        for (const std::string& file : files) text += " \\\n  " + escape(file);
        return text + "\n";
    }

    const compile_command& command_;
    const target_list& targets_;
    const front_end& language_;
    program_names names_;
    std::string text_;  // the kernel file before it was parsed, if fixes are to be written into it
    output_files outputs_;
    duration_pair begin_ = phase_times::now();
    phase_times times_;
    std::vector<phase_time> target_times_;
    std::vector<std::string> messages_;
};

}  // namespace

int compile(const compile_command& command, const compiler_components& components) {
    return compilation(command, components).run();
}

}  // namespace ingot::compiler
