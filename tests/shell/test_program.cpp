// The program `ingot` with the samples of the tests.
#include <string>
#include <vector>

#include "run/program.hpp"
#include "test_sample.hpp"

int main(int count, char** arguments) {
    const std::vector<std::string> words(arguments + 1, arguments + count);
    return ingot::shell::run_program(words, ingot::tests::test_samples());
}
