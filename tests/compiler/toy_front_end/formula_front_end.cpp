// The toy front end, which compiles formulas (formula.hpp). It uses neither headers nor Clang. Like the C++ front end
// it produces a device_module.
#include <fmt/format.h>

#include <compiler/front_end.hpp>
#include <compiler/host_code/program_source.hpp>
#include <fstream>
#include <iterator>
#include <memory>

#include "formula.hpp"
#include "generate_formulas.hpp"

namespace ingot::compiler::formula {

namespace {

void print(std::span<const diagnostic> errors) {
    for (const diagnostic& error : errors) {
        fmt::print(stderr, "{}:{}:{}: error: {}\n", error.location.file, error.location.line, error.location.column,
                   error.message);
        if (!error.advice.empty()) fmt::print(stderr, "note: {}\n", error.advice);
    }
}

class formula_file final : public kernel_file {
public:
    formula_file(std::string name, std::vector<kernel> found) : file_(std::move(name)), formulas_(std::move(found)) {
        for (const kernel& formula : formulas_) descriptions_.push_back(formula.description);
    }

    const std::vector<kernel_description>& kernels() const override { return descriptions_; }
    const std::vector<std::string>& type_includes() const override { return includes_; }
    std::vector<std::string> dependencies() const override { return {file_}; }
    module_variants variants() const override { return module_variants::one; }
    std::string program_source(const program_names& names) const override { return generate_program_source(names, "", {}); }
    std::optional<device_module> generate(const target& made_for, const archive::device_profile&) override {
        return formula::generate(formulas_, made_for);
    }
    void report(std::span<const diagnostic> errors) const override { print(errors); }

private:
    std::string file_;
    std::vector<kernel> formulas_;
    std::vector<kernel_description> descriptions_;
    std::vector<std::string> includes_;
};

class formula_front_end final : public front_end {
public:
    formula_front_end() : front_end({.name = "formula", .language = "formula", .title = "formulas", .suffixes = {".formula"}}) {}

    std::unique_ptr<kernel_file> parse(const source_options& options, const target&) const override {
        std::ifstream stream(options.file);
        const std::string text {std::istreambuf_iterator<char>(stream), {}};
        std::vector<diagnostic> errors;
        std::vector<kernel> found = formula::parse(options.file.string(), text, errors);
        print(errors);
        if (!errors.empty()) return nullptr;
        return std::make_unique<formula_file>(options.file.string(), std::move(found));
    }
};

}  // namespace

}  // namespace ingot::compiler::formula

namespace ingot::compiler::front_ends {

std::unique_ptr<const front_end> create_formula();
std::unique_ptr<const front_end> create_formula() { return std::make_unique<formula::formula_front_end>(); }

}  // namespace ingot::compiler::front_ends
