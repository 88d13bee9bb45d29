#include "compile.hpp"

#include <fmt/format.h>
#include <llvm/Config/llvm-config.h>
#include <llvm/IR/DebugInfo.h>
#include <llvm/Support/raw_ostream.h>

#include <algorithm>
#include <fstream>
#include <stdexcept>

#include "../host_code/generated_header.hpp"
#include "../middle_end/middle_end.hpp"
#include "crash_report.hpp"
#include "output_files.hpp"

namespace ingot::compiler {

namespace {

constexpr int failure = 1;

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

std::string module_text(const llvm::Module& module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module.print(stream, nullptr);
    return text;
}

// Returns the path of a text file beside the archive: OUT.ingot with the ending .spirv.ll gives OUT.spirv.ll.
std::filesystem::path beside(const std::filesystem::path& archive, std::string_view ending) {
    std::filesystem::path path = archive;
    return path.replace_extension(ending);
}

// One run of ingotc on one kernel file:
//
//     kernel file → front end → device_module → lower() → target::emit() → archive
//
// The steps after the front end run once for each target, and once for each device profile if the file uses
// device_info.
class compilation {
public:
    compilation(const compile_command& command, const compiler_components& components)
        : command_(command),
          targets_(components.targets),
          language_(find_front_end(components.front_ends, command.source.file)),
          names_(program_names_of(command.source.file.string())) {}

    int run() {
        // Parse the file as for the first target. The kernels' signatures are the same for all targets.
        check_readable(command_.source.file, language_.traits().language);
        const target& first = command_.targets.empty() ? *targets_.front() : *command_.targets.front();
        const std::unique_ptr<const kernel_file> file = language_.parse(command_.source, first);
        if (!file) return failure;
        if (const std::string clash = find_name_clash(names_, file->kernels()); !clash.empty()) throw std::runtime_error(clash);

        // Collect all outputs in temporary files, then replace the old files at once: an error leaves all of them
        // unchanged. The archive is first: if LLVM ends the process while it compiles, there is no temporary file yet.
        if (!command_.archive.empty() && !compile_archive(*file)) return failure;
        if (!command_.header.empty())
            outputs_.add(command_.header, generate_header(names_, file->kernels(), file->type_includes()));
        if (!command_.cpu_debug.empty()) outputs_.add(command_.cpu_debug, file->program_source(names_));
        if (!command_.dependencies.empty()) outputs_.add(command_.dependencies, dependency_text(file->dependencies()));
        outputs_.commit();
        for (const std::string& line : written_) fmt::print("{}\n", line);
        return 0;
    }

private:
    // Adds the archive to the outputs. Returns false if a target's module has errors; they have been printed.
    bool compile_archive(const kernel_file& file) {
        archive::archive archive_contents;
        archive_contents.compiler = fmt::format("ingotc {}, LLVM {}", ingotc_version(), LLVM_VERSION_STRING);
        archive_contents.source = command_.source.file.string();
        archive_contents.options = command_.options;
        for (const target* target : command_.targets)
            if (!compile_target(file, *target, archive_contents)) return false;
        const std::vector<std::byte> bytes = archive::write(archive_contents);
        outputs_.add(command_.archive, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        return true;
    }

    // Compiles for one target: once, or once for each device profile if the file uses device_info.
    bool compile_target(const kernel_file& file, const target& target, archive::archive& archive_contents) {
        const auto profiles = target.traits().profiles;
        if (profiles.size() == 1 || !file.uses_device_info())
            return compile_profile(file, target, profiles.back(), "", archive_contents);
        for (const archive::device_profile& profile : profiles)
            if (!compile_profile(file, target, profile, profile.name, archive_contents)) return false;
        return true;
    }

    // Compiles for one device profile of a target. `name` is the profile's name in the archive; empty if there is only
    // one.
    bool compile_profile(const kernel_file& file, const target& target, const archive::device_profile& profile,
                         std::string_view name, archive::archive& archive_contents) {
        std::optional<device_module> unit = file.generate(target, profile);
        if (!unit) return false;
        make_errors_fatal(*unit->context);
        if (const std::vector<diagnostic> errors = lower_module(*unit); !errors.empty()) {
            file.report(errors);
            return false;
        }
        const std::string prefix = name.empty() ? "" : "." + std::string(name);
        if (command_.emit_llvm) add_text(fmt::format("{}.{}.ll", prefix, target.traits().name), module_text(*unit->module));
        add_reflection(*unit, archive_contents);
        // Line tables served the diagnostics only. No driver uses them.
        // Other targets, such as SPIR, are emitted from this same lowered module.
        llvm::StripDebugInfo(*unit->module);
        emit(target, *unit, prefix, name, archive_contents);
        for (const auto& other : targets_)
            if (other->traits().base_target == target.traits().name && other->is_available())
                emit(*other, *unit, prefix, name, archive_contents);
        return true;
    }

    // Emits the code of one target and appends it to the archive.
    void emit(const target& target, device_module& unit, const std::string& prefix, std::string_view profile,
              archive::archive& archive_contents) {
        archive::code code =
            target.emit(unit, {architecture_of(target, command_), command_.source.fast_math, command_.source.optimisation});
        if (command_.emit_assembly) add_text(prefix + std::string(target.traits().text_suffix), target.disassemble(code.bytes));
        if (!profile.empty()) code.architecture = profile;
        archive_contents.targets.push_back(std::move(code));
    }

    // Merges the kernels' descriptions of one module into the archive. The kernels are the same in every module, but
    // with device_info their local memory and their use of barriers may differ. The archive stores the maximum.
    static void add_reflection(const device_module& unit, archive::archive& archive_contents) {
        if (archive_contents.kernels.empty())
            for (const kernel_entry& kernel : unit.kernels) archive_contents.kernels.push_back(kernel.reflection);
        for (size_t i = 0; i < unit.kernels.size(); ++i) {
            const archive::kernel_reflection& reflection = unit.kernels[i].reflection;
            archive_contents.kernels[i].uses_barrier |= reflection.uses_barrier;
            archive_contents.kernels[i].local_memory =
                std::max(archive_contents.kernels[i].local_memory, reflection.local_memory);
        }
    }

    void add_text(std::string_view ending, const std::string& text) {
        const std::filesystem::path path = beside(command_.archive, ending);
        outputs_.add(path, text);
        written_.push_back(fmt::format("wrote {}", path.string()));
    }

    // Returns a makefile rule for make and ninja: all outputs depend on all files that were read.
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
    output_files outputs_;
    std::vector<std::string> written_;
};

}  // namespace

int compile(const compile_command& command, const compiler_components& components) {
    return compilation(command, components).run();
}

}  // namespace ingot::compiler
