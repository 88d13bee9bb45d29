#include <cstdio>
#include <exception>
#include <ingot/sample/sample.hpp>
#include <string>
#include <vector>

#include "run/program.hpp"

int main(int count, char** arguments) try {
    const std::vector<std::string> command_line(arguments + 1, arguments + count);
    return ingot::shell::run_program(command_line, ingot::all_samples());
} catch (const std::exception& problem) {
    std::fprintf(stderr, "ingot: %s\n", problem.what());
    return 1;
}
