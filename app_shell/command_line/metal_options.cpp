#include "command_line/metal_options.hpp"

#include <fmt/format.h>

#include <ingot/command_words.hpp>
#include <utility>

#include "command_line/option_parser.hpp"
#include "command_line/option_values.hpp"

namespace ingot::shell {

namespace {

constexpr const char* metal_usage =
    "ingot metal check FILE…             find the errors in Metal files\n"
    "       ingot metal run FILE [OPTIONS]      run a kernel of a Metal file on data\n\n"
    "'ingot metal check --help' and 'ingot metal run --help' list the options.";
constexpr const char* no_command = "no command given after 'metal'; commands: check, run; see 'ingot metal --help'";
constexpr const char* check_usage =
    "ingot metal check FILE… [OPTIONS]\n\n"
    "Compiles Metal files (Metal Shading Language 3.0, compute kernels) to find their errors, and writes no code. A FILE may be "
    "a\n"
    "folder: then all files *.metal below it are checked.";
constexpr const char* check_statuses =
    "Exit status: 0 all files are valid; 1 a file has errors, or a file could not be read or written; 2 the command line is "
    "wrong\n"
    "and nothing was checked.";
constexpr const char* run_usage =
    "ingot metal run FILE.metal --grid X[,Y[,Z]] [OPTIONS]\n\n"
    "Compiles a Metal file, runs one of its kernels on a device, and writes the buffers and textures that are asked for.\n"
    "N is the index of an argument: of [[buffer(N)]], [[texture(N)]], [[sampler(N)]] or [[threadgroup(N)]].\n\n"
    "  ingot metal run saxpy.metal --grid 4 --buffer 0=f32:1,2,3,4 --buffer 1=zero:16 --buffer 2=f32:0.5 --print 1=f32";
constexpr const char* run_statuses =
    "Exit status: 0 success; 1 the file does not compile, the kernel failed, or a file could not be read or written; 2 the "
    "command\n"
    "line is wrong or does not fit the kernel, and nothing was run; 3 this machine lacks the requested device.";

/// Splits "2=out.bin".
std::pair<std::string, std::string> parse_assignment(std::string_view option, const std::string& text,
                                                     std::string_view expected) {
    const size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size())
        throw usage_error(fmt::format("{}: '{}' is invalid; expected {}", option, text, expected));
    return {text.substr(0, equals), text.substr(equals + 1)};
}

std::pair<uint32_t, std::string> parse_indexed(std::string_view option, const std::string& text, std::string_view expected) {
    constexpr uint64_t largest_index = 127;  // of a texture; a buffer has at most 30
    const auto [index, value] = parse_assignment(option, text, expected);
    return {static_cast<uint32_t>(parse_whole_number(option, index, 0, largest_index)), value};
}

/// Returns the type before the colon and the text after it; nothing if the text does not begin with a type.
std::optional<std::pair<number_type, std::string>> find_typed(const std::string& text) {
    const size_t colon = text.find(':');
    const auto type = colon == std::string::npos ? std::nullopt : find_number_type(std::string_view(text).substr(0, colon));
    return type ? std::optional(std::pair(*type, text.substr(colon + 1))) : std::nullopt;
}

std::vector<std::byte> parse_number_bytes(std::string_view option, number_type type, const std::string& list) {
    try {
        return parse_numbers(type, list);
    } catch (const std::invalid_argument& problem) {
        throw usage_error(fmt::format("{}: {}", option, problem.what()));
    }
}

/// Parses "f32:1,2,3", "zero:4096" or the name of a file.
argument_contents parse_contents(std::string_view option, const std::string& text) {
    constexpr std::string_view zeros = "zero:";
    constexpr uint64_t most_bytes = uint64_t {1} << 40;
    if (text.starts_with(zeros))
        return std::vector<std::byte>(parse_whole_number(option, std::string_view(text).substr(zeros.size()), 1, most_bytes));
    if (const auto typed = find_typed(text)) return parse_number_bytes(option, typed->first, typed->second);
    return std::filesystem::path(text);
}

/// Parses a size such as "640x480", or the name of a picture.
texture_contents parse_texture(const std::string& text) {
    const bool is_size = !text.empty() && text.find_first_not_of("0123456789x") == std::string::npos;
    if (!is_size) return std::filesystem::path(text);
    const extent size = parse_size("--texture", text);
    return std::array {static_cast<uint32_t>(size.width), static_cast<uint32_t>(size.height)};
}

/// Parses the words of a sampler, such as "linear,repeat".
sampler_state parse_sampler(const std::string& text) {
    sampler_state state;
    for (size_t begin = 0; begin <= text.size();) {
        const size_t end = std::min(text.find(',', begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        if (word == "linear")
            state.filter = sampler_filter::linear;
        else if (word == "nearest_mip")
            state.mip_filter = sampler_mip_filter::nearest;
        else if (word == "linear_mip")
            state.mip_filter = sampler_mip_filter::linear;
        else if (word == "repeat")
            state.address = address_mode::repeat;
        else if (word == "mirrored_repeat")
            state.address = address_mode::mirrored_repeat;
        else if (word == "border")
            state.address = address_mode::border;
        else if (word == "pixel")
            state.coordinates = sampler_coordinates::pixel;
        else if (word != "nearest" && word != "edge")
            throw usage_error(
                fmt::format("--sampler: '{}' is invalid; expected words of nearest, linear, nearest_mip, "
                            "linear_mip, edge, repeat, mirrored_repeat, border and pixel, separated by commas",
                            text));
        begin = end + 1;
    }
    const bool repeats = state.address == address_mode::repeat || state.address == address_mode::mirrored_repeat;
    if (state.coordinates == sampler_coordinates::pixel && (repeats || state.mip_filter != sampler_mip_filter::none))
        throw usage_error(
            fmt::format("--sampler: '{}' is invalid; with coordinates in pixels, the address mode is edge or border, and there "
                        "is no mip filter",
                        text));
    return state;
}

/// Parses "64", "16,16" or "8,8,4".
std::array<uint32_t, 3> parse_sizes(std::string_view option, const std::string& text) {
    std::array<uint32_t, 3> sizes {1, 1, 1};
    size_t begin = 0;
    for (size_t i = 0;; ++i) {
        if (i == sizes.size())
            throw usage_error(fmt::format("{}: '{}' is invalid; expected X, X,Y or X,Y,Z, such as 640,480", option, text));
        const size_t end = std::min(text.find(',', begin), text.size());
        sizes.at(i) =
            static_cast<uint32_t>(parse_whole_number(option, std::string_view(text).substr(begin, end - begin), 1, UINT32_MAX));
        if (end == text.size()) return sizes;
        begin = end + 1;
    }
}

void add_list(CLI::App& app, const std::string& option, const std::string& kind, const std::string& help,
              const text_handler& take) {
    app.add_option_function<std::vector<std::string>>(
           option,
           [take](const std::vector<std::string>& texts) {
               for (const std::string& each : texts) take(each);
           },
           help)
        ->type_name(kind)
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void add_compiler_options(CLI::App& app, metal_check_options& options) {
    add_list(app, "-D", "NAME[=VALUE]", "define a macro; can be given several times",
             [&](const std::string& text) { options.definitions.push_back(text); });
    add_list(app, "-I", "FOLDER", "search headers in a folder; can be given several times",
             [&](const std::string& text) { options.include_folders.emplace_back(text); });
    add_value(
        app, "--std", "VERSION", [&](const std::string& text) { options.standard = text; },
        "the version of the language, such as metal2.4 or ios-metal2.3; default: metal3.0");
}

template <typename Key, typename Value>
void add_once(std::map<Key, Value>& all, std::string_view option, const Key& key, Value value) {
    if (!all.emplace(key, std::move(value)).second) throw usage_error(fmt::format("{} {}= is given twice", option, key));
}

command parse_check(std::span<const std::string> arguments) {
    metal_check_request request;
    std::vector<std::string> names;
    const auto app = make_app("Find the errors in Metal files.", "ingot metal check", check_usage);
    app->footer(check_statuses);
    app->add_option("FILE", names, "Metal files and folders to check");
    add_compiler_options(*app, request.options);
    app->add_flag("--json", request.json, "print all results as JSON, for programs, instead of the messages");
    add_value(
        *app, "--sarif", "FILE.sarif",
        [&](const std::string& text) { request.sarif = parse_output_path("--sarif", text, ".sarif"); },
        "write the errors and warnings as SARIF 2.1.0, which code hosts show beside the lines");
    app->add_flag("--watch", request.watch, "check again when a file is changed, until a signal ends the program");
    if (auto help = parse_with(*app, arguments)) return *std::move(help);
    if (names.empty()) throw usage_error("no file given: ingot metal check FILE…; see 'ingot metal check --help'");
    request.paths.assign(names.begin(), names.end());
    return request;
}

void add_arguments(CLI::App& app, metal_run_request& request) {
    metal_launch& launch = request.launch;
    add_list(app, "--buffer,--constant", "N=CONTENTS",
             fmt::format("a buffer or a value: FILE for the bytes of a file, zero:BYTES, or numbers after their type, such as "
                         "f32:1,2,3; types: {}",
                         number_type_names()),
             [&](const std::string& text) {
                 const auto [index, contents] = parse_indexed("--buffer", text, "N=CONTENTS, such as 0=f32:1,2,3");
                 add_once(launch.buffers, "--buffer", index, parse_contents("--buffer", contents));
             });
    add_list(app, "--texture", "N=FILE|WxH",
             "a texture: a picture (PNG, JPEG, HDR, EXR), whose channels are linear light, or for textures of integers 0 to 255; "
             "or a size in pixels, for zeros",
             [&](const std::string& text) {
                 const auto [index, contents] = parse_indexed("--texture", text, "N=FILE or N=WxH, such as 0=picture.png");
                 add_once(launch.textures, "--texture", index, parse_texture(contents));
             });
    add_list(app, "--sampler", "N=WORDS",
             "a sampler: words of nearest, linear, nearest_mip, linear_mip, edge, repeat, mirrored_repeat, border and pixel, "
             "separated by commas",
             [&](const std::string& text) {
                 const auto [index, words] = parse_indexed("--sampler", text, "N=WORDS, such as 0=linear,repeat");
                 add_once(launch.samplers, "--sampler", index, parse_sampler(words));
             });
    add_list(app, "--threadgroup", "N=BYTES", "the size of threadgroup memory whose size the host gives",
             [&](const std::string& text) {
                 const auto [index, size] = parse_indexed("--threadgroup", text, "N=BYTES, such as 0=1024");
                 add_once(launch.threadgroup_bytes, "--threadgroup", index,
                          parse_whole_number("--threadgroup", size, 1, UINT32_MAX));
             });
    add_list(app, "--function-constant", "NAME=TYPE:VALUE", "a function constant, such as radius=i32:3",
             [&](const std::string& text) {
                 constexpr std::string_view expected = "NAME=TYPE:VALUE, such as radius=i32:3";
                 const auto [name, value] = parse_assignment("--function-constant", text, expected);
                 const auto typed = find_typed(value);
                 if (!typed)
                     throw usage_error(fmt::format("--function-constant: '{}' is invalid; expected {}; types: {}", text, expected,
                                                   number_type_names()));
                 add_once(launch.function_constants, "--function-constant", name,
                          parse_number_bytes("--function-constant", typed->first, typed->second));
             });
}

void add_results(CLI::App& app, metal_run_request& request) {
    add_list(app, "--output", "N=FILE", "write the bytes of a buffer to a file after the run", [&](const std::string& text) {
        const auto [index, file] = parse_indexed("--output", text, "N=FILE, such as 2=out.bin");
        add_once(request.outputs, "--output", index, parse_output_path("--output", file, ""));
    });
    add_list(app, "--output-texture", "N=FILE", "write a texture as a picture (.png, .hdr or .exr) after the run",
             [&](const std::string& text) {
                 const auto [index, file] = parse_indexed("--output-texture", text, "N=FILE.png, such as 0=out.png");
                 add_once(request.output_textures, "--output-texture", index, parse_picture_path("--output-texture", file));
             });
    add_list(app, "--print", "N=TYPE", "print the numbers of a buffer after the run, such as 1=f32",
             [&](const std::string& text) {
                 const auto [index, name] = parse_indexed("--print", text, "N=TYPE, such as 1=f32");
                 const auto type = find_number_type(name);
                 if (!type)
                     throw usage_error(fmt::format("--print: '{}' is invalid; expected N=TYPE, such as 1=f32; types: {}", text,
                                                   number_type_names()));
                 add_once(request.prints, "--print", index, *type);
             });
}

command parse_run_kernel(std::span<const std::string> arguments) {
    metal_run_request request;
    std::string file;
    bool has_grid = false;
    const auto app = make_app("Run a kernel of a Metal file.", "ingot metal run", run_usage);
    app->footer(help_footer(run_statuses));
    app->add_option("FILE.metal", file, "the Metal file");
    add_value(
        *app, "--kernel", "NAME", [&](const std::string& text) { request.launch.kernel = text; },
        "the kernel; default: the only one of the file");
    add_value(
        *app, "--grid", "X,Y,Z",
        [&](const std::string& text) {
            request.launch.grid = parse_sizes("--grid", text);
            has_grid = true;
        },
        "the number of threads in each dimension");
    add_value(
        *app, "--group", "X,Y,Z", [&](const std::string& text) { request.launch.group = parse_sizes("--group", text); },
        "the size of a threadgroup; must divide the grid; default: chosen for the device");
    add_arguments(*app, request);
    add_results(*app, request);
    add_device_options(*app, request.device, "the fastest device that runs Metal kernels");
    add_compiler_options(*app, request.launch.compiling);
    if (auto help = parse_with(*app, arguments)) return *std::move(help);
    if (file.empty()) throw usage_error("no file given: ingot metal run FILE.metal; see 'ingot metal run --help'");
    if (!has_grid) throw usage_error("--grid X[,Y[,Z]] is missing: the number of threads; see 'ingot metal run --help'");
    request.launch.file = file;
    return request;
}

}  // namespace

command parse_metal(std::span<const std::string> arguments) {
    if (!arguments.empty() && arguments.front() == "check") return parse_check(arguments.subspan(1));
    if (!arguments.empty() && arguments.front() == "run") return parse_run_kernel(arguments.subspan(1));
    const auto app = make_app("Check and run Metal kernels without a Mac.", "ingot metal", metal_usage);
    app->footer(check_statuses);
    if (arguments.empty() || !arguments.front().starts_with('-')) {
        const std::vector<std::string> commands {"check", "run"};
        if (arguments.empty()) throw usage_error(no_command);
        throw usage_error(fmt::format("'metal' has no command '{}'{}; commands: check, run; see 'ingot metal --help'",
                                      arguments.front(), command_words::did_you_mean(arguments.front(), commands)));
    }
    if (auto help = parse_with(*app, arguments)) return *std::move(help);
    throw usage_error(no_command);
}

}  // namespace ingot::shell
