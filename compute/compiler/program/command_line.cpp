#include "command_line.hpp"

#include <fmt/format.h>
#include <llvm/Config/llvm-config.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <ingot/command_words.hpp>
#include <ingot/files/replace_file.hpp>
#include <limits>
#include <span>
#include <utility>

namespace ingot::compiler {

namespace {

constexpr int wrong_usage = 2;
constexpr const char* exit_statuses =
    "Exit status: 0 all outputs were written; 1 the kernel file has errors or needs more time or memory than the limits,\n"
    "a file cannot be read or written, or --advise=error was given and there is a remark. Outputs that were already written stay "
    "new; the others keep their old contents;\n"
    "2 the command line is wrong, and nothing was compiled; 70 ingotc itself has a defect.";

// Returns the targets that --targets can name. The others have a `base_target`, and are emitted together with it.
std::vector<const target*> selectable(const target_list& targets) {
    std::vector<const target*> result;
    for (const auto& target : targets)
        if (target->traits().base_target.empty()) result.push_back(target.get());
    return result;
}

// Joins the texts that `word` returns for the targets: "a and b" or "a, b, c". Empty texts are skipped.
template <typename Word>
std::string join(std::span<const target* const> targets, std::string_view separator, Word word) {
    std::string text;
    for (const target* target : targets)
        if (const std::string part(word(*target)); !part.empty()) text += (text.empty() ? "" : std::string(separator)) + part;
    return text;
}

std::string_view name_of(const target& target) { return target.traits().name; }
std::string_view title_of(const target& target) { return target.traits().title; }

std::string description(const front_end_list& front_ends, std::span<const target* const> targets) {
    std::string languages;
    for (const auto& front_end : front_ends)
        languages += (languages.empty() ? "" : " or ") + std::string(front_end->traits().title);
    return fmt::format(
        "Compiles a kernel file in {} to an archive with {} code, and generates the C++ header and source with which a program "
        "launches its kernels.",
        languages, join(targets, " and ", title_of));
}

// Finds the targets of --targets spirv,ptx, each once. "none" means no target: the archive describes the kernels, and only
// the CPU debug device can run them.
std::vector<const target*> parse_targets(std::span<const target* const> targets, const std::vector<std::string>& names) {
    std::vector<const target*> result;
    for (const std::string& name : names) {
        if (name == "none" && names.size() == 1) return {};
        const auto match = std::ranges::find(targets, name, [](const target* target) { return name_of(*target); });
        if (match == targets.end())
            throw CLI::ValidationError("--targets", fmt::format("unknown target '{}'; the targets are {}, or 'none' alone", name,
                                                                join(targets, " and ", name_of)));
        if (std::ranges::find(result, *match) == result.end()) result.push_back(*match);
    }
    return result;
}

// Returns the targets' remarks for the end of the help.
std::string notes(const target_list& targets) {
    std::string text;
    for (const auto& target : targets)
        if (const std::string note = target->note(); !note.empty()) text += note + "\n\n";
    return text;
}

// Returns a text such as "compute capability such as sm_70"; empty if the target has no architectures.
std::string architecture_kind(const target& target) {
    const target_traits& traits = target.traits();
    return traits.default_architecture.empty()
               ? ""
               : fmt::format("{} such as {}", traits.architecture_kind, traits.default_architecture);
}

// "OUT.spvasm (SPIR-V)"
std::string text_file(const target& target) {
    const target_traits& traits = target.traits();
    return fmt::format("OUT{} ({}{}{})", traits.text_suffix, traits.title, traits.explanation.empty() ? "" : ": ",
                       traits.explanation);
}

// The variables in which CLI11 stores the values of options and arguments.
struct words {
    compile_command compile;
    inspect_command inspect;
    std::vector<std::string> targets;
    std::string file;
    std::string advise;                // "", `given_flag`, "error" or "fix"
    std::vector<std::string> remarks;  // the values of -R
    std::string advice_format;         // "" or one of the names below
    std::string analyse;               // "", `given_flag` or "json"
};

constexpr const char* given_flag = "true";  // the value that CLI11 stores for a flag that is given without a value

constexpr std::array advice_formats {std::pair("text", advice_format::text), std::pair("json", advice_format::json),
                                     std::pair("sarif", advice_format::sarif)};

std::string optimisation_help(std::span<const target* const> targets) {
    const auto titles = [&](bool optimises) {
        return join(targets, " and ",
                    [=](const target& target) { return target.traits().optimises == optimises ? title_of(target) : ""; });
    };
    return fmt::format(
        "optimisation level for {}: 0 and 1 optimise little, 3 most; {} is optimised by the device's driver instead; "
        "default: {}",
        titles(true), titles(false), source_options().optimisation);
}

// Adds --arch if a target has architectures. The lambda of check() copies its data, because it runs after this function
// has returned.
void add_architectures(CLI::App& app, std::vector<std::string>& architectures, const std::vector<const target*>& targets) {
    const std::string kinds = join(targets, " or a ", architecture_kind);
    if (kinds.empty()) return;
    const auto has_one = [](const target& target) { return !target.traits().default_architecture.empty(); };
    app.add_option("--arch", architectures,
                   join(targets, "; ",
                        [&](const target& target) {
                            if (!has_one(target)) return std::string();
                            return fmt::format(
                                "{}: the lowest {} that the code must run on; several, separated by commas: code for each, of "
                                "which a device runs the best; default: {}",
                                title_of(target), target.traits().architecture_kind, target.traits().default_architecture);
                        }))
        ->delimiter(',')
        ->type_name(join(targets, "|", [](const target& target) { return target.traits().architecture_pattern; }))
        ->check([targets, kinds](const std::string& text) {
            const bool fits = std::ranges::any_of(targets, [&](const target* target) { return target->is_architecture(text); });
            return fits ? std::string() : fmt::format("'{}' is not a {}", text, kinds);
        });
}

// Adds the options for limits. They do not affect the code, and are not stored in the archive.
void add_limits(CLI::App& app, resource_limits& limits) {
    const auto greatest = std::numeric_limits<uint32_t>::max();
    app.add_option("--max-seconds", limits.seconds,
                   fmt::format("stop with an error after this many seconds of processor time; default: {}", limits.seconds))
        ->type_name("N")
        ->check(CLI::Range(1u, greatest).description(""));
    app.add_option("--max-memory", limits.mebibytes,
                   fmt::format("stop with an error if more memory is needed, in MiB; default: {}", limits.mebibytes))
        ->type_name("N")
        ->check(CLI::Range(1u, greatest).description(""));
}

void add_advice_options(CLI::App& app, words& command_line) {
    app.add_flag("--advise", command_line.advise,
                 "print what would make the kernels faster, as remarks with file and line; no other output is needed; "
                 "--advise=error: a remark is an error; --advise=fix: write the fixes into the kernel file. A comment '// ingot: "
                 "keep REASON' at a line, or above it, silences its "
                 "remarks")
        ->type_name("")
        ->check([](const std::string& text) {
            const bool fits = text == given_flag || text == "error" || text == "fix";
            return fits ? std::string() : fmt::format("--advise={}: the choices are --advise=error and --advise=fix", text);
        });
    app.add_option("-R", command_line.remarks, "-Radvice: print the remarks of --advise when the outputs are written")
        ->type_name("advice")
        ->allow_extra_args(false)
        ->check([](const std::string& text) {
            return text == "advice" ? std::string() : fmt::format("-R{}: the only choice is -Radvice", text);
        });
    app.add_flag("--advise-registers", command_line.compile.advice.asks_for_registers,
                 "with --advise or -Radvice: also compile the kernels for the architectures of --arch, and report those whose "
                 "registers do not suffice; needs ptxas of the CUDA toolkit in PATH or CUDA_PATH/bin");
    app.add_option("--advise-format", command_line.advice_format,
                   "how remarks are printed: text, on the standard error stream; or json or sarif (SARIF 2.1, which code hosts "
                   "show), on the standard output stream; default: text")
        ->type_name("NAME")
        ->take_last()
        ->check([](const std::string& text) {
            const bool fits = std::ranges::any_of(advice_formats, [&](const auto& each) { return text == each.first; });
            return fits ? std::string() : fmt::format("unknown format '{}'; the choices are text, json and sarif", text);
        });
}

void add_analysis_options(CLI::App& app, words& command_line) {
    app.add_flag(
           "--analyse", command_line.analyse,
           "print what each kernel consists of: instructions, bytes of each memory, branches, and how many groups a compute "
           "unit can hold; no other output is needed; --analyse=json: as JSON")
        ->type_name("")
        ->check([](const std::string& text) {
            const bool fits = text == given_flag || text == "json";
            return fits ? std::string() : fmt::format("--analyse={}: the only choice is --analyse=json", text);
        });
    app.add_option("--group-size", command_line.compile.analysis.group_size,
                   fmt::format("work-items of a group, for --analyse; default: {}", command_line.compile.analysis.group_size))
        ->type_name("N")
        ->check(CLI::Range(1u, 1024u).description(""));
}

// Returns what the words of the options mean together.
advice_options advice_of(const words& command_line) {
    advice_options advice;
    advice.is_main_result = !command_line.advise.empty();
    advice.as_errors = command_line.advise == "error";
    advice.writes_fixes = command_line.advise == "fix";
    advice.is_wanted = advice.is_main_result || !command_line.remarks.empty();
    advice.asks_for_registers = command_line.compile.advice.asks_for_registers;
    if (advice.asks_for_registers && !advice.is_wanted)
        throw CLI::ValidationError("--advise-registers", "there are no remarks without --advise or -Radvice");
    if (command_line.advice_format.empty()) return advice;
    if (!advice.is_wanted) throw CLI::ValidationError("--advise-format", "there are no remarks without --advise or -Radvice");
    advice.format =
        std::ranges::find(advice_formats, command_line.advice_format, [](const auto& each) { return each.first; })->second;
    return advice;
}

// Returns the versions of the languages for the help: "Metal: metal2.0, metal3.0 (default)".
std::string standards_help(const front_end_list& languages) {
    std::string text;
    for (const auto& language : languages) {
        const std::vector<std::string_view>& standards = language->traits().standards;
        if (standards.empty()) continue;
        text += fmt::format("{}{}: {}; default: {}", text.empty() ? "" : "; ", language->traits().language,
                            fmt::join(standards, ", "), standards.front());
    }
    return text;
}

void add_compile_options(CLI::App& app, words& command_line, const target_list& all_targets, const front_end_list& languages) {
    const std::vector<const target*> targets = selectable(all_targets);
    const auto default_name = [](const target& target) { return target.traits().is_default ? std::string(name_of(target)) : ""; };
    app.add_option("FILE", command_line.file, "kernel file to compile");
    app.add_option("-o", command_line.compile.archive, "archive to write")->type_name("OUT.ingot");
    app.add_option("--targets", command_line.targets,
                   fmt::format("one or more of {}, separated by commas; or none, for kernels that run only on the CPU debug "
                               "device; default: {}",
                               join(targets, ", ", name_of), join(targets, ",", default_name)))
        ->delimiter(',')
        ->type_name("LIST");
    app.add_option("--header", command_line.compile.header,
                   "C++ header to write; a program launches the kernels through it, and the C++ compiler checks their arguments")
        ->type_name("FILE.hpp");
    app.add_option("--cpu-debug", command_line.compile.cpu_debug,
                   "C++ source to write, with the kernels for the CPU debug device")
        ->type_name("FILE.cpp");
    app.add_option("--depfile", command_line.compile.dependencies,
                   "dependency file to write, for make and ninja: all files that were read, except headers of the system")
        ->type_name("FILE.d");
    app.add_flag("--emit-llvm", command_line.compile.emit_llvm,
                 "also write the LLVM IR of each target beside the archive: " +
                     join(targets, ", ", [](const target& target) { return fmt::format("OUT.{}.ll", name_of(target)); }));
    std::vector<const target*> pointers;
    for (const auto& target : all_targets) pointers.push_back(target.get());
    app.add_flag("--emit-asm", command_line.compile.emit_assembly,
                 "also write each target's code as text beside the archive: " + join(pointers, ", ", text_file));
    app.add_option("-D", command_line.compile.source.definitions, "define a macro; can be given several times")
        ->type_name("NAME[=VALUE]")
        ->allow_extra_args(false)
        ->check([](const std::string& text) {
            const bool fits = !text.empty() && (std::isalpha(static_cast<unsigned char>(text.front())) || text.front() == '_');
            return fits ? std::string() : fmt::format("'{}' does not begin with the name of a macro", text);
        });
    app.add_option("-I", command_line.compile.source.include_folders,
                   "search this folder for headers; can be given several times")
        ->type_name("FOLDER")
        ->allow_extra_args(false);
    app.add_option("-W", command_line.compile.source.warnings,
                   "a warning of Clang, such as all, no-unused (off) or error (warnings are errors); can be given several times")
        ->type_name("NAME")
        ->allow_extra_args(false);
    app.add_option(
           "--stdlib", command_line.compile.source.standard_library,
           "C++ standard library, libstdc++ or libc++; use the same for a program and its kernels; -stdlib=NAME also works")
        ->type_name("NAME")
        ->take_last()
        ->check([](const std::string& text) {
            return text == "libstdc++" || text == "libc++"
                       ? std::string()
                       : fmt::format("unknown standard library '{}'; the choices are libstdc++ and libc++", text);
        });
    app.add_option("--gcc-install-dir", command_line.compile.source.gcc_installation,
                   "GCC installation whose libstdc++ is used: /usr/lib/gcc/TRIPLE/VERSION; by default the newest one")
        ->type_name("FOLDER")
        ->take_last()
        ->check([](const std::string& text) {
            std::error_code ignored;
            return std::filesystem::exists(std::filesystem::path(text) / "crtbegin.o", ignored)
                       ? std::string()
                       : fmt::format("'{}' does not contain a GCC installation: it has no file crtbegin.o", text);
        });
    app.add_option("--std", command_line.compile.source.standard,
                   "version of the kernel file's language; -std=NAME also works; " + standards_help(languages))
        ->type_name("NAME")
        ->take_last();
    app.add_option("-O", command_line.compile.source.optimisation, optimisation_help(targets))
        ->type_name("N")
        ->check([](const std::string& text) {
            const bool fits = text.size() == 1 && text[0] >= '0' && text[0] <= '3';
            return fits ? std::string() : fmt::format("'{}' is invalid; expected 0, 1, 2 or 3", text);
        });
    app.add_flag("--fast-math", command_line.compile.source.fast_math,
                 "faster and less exact mathematics: reassociate, approximate, flush denormal numbers to 0, assume neither NaN "
                 "nor infinity");
    app.add_flag(
        "-g", command_line.compile.writes_lines,
        join(targets, " and ", [](const target& target) { return target.traits().writes_lines ? title_of(target) : ""; }) +
            ": also write the lines of the source into the code, for debuggers and for the assembly of a sample's "
            "kernels; other devices have no use for them");
    add_architectures(app, command_line.compile.architectures, targets);
    add_limits(app, command_line.compile.limits);
    add_advice_options(app, command_line);
    add_analysis_options(app, command_line);
    app.add_flag("--time", command_line.compile.print_times,
                 "print how long each phase took: processor time and elapsed time, for each target");
}

// Rejects an output that would overwrite the kernel file or another output.
void check_outputs(const compile_command& compile) {
    std::vector<std::filesystem::path> outputs;
    for (const auto& file : {compile.archive, compile.header, compile.cpu_debug, compile.dependencies}) {
        if (file.empty()) continue;
        const auto is_file = [&](const std::filesystem::path& other) { return files::is_same_file(file, other); };
        if (is_file(compile.source.file))
            throw CLI::ValidationError(fmt::format("'{}' is the kernel file; write the output to another file", file.string()));
        if (std::ranges::any_of(outputs, is_file))
            throw CLI::ValidationError(fmt::format("'{}' is given for two outputs; write each to its own file", file.string()));
        outputs.push_back(file);
    }
}

// Throws an exception if the file's language does not have the version that the command line names.
void check_standard(const source_options& source, const front_end_list& languages) {
    const front_end_traits& language = find_front_end(languages, source.file).traits();
    if (source.standard.empty() || std::ranges::find(language.standards, source.standard) != language.standards.end()) return;
    throw CLI::ValidationError(fmt::format("--std={}: '{}' is a {} file; the choices are {}", source.standard,
                                           source.file.string(), language.language, fmt::join(language.standards, ", ")));
}

// Checks the values that CLI11 parsed and completes the command.
void finish(words& command_line, const target_list& targets, const front_end_list& languages) {
    compile_command& compile = command_line.compile;
    compile.targets = parse_targets(selectable(targets), command_line.targets);
    compile.source.file = command_line.file;
    if (command_line.file.empty()) throw CLI::ValidationError("no kernel file given: name one, as in 'ingotc FILE -o OUT.ingot'");
    compile.advice = advice_of(command_line);
    compile.analysis.is_wanted = !command_line.analyse.empty();
    compile.analysis.as_json = command_line.analyse == "json";
    if (compile.analysis.is_wanted && compile.advice.is_wanted && compile.advice.format != advice_format::text)
        throw CLI::ValidationError("--advise-format",
                                   "the standard output stream cannot have both remarks and --analyse's facts");
    if (compile.archive.empty() && compile.header.empty() && compile.cpu_debug.empty() && !compile.advice.is_main_result &&
        !compile.analysis.is_wanted)
        throw CLI::ValidationError(
            "no output given: name one with -o OUT.ingot, --header FILE.hpp or --cpu-debug FILE.cpp; or give --advise or "
            "--analyse");
    check_outputs(compile);
    check_standard(compile.source, languages);
    if ((compile.emit_llvm || compile.emit_assembly) && compile.archive.empty())
        throw CLI::ValidationError("--emit-llvm, --emit-asm",
                                   "the text files are written beside the archive; name an archive with -o OUT.ingot");
    for (const std::string& definition : compile.source.definitions) compile.options.push_back("-D" + definition);
    compile.options.push_back(fmt::format("-O{}", compile.source.optimisation));
    if (compile.source.fast_math) compile.options.emplace_back("--fast-math");
    if (compile.writes_lines) compile.options.emplace_back("-g");
    if (!compile.source.standard_library.empty()) compile.options.push_back("--stdlib=" + compile.source.standard_library);
    if (!compile.source.standard.empty()) compile.options.push_back("--std=" + compile.source.standard);
    if (!compile.source.gcc_installation.empty())
        compile.options.push_back("--gcc-install-dir=" + compile.source.gcc_installation.string());
    for (const target* target : compile.targets)
        for (const std::string& architecture : architectures_of(*target, compile))
            if (!architecture.empty()) compile.options.push_back("--arch=" + architecture);
}

// If the command line contains an option for compiling or a kernel file in addition to the subcommand `inspect`, returns
// the name of the option or of the file. Otherwise returns an empty string.
std::string option_beside_inspect(const CLI::App& app) {
    for (const CLI::Option* option : app.get_options())
        if (option->count() > 0) return option->get_positional() ? option->results().front() : option->get_name();
    return {};
}

// Returns the arguments without the program's name, in reverse order, as CLI11 expects them. Clang's options -stdlib=NAME and
// -std=NAME get a second hyphen, because CLI11 would parse them as the options -s, -t and so on.
std::vector<std::string> reversed_words(std::span<const char* const> arguments) {
    std::vector<std::string> words(arguments.rbegin(), arguments.rend() - 1);
    for (std::string& word : words)
        if (word.starts_with("-stdlib=") || word.starts_with("-std=")) word.insert(0, 1, '-');
    return words;
}

}  // namespace

std::string_view ingotc_version() { return INGOT_VERSION; }

std::vector<std::string> architectures_of(const target& made_for, const compile_command& command) {
    std::vector<std::string> found;
    for (const std::string& name : command.architectures)
        if (made_for.is_architecture(name) && std::ranges::find(found, name) == found.end()) found.push_back(name);
    if (found.empty()) found.emplace_back(made_for.traits().default_architecture);
    return found;
}

std::variant<compile_command, inspect_command, int> parse_command_line(const compiler_components& components, int count,
                                                                       const char* const* arguments) {
    words command_line;
    for (const target* target : selectable(components.targets))
        if (target->traits().is_default) command_line.targets.emplace_back(name_of(*target));
    CLI::App app(description(components.front_ends, selectable(components.targets)), "ingotc");
    app.set_version_flag("--version", fmt::format("ingotc {}, LLVM {}", ingotc_version(), LLVM_VERSION_STRING),
                         "print the version");
    app.allow_extras();  // unknown arguments are reported below with Ingot's own message; the subcommand inherits this
    app.footer(notes(components.targets) + exit_statuses);
    app.formatter(std::make_shared<command_words::help_formatter>(
        "Usage: ingotc FILE [-o OUT.ingot] [--header FILE.hpp] [--cpu-debug FILE.cpp] [OPTION…]\n"
        "       ingotc --advise FILE [OPTION…]\n"
        "       ingotc --analyse FILE [OPTION…]\n"
        "       ingotc inspect [--json] FILE.ingot\n"
        "Give at least one of -o, --header, --cpu-debug, --advise and --analyse."));
    app.set_help_flag("-h,--help", "print this help");
    add_compile_options(app, command_line, components.targets, components.front_ends);
    CLI::App* inspect = app.add_subcommand("inspect", "print the contents of an archive");
    inspect->formatter(std::make_shared<command_words::help_formatter>("Usage: ingotc inspect [--json] FILE.ingot"));
    inspect->footer(
        "Exit status: 0 the contents were printed; 1 the file cannot be read, or is no archive; 2 the command line is wrong.");
    inspect->add_option("FILE.ingot", command_line.inspect.archive, "archive to inspect");
    inspect->add_flag("--json", command_line.inspect.as_json, "print JSON");
    const auto reject = [](const std::string& reason) {
        fmt::print(stderr, "ingotc: error: {}\n", reason);
        return wrong_usage;
    };
    try {
        app.parse(reversed_words({arguments, static_cast<size_t>(count)}));
        const CLI::App& meant = *inspect ? *inspect : app;
        if (const std::string extras = command_words::unknown_argument_message(meant); !extras.empty()) return reject(extras);
        if (*inspect) {
            if (const std::string word = option_beside_inspect(app); !word.empty())
                return reject(fmt::format("'{}' cannot be given with 'inspect'; see 'ingotc inspect --help'", word));
            if (command_line.inspect.archive.empty())
                return reject("no archive given: name one, as in 'ingotc inspect FILE.ingot'; see 'ingotc inspect --help'");
            return command_line.inspect;
        }
        finish(command_line, components.targets, components.front_ends);
        return command_line.compile;
    } catch (const CLI::Success& request) {  // --help, --version
        return app.exit(request);
    } catch (const CLI::ParseError& problem) {
        return reject(command_words::parse_error_message(app, problem));
    }
}

}  // namespace ingot::compiler
