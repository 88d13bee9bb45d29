// Measures the largest error of every function against MPFR, either of the function's compile-time version or of the function on
// a device.
//
//     measure_ulp --backend compile-time --samples 200000 --save tests/mathematics/measured/1_compile_time.txt
//     measure_ulp --backend cuda --title "CUDA, H200" --save tests/mathematics/measured/4_cuda_h200.txt
//     measure_ulp --measured tests/mathematics/measured --document docs/mathematics.md
//     measure_ulp --backend opencl --function sin --exhaustive
//
// The third command measures nothing: it writes the saved measurements into the table of the document. The last command calls
// the function with every float, which takes about ten minutes for each function. It measures double and half with samples.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <bit>
#include <cstdio>
#include <exception>
#include <fstream>
#include <ingot/files/replace_file.hpp>
#include <iterator>
#include <span>

#include "measurement.hpp"
#include "saved_measurements.hpp"

namespace {

using namespace ingot::testing;

struct choices {
    std::string backend = "compile-time";
    size_t device = 0;
    size_t samples = 20'000;
    std::vector<std::string> functions;
    std::vector<std::string> types {"float", "double", "half"};
    bool exhaustive = false;
    std::string title;
    std::string save;
    std::string measured;
    std::string document;
    bool markdown = false;
};

std::unique_ptr<calculator> find_calculator(const choices& choices) {
    if (choices.backend == "compile-time") return compile_time_calculator();
    for (const ingot::backend backend : {ingot::backend::cuda, ingot::backend::opencl, ingot::backend::cpu_debug})
        if (to_string(backend) == choices.backend) return device_calculator(find_device(backend, choices.device));
    throw std::runtime_error(
        fmt::format("--backend '{}' is unknown: use compile-time, cpu-debug, opencl or cuda", choices.backend));
}

template <typename T>
measurement measure_exhaustively(function operation, calculator& calculator) {
    if constexpr (!std::same_as<T, float>) {
        return measure<T>(operation, samples<T>(operation, 100'000), {&calculator}).front();
    } else {
        measurement whole;
        constexpr uint64_t all = uint64_t(1) << 32;
        constexpr uint64_t at_once = uint64_t(1) << 22;
        for (uint64_t first = 0; first < all; first += at_once) {
            arguments<float> chunk;
            for (uint64_t bits = first; bits < first + at_once; ++bits)
                chunk.x.push_back(std::bit_cast<float>(static_cast<uint32_t>(bits)));
            chunk.y.assign(at_once, 1.0f);
            chunk.z.assign(at_once, 1.0f);
            merge(whole, measure_screened(operation, chunk, calculator, whole));
            fmt::print(stderr, "\r{:3} %", (first + at_once) * 100 / all);
        }
        fmt::print(stderr, "\r");
        return whole;
    }
}

template <typename T>
void measure_type(const char* type, const choices& choices, calculator& calculator, saved_measurements& measurements) {
    if (std::ranges::find(choices.types, type) == choices.types.end()) return;
    for (uint32_t index = 0; index < function_count; ++index) {
        const std::string name = function_names[index];
        if (!choices.functions.empty() && std::ranges::find(choices.functions, name) == choices.functions.end()) continue;
        const auto operation = static_cast<function>(index);
        const bool is_exhaustive = choices.exhaustive && argument_counts[index] == 1;
        const measurement result = is_exhaustive
                                       ? measure_exhaustively<T>(operation, calculator)
                                       : measure<T>(operation, samples<T>(operation, choices.samples), {&calculator}).front();
        measurements.entries[{name, type}] = result;
        fmt::print("{:6} {:10} {:10.4f} at {:a} {:a}   denormal {:10.4f} at {:a} {:a}\n", type, name, result.error.ulp,
                   result.error.x, result.error.y, result.denormal.ulp, result.denormal.x, result.denormal.y);
        std::fflush(stdout);
    }
}

// Throws if a function or a type that the command line names does not exist.
void check_names(const choices& choices) {
    for (const std::string& each : choices.functions)
        if (std::ranges::find(function_names, each) == std::end(function_names))
            throw std::runtime_error("--function: there is no function '" + each + "'; docs/mathematics.md lists them");
    for (const std::string& each : choices.types)
        if (each != "float" && each != "double" && each != "half")
            throw std::runtime_error("--type: there is no type '" + each + "'; types: float, double, half");
}

saved_measurements measure_all(const choices& choices) {
    const std::unique_ptr<calculator> calculator = find_calculator(choices);
    saved_measurements all;
    all.title = choices.title.empty() ? calculator->name() : choices.title;
    measure_type<float>("float", choices, *calculator, all);
    if (calculator->has_double()) measure_type<double>("double", choices, *calculator, all);
    measure_type<ingot::half>("half", choices, *calculator, all);
    return all;
}

std::string content_of(const std::string& file) {
    std::ifstream stream(file);
    if (!stream) throw std::runtime_error("cannot read " + file);
    return {std::istreambuf_iterator<char>(stream), {}};
}

void run(const choices& choices) {
    if (!choices.measured.empty()) {
        const std::string table = markdown_table(read_folder(choices.measured));
        if (choices.document.empty()) return fmt::print("{}", table);
        const std::string document = replace_table(content_of(choices.document), table);
        ingot::files::replace_file(choices.document, std::as_bytes(std::span(document)));
        return;
    }
    check_names(choices);
    const saved_measurements all = measure_all(choices);
    if (!choices.save.empty()) write(all, choices.save);
    if (choices.markdown) fmt::print("\n{}", markdown_table({all}));
}

}  // namespace

int main(int argc, char** argv) {
    CLI::App app("Measures the largest error of each mathematical function against MPFR.");
    choices choices;
    app.add_option("--backend", choices.backend, "compile-time, cpu-debug, opencl or cuda")->capture_default_str();
    app.add_option("--device", choices.device, "index of the device among those of the backend")->capture_default_str();
    app.add_option("--samples", choices.samples, "random arguments for each function, and as many from critical ranges")
        ->capture_default_str();
    app.add_option("--function", choices.functions, "measure only these functions")->delimiter(',');
    app.add_option("--type", choices.types, "types to measure: float, double, half")->delimiter(',')->capture_default_str();
    app.add_flag("--exhaustive", choices.exhaustive, "measure functions of one argument with every float");
    app.add_option("--title", choices.title, "heading of the device in the table; default: the device's name");
    app.add_option("--save", choices.save, "file to write the measurements to");
    app.add_flag("--markdown", choices.markdown, "also print the measurements as a table");
    app.add_option("--measured", choices.measured, "measure nothing; make the table from the saved measurements in this folder");
    app.add_option("--document", choices.document, "write the table into this document");
    CLI11_PARSE(app, argc, argv);
    try {
        run(choices);
    } catch (const std::exception& reason) {
        fmt::print(stderr, "measure_ulp: {}\n", reason.what());
        return 1;
    }
    return 0;
}
