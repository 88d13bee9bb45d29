#include "command_line.hpp"

#include <fmt/format.h>
#include <llvm/Config/llvm-config.h>

#include <algorithm>
#include <cctype>
#include <ingot/archive/replace_file.hpp>
#include <ingot/command_words.hpp>
#include <span>

namespace ingot::compiler {

namespace {

constexpr int wrong_usage = 2;
constexpr const char* exit_statuses =
    "Exit status: 0 every output is in place; 1 the kernel file has an error, or a file cannot be read or written:\n"
    "no output was touched; 2 the command line is wrong, nothing was begun; 70 a defect of ingotc itself.";

std::vector<const target*> askable(const target_list& known) {
    std::vector<const target*> found;
    for (const auto& one : known)
        if (one->traits().comes_with.empty()) found.push_back(one.get());
    return found;
}

// "a and b" or "a, b, c"; of each target what `word` says of it, where that is not empty.
template <typename Word>
std::string listed(std::span<const target* const> targets, std::string_view separator, Word word) {
    std::string text;
    for (const target* one : targets)
        if (const std::string part(word(*one)); !part.empty()) text += (text.empty() ? "" : std::string(separator)) + part;
    return text;
}

std::string_view name_of(const target& one) { return one.traits().name; }
std::string_view title_of(const target& one) { return one.traits().title; }

std::string description(const front_end_list& front_ends, std::span<const target* const> targets) {
    std::string languages;
    for (const auto& one : front_ends) languages += (languages.empty() ? "" : " or ") + std::string(one->traits().title);
    return fmt::format(
        "Compiles a kernel file in {} for every device: to an archive that holds {}, and to the source that a program needs to "
        "launch its kernels.",
        languages, listed(targets, " and ", title_of));
}

// "spirv,ptx" → targets, each once. "none" stands for no target: only header and CPU debug source are made.
std::vector<const target*> parse_targets(std::span<const target* const> known, const std::vector<std::string>& names) {
    std::vector<const target*> found;
    for (const std::string& name : names) {
        if (name == "none" && names.size() == 1) return {};
        const auto named = std::ranges::find(known, name, [](const target* one) { return name_of(*one); });
        if (named == known.end())
            throw CLI::ValidationError("--targets", fmt::format("'{}' is no target; there are {}, or none alone", name,
                                                                listed(known, " and ", name_of)));
        if (std::ranges::find(found, *named) == found.end()) found.push_back(*named);
    }
    return found;
}

std::string notes(const target_list& known) {
    std::string text;
    for (const auto& one : known)
        if (const std::string note = one->note(); !note.empty()) text += note + "\n\n";
    return text;
}

// "compute capability such as sm_70"
std::string architecture_kind(const target& one) {
    const target_traits& traits = one.traits();
    return traits.default_architecture.empty()
               ? ""
               : fmt::format("{} such as {}", traits.architecture_kind, traits.default_architecture);
}

struct words {
    compile_command compile;
    inspect_command inspect;
    std::vector<std::string> targets;
    std::string file;
};

std::string optimisation_help(std::span<const target* const> known) {
    const auto where = [&](bool here) {
        return listed(known, " and ", [=](const target& one) { return one.traits().optimises == here ? title_of(one) : ""; });
    };
    return fmt::format("how much to optimise {}: 0 and 1 little, 3 most; the driver of a device that takes {} decides by itself",
                       where(true), where(false));
}

// The check outlives this call.
void add_architecture(CLI::App& app, std::string& given, const std::vector<const target*>& known) {
    const std::string kinds = listed(known, " and no ", architecture_kind);
    if (kinds.empty()) return;
    const auto has_one = [](const target& one) { return !one.traits().default_architecture.empty(); };
    given = listed(known, ", ", [](const target& one) { return one.traits().default_architecture; });
    app.add_option("--arch", given,
                   listed(known, "; ",
                          [&](const target& one) {
                              if (!has_one(one)) return std::string();
                              return fmt::format("for {}: the lowest {} that shall run it", title_of(one),
                                                 one.traits().architecture_kind);
                          }))
        ->type_name(listed(known, "|", [](const target& one) { return one.traits().architecture_pattern; }))
        ->check([known, kinds](const std::string& text) {
            const bool fits = std::ranges::any_of(known, [&](const target* one) { return one->is_architecture(text); });
            return fits ? std::string() : fmt::format("'{}' is no {}", text, kinds);
        })
        ->capture_default_str();
}

void add_compile_options(CLI::App& app, words& given, const target_list& known) {
    const std::vector<const target*> targets = askable(known);
    app.add_option("FILE", given.file, "kernel file");
    app.add_option("-o", given.compile.archive, "archive to write")->type_name("OUT.ingot");
    app.add_option("--targets", given.targets,
                   fmt::format("kinds of code, with commas: {}; none where only the CPU debug device runs it",
                               listed(targets, ", ", name_of)))
        ->delimiter(',')
        ->type_name("KIND")
        ->capture_default_str();
    app.add_option("--header", given.compile.header, "header with typed launchers to write")->type_name("FILE.hpp");
    app.add_option("--cpu-debug", given.compile.cpu_debug, "source that puts the kernels into a program to write")
        ->type_name("FILE.cpp");
    app.add_option("--depfile", given.compile.dependencies, "file to write with all files that were read, for make and ninja")
        ->type_name("FILE.d");
    app.add_flag("--emit-llvm", given.compile.emit_llvm,
                 "write LLVM IR of each target beside the archive: " +
                     listed(targets, ", ", [](const target& one) { return fmt::format("OUT.{}.ll", name_of(one)); }));
    std::vector<const target*> all;
    for (const auto& one : known) all.push_back(one.get());
    app.add_flag("--emit-asm", given.compile.emit_assembly,
                 "write each target's code as text beside the archive: " +
                     listed(all, ", ", [](const target& one) { return fmt::format("OUT{}", one.traits().text_ending); }));
    app.add_option("-D", given.compile.source.definitions, "define a macro")
        ->type_name("NAME[=VALUE]")
        ->allow_extra_args(false)
        ->check([](const std::string& text) {
            const bool fits = !text.empty() && (std::isalpha(static_cast<unsigned char>(text.front())) || text.front() == '_');
            return fits ? std::string() : fmt::format("'{}' does not begin with a macro's name", text);
        });
    app.add_option("-I", given.compile.source.include_folders, "look for headers there")
        ->type_name("FOLDER")
        ->allow_extra_args(false);
    app.add_option("-W", given.compile.source.warnings, "Clang's warning of that name: all, no-unused, error")
        ->type_name("NAME")
        ->allow_extra_args(false);
    app.add_option("--stdlib", given.compile.source.standard_library,
                   "C++ standard library; a program and its kernels must have the same. Also: -stdlib=NAME")
        ->type_name("NAME")
        ->take_last()
        ->check([](const std::string& text) {
            return text == "libstdc++" || text == "libc++"
                       ? std::string()
                       : fmt::format("'{}' is no standard library; there are libstdc++ and libc++", text);
        });
    app.add_option("--gcc-install-dir", given.compile.source.gcc_installation,
                   "the GCC whose libstdc++ it is: /usr/lib/gcc/TRIPLE/VERSION; where it is not given, the newest")
        ->type_name("FOLDER")
        ->take_last();
    app.add_option("-O", given.compile.source.optimisation, optimisation_help(targets))
        ->type_name("N")
        ->check(CLI::Range(0u, 3u).description(""))
        ->capture_default_str();
    app.add_flag(
        "--fast-math", given.compile.source.fast_math,
        "calculate faster and less exactly: reassociate, approximate, flush denormal numbers, assume no NaN and no infinity");
    add_architecture(app, given.compile.architecture, targets);
}

// Before anything is begun: an output that is the kernel file, or another output, would overwrite it.
void check_outputs(const compile_command& compile) {
    std::vector<std::filesystem::path> taken;
    for (const auto& file : {compile.archive, compile.header, compile.cpu_debug, compile.dependencies}) {
        if (file.empty()) continue;
        const auto is_file = [&](const std::filesystem::path& other) { return archive::is_same_file(file, other); };
        if (is_file(compile.source.file))
            throw CLI::ValidationError(
                fmt::format("'{}' is the kernel file: an output cannot be the file that is read", file.string()));
        if (std::ranges::any_of(taken, is_file))
            throw CLI::ValidationError(fmt::format("'{}' is asked for twice: two outputs cannot be one file", file.string()));
        taken.push_back(file);
    }
}

// -I and -D also stand together with their text, and take the next word where they stand alone; CLI11 does that for one letter.
void finish(words& given, const target_list& known) {
    compile_command& compile = given.compile;
    compile.targets = parse_targets(askable(known), given.targets);
    compile.source.file = given.file;
    if (given.file.empty()) throw CLI::ValidationError("no kernel file is named");
    if (compile.archive.empty() && compile.header.empty() && compile.cpu_debug.empty())
        throw CLI::ValidationError("nothing to do: name an output: -o OUT.ingot, --header FILE.hpp or --cpu-debug FILE.cpp");
    check_outputs(compile);
    if ((compile.emit_llvm || compile.emit_assembly) && compile.archive.empty())
        throw CLI::ValidationError("--emit-llvm, --emit-asm", "they write beside the archive: name it with -o OUT.ingot");
    for (const std::string& definition : compile.source.definitions) compile.options.push_back("-D" + definition);
    compile.options.push_back(fmt::format("-O{}", compile.source.optimisation));
    if (compile.source.fast_math) compile.options.emplace_back("--fast-math");
    if (!compile.source.standard_library.empty()) compile.options.push_back("--stdlib=" + compile.source.standard_library);
    if (!compile.source.gcc_installation.empty())
        compile.options.push_back("--gcc-install-dir=" + compile.source.gcc_installation.string());
    for (const target* one : compile.targets)
        if (const std::string architecture = architecture_of(*one, compile); !architecture.empty())
            compile.options.push_back("--arch=" + architecture);
}

// As CLI11 takes them, the last one first. Clang writes -stdlib=NAME with one hyphen, and takes two as well; CLI11 would read the
// options -s, -t and so on.
std::vector<std::string> reversed_words(std::span<const char* const> arguments) {
    std::vector<std::string> words(arguments.rbegin(), arguments.rend() - 1);
    for (std::string& word : words)
        if (word.starts_with("-stdlib=")) word.insert(0, 1, '-');
    return words;
}

}  // namespace

std::string_view ingotc_version() { return INGOT_VERSION; }

std::string architecture_of(const target& made_for, const compile_command& command) {
    return made_for.is_architecture(command.architecture) ? command.architecture
                                                          : std::string(made_for.traits().default_architecture);
}

std::variant<compile_command, inspect_command, int> parse_command_line(const compiler_parts& known, int count,
                                                                       const char* const* arguments) {
    words given;
    for (const target* one : askable(known.targets)) given.targets.emplace_back(name_of(*one));
    CLI::App app(description(known.front_ends, askable(known.targets)), "ingotc");
    app.set_version_flag("--version", fmt::format("ingotc {}, LLVM {}", ingotc_version(), LLVM_VERSION_STRING));
    app.allow_extras();  // told of in our own words; the command below inherits it
    app.footer(notes(known.targets) + exit_statuses);
    add_compile_options(app, given, known.targets);
    CLI::App* inspect = app.add_subcommand("inspect", "say what an archive holds");
    inspect->add_option("OUT.ingot", given.inspect.archive, "archive")->required();
    inspect->add_flag("--json", given.inspect.as_json, "as JSON");
    const auto refuse = [](const std::string& why) {
        fmt::print(stderr, "ingotc: error: {}\n", why);
        return wrong_usage;
    };
    try {
        app.parse(reversed_words({arguments, static_cast<size_t>(count)}));
        const CLI::App& meant = *inspect ? *inspect : app;
        if (const std::string extras = command_words::refusal_of_extras(meant); !extras.empty()) return refuse(extras);
        if (*inspect) return given.inspect;
        finish(given, known.targets);
        return given.compile;
    } catch (const CLI::Success& asked) {  // --help, --version
        return app.exit(asked);
    } catch (const CLI::ParseError& problem) {
        return refuse(command_words::refusal(app, problem));
    }
}

}  // namespace ingot::compiler
