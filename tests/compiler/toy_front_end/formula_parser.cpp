// A recursive-descent parser for formulas (formula.hpp). Each line is parsed separately, by this grammar:
//
//     line      = "kernel" name "(" parameter { "," parameter } ")" "=" sum
//     parameter = [ [ "out" ] "buffer" ] "float" name
//     sum       = product { ( "+" | "-" ) product }
//     product   = operand { ( "*" | "/" ) operand }
//     operand   = "(" sum ")" | number | "i" | name [ "[" sum "]" ]
//
// A name in an operand is a parameter of the kernel; the brackets are required after a buffer.
#include <cctype>
#include <cstdlib>
#include <sstream>
#include <utility>

#include "formula.hpp"

namespace ingot::compiler::formula {

namespace {

// The exception that ends the parsing of a line with an error.
struct wrong {
    uint32_t column;
    std::string message;
    std::string advice;
};

class line_parser {
public:
    line_parser(const std::string& in_file, uint32_t at_line, const std::string& text)
        : file_(in_file), line_(at_line), text_(text) {}

    // Returns the kernel of the line, or an empty vector if the line is empty or a comment.
    std::vector<kernel> parse() {
        std::vector<kernel> found;
        if (is_at_end()) return found;
        if (word() != "kernel") fail("a line must begin with 'kernel'", "write it as: kernel NAME(out buffer float a) = FORMULA");
        found.emplace_back();
        kernel_ = &found.front();
        const std::string name(word());
        kernel_->description.reflection = {.name = name, .symbol = name, .parameters = {}, .file = file_, .line = line_};
        expect('(');
        do parameter();
        while (take(','));
        expect(')');
        if (reflection().parameters.front().access_mode != archive::access::read_write)
            fail("the first parameter must be an 'out buffer float'", "the formula's result is written to it");
        expect('=');
        kernel_->result = sum();
        if (!is_at_end()) fail("there is more than one formula", "put an operator between them");
        return found;
    }

private:
    [[noreturn]] void fail(std::string message, std::string advice = {}) const {
        throw wrong {static_cast<uint32_t>(begin_ + 1), std::move(message), std::move(advice)};
    }
    archive::kernel_reflection& reflection() { return kernel_->description.reflection; }

    void skip_spaces() {
        while (position_ < text_.size() && std::isspace(static_cast<unsigned char>(text_[position_]))) ++position_;
        begin_ = position_;
    }
    bool is_at_end() {
        skip_spaces();
        return position_ == text_.size() || text_[position_] == '#';
    }
    bool take(char expected) {
        if (is_at_end() || text_[position_] != expected) return false;
        ++position_;
        return true;
    }
    void expect(char expected) {
        if (!take(expected)) fail(std::string("'") + expected + "' is missing");
    }
    std::string word() {
        skip_spaces();
        while (position_ < text_.size() &&
               (std::isalnum(static_cast<unsigned char>(text_[position_])) || text_[position_] == '_'))
            ++position_;
        if (begin_ == position_) fail("a name is missing");
        return text_.substr(begin_, position_ - begin_);
    }

    void parameter() {
        std::string next = word();
        const bool is_out = next == "out";
        if (is_out) next = word();
        const bool is_buffer = next == "buffer";
        if (is_buffer) next = word();
        if (next != "float") fail("there is no type '" + next + "'", "values and elements are float");
        if (is_out && !is_buffer) fail("only a buffer can be 'out'");
        archive::parameter parameter;
        parameter.kind = is_buffer ? archive::parameter_kind::buffer : archive::parameter_kind::value;
        parameter.access_mode = is_out ? archive::access::read_write : archive::access::read;
        parameter.name = word();
        parameter.type = "float";
        parameter.size = parameter.alignment = 4;
        reflection().parameters.push_back(parameter);
        kernel_->description.host_types.emplace_back("float");
    }

    using node = std::unique_ptr<expression>;
    static node combined(expression::kind is, node first, node second) {
        auto both = std::make_unique<expression>();
        both->is = is;
        both->parts.push_back(std::move(first));
        both->parts.push_back(std::move(second));
        return both;
    }
    node sum() {
        node left = product();
        for (;;) {
            if (take('+'))
                left = combined(expression::kind::sum, std::move(left), product());
            else if (take('-'))
                left = combined(expression::kind::difference, std::move(left), product());
            else
                return left;
        }
    }
    node product() {
        node left = operand();
        for (;;) {
            if (take('*'))
                left = combined(expression::kind::product, std::move(left), operand());
            else if (take('/'))
                left = combined(expression::kind::quotient, std::move(left), operand());
            else
                return left;
        }
    }
    node operand() {
        if (take('(')) {
            node inside = sum();
            expect(')');
            return inside;
        }
        if (is_at_end()) fail("a number or a name is missing");
        auto found = std::make_unique<expression>();
        if (std::isdigit(static_cast<unsigned char>(text_[position_]))) {
            char* end = nullptr;
            found->number = std::strtof(&text_[position_], &end);
            position_ = static_cast<size_t>(end - text_.data());
            return found;
        }
        const std::string name = word();
        const size_t place_of_name = begin_;
        if (name == "i") {
            found->is = expression::kind::place;
            return found;
        }
        for (const archive::parameter& parameter : reflection().parameters) {
            if (parameter.name != name) {
                ++found->parameter;
                continue;
            }
            found->is = expression::kind::value;
            if (parameter.kind == archive::parameter_kind::value) return found;
            found->is = expression::kind::element;
            expect('[');
            found->parts.push_back(sum());
            expect(']');
            return found;
        }
        begin_ = place_of_name;
        fail("there is no parameter '" + name + "'", "a formula may name its kernel's parameters and i");
    }

    const std::string& file_;
    uint32_t line_;
    const std::string& text_;
    size_t position_ = 0;  // position of the next character
    size_t begin_ = 0;     // start of the last token, for error messages
    kernel* kernel_ = nullptr;
};

}  // namespace

std::vector<kernel> parse(const std::string& file, const std::string& text, std::vector<diagnostic>& errors) {
    std::vector<kernel> found;
    std::istringstream lines(text);
    uint32_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        try {
            for (kernel& kernel : line_parser(file, number, line).parse()) found.push_back(std::move(kernel));
        } catch (const wrong& error) {
            errors.push_back({{file, number, error.column}, error.message, error.advice});
        }
    }
    if (found.empty() && errors.empty()) errors.push_back({{file, 1, 1}, "there is no kernel", "write one: kernel NAME(…) = …"});
    return found;
}

}  // namespace ingot::compiler::formula
