#include "saved_measurements.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "bounds.hpp"

namespace ingot::testing {

namespace {

constexpr std::string_view table_begin = "<!-- table: measure_ulp -->\n";
constexpr std::string_view table_end = "<!-- end of table -->\n";

const measurement* find(const saved_measurements& device, const char* function, const char* type) {
    const auto found = device.entries.find({function, type});
    return found == device.entries.end() ? nullptr : &found->second;
}

std::string cell(const measurement* measurement) {
    if (!measurement) return "–";
    const double worst = std::max(measurement->error.ulp, measurement->denormal.ulp);
    return worst == 0.0 ? "0" : fmt::format("{:.3f}", worst);
}

}  // namespace

void write(const saved_measurements& measurements, const std::filesystem::path& file) {
    std::ofstream stream(file);
    if (!stream) throw std::runtime_error(fmt::format("cannot write {}", file.string()));
    stream << measurements.title
           << "\n# function, type, arguments; largest error in ULP, x, y, z, result; the same of denormal numbers\n";
    for (const auto& [key, entry] : measurements.entries) {
        stream << fmt::format("{} {} {}", key.first, key.second, entry.count);
        for (const largest_error& error : {entry.error, entry.denormal})
            stream << fmt::format("  {:.4f} {:a} {:a} {:a} {:a}", error.ulp, error.x, error.y, error.z, error.result);
        stream << '\n';
    }
}

saved_measurements read_measurements(const std::filesystem::path& file) {
    std::ifstream stream(file);
    saved_measurements read;
    std::string line;
    if (!std::getline(stream, read.title) || read.title.empty())
        throw std::runtime_error(fmt::format("{}: no measurements", file.string()));
    for (size_t number = 2; std::getline(stream, line); ++number) {
        if (line.starts_with("#")) continue;
        std::istringstream fields(line);
        std::string function, type;
        measurement entry;
        fields >> function >> type >> entry.count;
        // Read the fields as text, because streams cannot read hexadecimal fractions.
        const auto next = [&](double& value) {
            std::string field;
            fields >> field;
            value = std::strtod(field.c_str(), nullptr);
        };
        for (largest_error* error : {&entry.error, &entry.denormal})
            for (double* value : {&error->ulp, &error->x, &error->y, &error->z, &error->result}) next(*value);
        if (!fields) throw std::runtime_error(fmt::format("{}:{}: not a measurement: {}", file.string(), number, line));
        read.entries[{function, type}] = entry;
    }
    return read;
}

std::string markdown_table(const std::vector<saved_measurements>& devices) {
    std::string table = "| | bound |";
    std::string rule = "| --- | --- |";
    for (const saved_measurements& device : devices) {
        table += fmt::format(" {} |", device.title);
        rule += " --- |";
    }
    table += "\n" + rule + "\n";
    for (uint32_t index = 0; index < function_count; ++index) {
        const char* const name = function_names[index];
        table += fmt::format("| `{}` | {} |", name, bound_at_run_time(static_cast<function>(index)));
        for (const saved_measurements& device : devices)
            table += fmt::format(" {} · {} · {} |", cell(find(device, name, "float")), cell(find(device, name, "double")),
                                 cell(find(device, name, "half")));
        table += "\n";
    }
    return table;
}

std::string replace_table(const std::string& document, const std::string& table) {
    const size_t begin = document.find(table_begin);
    const size_t end = document.find(table_end);
    if (begin == std::string::npos || end == std::string::npos || end < begin)
        throw std::runtime_error(fmt::format("the document has no lines '{}' and '{}'",
                                             table_begin.substr(0, table_begin.size() - 1),
                                             table_end.substr(0, table_end.size() - 1)));
    return document.substr(0, begin) + std::string(table_begin) + "\n" + table + "\n" + document.substr(end);
}

std::vector<saved_measurements> read_folder(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".txt") files.push_back(entry.path());
    std::ranges::sort(files);
    std::vector<saved_measurements> all;
    for (const auto& file : files) all.push_back(read_measurements(file));
    return all;
}

}  // namespace ingot::testing
