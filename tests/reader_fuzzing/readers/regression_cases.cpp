// Files of regression cases (regression.json).
#include "all_targets.hpp"
#include "input.hpp"
#include "regression/regression_case.hpp"

namespace ingot::reader_fuzzing {

namespace {

outcome read(std::span<const std::byte> input) {
    const std::filesystem::path file = write_input("regression.json", input);
    const auto cases = read_or_reject<regression::case_error>([&] { return regression::read_cases(file, "example"); });
    if (!cases) return outcome::rejected;
    require(!cases->empty(), "a file has a case");
    for (const regression::regression_case& each : *cases) {
        require(!each.name.empty() && each.name.find('/') == std::string::npos, "the name of a case is a file name");
        require(each.width >= 1 && each.height >= 1 && each.frames >= 1, "a case has a picture and a frame");
    }
    return outcome::accepted;
}

}  // namespace

const target regression_cases_target {"regression_cases", memory_use::by_size, &read};

}  // namespace ingot::reader_fuzzing
