// The text of a program in Metal's language, and what the archive says about it.
#pragma once

#include <ingot/archive/archive.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "argument_binding.hpp"

namespace ingot::backends::metal {

/// A kernel of a text, or the reason why it cannot be launched.
struct kernel_in_text {
    std::string name;                    ///< of the function in the text
    std::vector<argument_place> places;  ///< its arguments
    std::string missing_reason;          ///< empty if it can be launched
};

/// The text of all kernels of a file.
class program_text {
public:
    /// Takes the archive's text. If the archive has none, compiles the kernel file, where it still exists, to Metal's language
    /// first. Throws error if that fails. `device` is the name of the device for error messages.
    program_text(const archive::archive& contents, const std::string& device);

    const std::string& text() const { return text_; }
    /// Was the file compiled with --fast-math?
    bool is_fast() const { return is_fast_; }
    /// Returns the names of the kernels in the text, in its order.
    const std::vector<std::string>& names() const { return names_; }

    /// Describes a kernel of the file. Throws error if the text does not have it and no reason is known.
    kernel_in_text find(const archive::kernel_reflection& kernel) const;

private:
    void take(const archive::code& code, const archive::archive& contents);
    void name_kernels(const archive::archive& contents);

    std::string text_;
    bool is_fast_ = false;
    std::vector<archive::missing_kernel> missing_;
    std::vector<std::string> symbols_;  // of the kernels in the text, in its order
    std::vector<std::string> names_;    // in the text: a symbol that is a word of Metal's has another name there
};

/// Throws the error that a kernel cannot be launched.
[[noreturn]] void throw_missing(const std::string& kernel, const std::string& device, const std::string& reason);

}  // namespace ingot::backends::metal
