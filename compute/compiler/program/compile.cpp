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
#include "output_files.hpp"

namespace ingot::compiler {

namespace {

constexpr int failure = 1;

// Says what is wrong with the file itself, which Clang would say in terms of its own.
void check_readable(const std::filesystem::path& file, std::string_view language) {
    std::error_code error;
    const std::filesystem::file_status status = std::filesystem::status(file, error);
    if (!std::filesystem::exists(status)) throw std::runtime_error(fmt::format("no kernel file '{}'", file.string()));
    if (std::filesystem::is_directory(status))
        throw std::runtime_error(fmt::format("'{}' is a folder: name a kernel file in it", file.string()));
    if (!std::filesystem::is_regular_file(status))
        throw std::runtime_error(fmt::format("'{}' is no regular file", file.string()));
    std::ifstream stream(file, std::ios::binary);
    if (!stream) throw std::runtime_error(fmt::format("cannot read '{}'", file.string()));
    std::string beginning(4096, ' ');
    stream.read(beginning.data(), static_cast<std::streamsize>(beginning.size()));
    beginning.resize(static_cast<size_t>(stream.gcount()));
    if (beginning.find('\0') != std::string::npos)
        throw std::runtime_error(fmt::format("'{}' is no {} source: it holds zero bytes", file.string(), language));
}

std::string module_text(const llvm::Module& module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module.print(stream, nullptr);
    return text;
}

// Where each piece of text of a target goes: OUT.ingot → OUT.spirv.ll.
std::filesystem::path beside(const std::filesystem::path& archive, std::string_view ending) {
    std::filesystem::path path = archive;
    return path.replace_extension(ending);
}

class compilation {
public:
    compilation(const compile_command& wanted, const compiler_parts& known)
        : command(wanted),
          targets(known.targets),
          language(find_front_end(known.front_ends, wanted.source.file)),
          names(names_of(wanted.source.file.string())) {}

    int run() {
        check_readable(command.source.file, language.traits().language);
        const target& first = command.targets.empty() ? *targets.front() : *command.targets.front();
        const std::unique_ptr<const kernel_file> file = language.parse(command.source, first);
        if (!file) return failure;
        if (const std::string clash = find_clash(names, file->kernels()); !clash.empty()) throw std::runtime_error(clash);

        if (!command.header.empty()) outputs.add(command.header, generate_header(names, file->kernels(), file->type_includes()));
        if (!command.cpu_debug.empty()) outputs.add(command.cpu_debug, file->program_source(names));
        if (!command.archive.empty() && !cast(*file)) return failure;
        if (!command.dependencies.empty()) outputs.add(command.dependencies, dependency_text(file->dependencies()));
        outputs.commit();
        for (const std::string& line : written) fmt::print("{}\n", line);
        return 0;
    }

private:
    bool cast(const kernel_file& file) {
        archive::archive made;
        made.compiler = fmt::format("ingotc {}, LLVM {}", ingotc_version(), LLVM_VERSION_STRING);
        made.source = command.source.file.string();
        made.options = command.options;
        for (const target* one : command.targets)
            if (!cast(file, *one, made)) return false;
        const std::vector<std::byte> bytes = archive::write(made);
        outputs.add(command.archive, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
        return true;
    }

    bool cast(const kernel_file& file, const target& made_for, archive::archive& made) {
        const auto profiles = made_for.traits().profiles;
        if (profiles.size() == 1 || !file.asks_device_info()) return cast(file, made_for, profiles.back(), "", made);
        for (const archive::device_profile& profile : profiles)
            if (!cast(file, made_for, profile, profile.name, made)) return false;
        return true;
    }

    bool cast(const kernel_file& file, const target& made_for, const archive::device_profile& profile, std::string_view name,
              archive::archive& made) {
        std::optional<device_module> unit = file.generate(made_for, profile);
        if (!unit) return false;
        if (const std::vector<diagnostic> errors = lower(*unit); !errors.empty()) {
            file.report(errors);
            return false;
        }
        const std::string prefix = name.empty() ? "" : "." + std::string(name);
        if (command.emit_llvm) add_text(fmt::format("{}.{}.ll", prefix, made_for.traits().name), module_text(*unit->module));
        add_reflection(*unit, made);
        // Line tables were for the diagnostics; no driver reads ours.
        llvm::StripDebugInfo(*unit->module);
        emit(made_for, *unit, prefix, name, made);
        for (const auto& other : targets)
            if (other->traits().comes_with == made_for.traits().name && other->is_available())
                emit(*other, *unit, prefix, name, made);
        return true;
    }

    void emit(const target& made_for, device_module& unit, const std::string& prefix, std::string_view profile,
              archive::archive& made) {
        archive::code code =
            made_for.emit(unit, {architecture_of(made_for, command), command.source.fast_math, command.source.optimisation});
        if (command.emit_assembly)
            add_text(prefix + std::string(made_for.traits().text_ending), made_for.disassemble(code.bytes));
        if (!profile.empty()) code.architecture = profile;
        made.targets.push_back(std::move(code));
    }

    // Kernels are the same for all targets, but what they take and whether they wait may differ by device_info: the most counts.
    static void add_reflection(const device_module& unit, archive::archive& to) {
        if (to.kernels.empty())
            for (const kernel_entry& kernel : unit.kernels) to.kernels.push_back(kernel.reflection);
        for (size_t i = 0; i < unit.kernels.size(); ++i) {
            const archive::kernel_reflection& found = unit.kernels[i].reflection;
            to.kernels[i].uses_barrier |= found.uses_barrier;
            to.kernels[i].local_memory = std::max(to.kernels[i].local_memory, found.local_memory);
        }
    }

    void add_text(std::string_view ending, const std::string& text) {
        const std::filesystem::path path = beside(command.archive, ending);
        outputs.add(path, text);
        written.push_back(fmt::format("wrote {}", path.string()));
    }

    // One rule for all outputs, as make and ninja read it.
    std::string dependency_text(const std::vector<std::string>& files) const {
        const auto escape = [](const std::string& path) {
            std::string made;
            for (const char c : std::filesystem::absolute(path).lexically_normal().string()) {
                if (c == ' ' || c == '#' || c == '\\') made += '\\';
                if (c == '$') made += '$';
                made += c;
            }
            return made;
        };
        std::string text;
        for (const std::filesystem::path& output : {command.archive, command.header, command.cpu_debug})
            if (!output.empty()) text += (text.empty() ? "" : " ") + escape(output.string());
        text += ":";
        for (const std::string& file : files) text += " \\\n  " + escape(file);
        return text + "\n";
    }

    const compile_command& command;
    const target_list& targets;
    const front_end& language;
    program_names names;
    output_files outputs;
    std::vector<std::string> written;
};

}  // namespace

int compile(const compile_command& command, const compiler_parts& known) { return compilation(command, known).run(); }

}  // namespace ingot::compiler
