// Writes remarks for people and for programs.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "../diagnostic.hpp"
#include "../host_code/kernel_description.hpp"
#include "../kernel_resources.hpp"
#include "keep_comments.hpp"
#include "remark.hpp"
#include "source_lines.hpp"

namespace ingot::compiler::advice {

/// What writing remarks needs to know besides them. Their places have the names of source_names.
struct remark_context {
    std::filesystem::path file;  ///< the kernel file as the user named it
    source_lines& lines;
    bool as_errors = false;    ///< --advise=error: a remark is an error
    std::string_view version;  ///< of ingotc
};

/// Returns the remarks in Clang's form, with the line and a caret:
///
///     scale.kernels.cpp:12:20: remark: the denominator of this … [advice-integer-division]
///        12 |     out[i] = a[i] / n;
///           |                   ^
///     scale.kernels.cpp:12:20: note: in kernel 'scale': make the denominator …; see docs/advice.md#integer-division
///
/// A fix is shown below its lines, as Clang shows its own.
std::string to_text(std::span<const remark> remarks, const remark_context& context);

/// Returns an error of the middle end's kind in Clang's form.
std::string to_text(const diagnostic& error, const remark_context& context);

/// Returns a warning about code that a device's compiler does not accept, so that its registers are not known. It is at the
/// kernel that the compiler names, or at the kernel file.
std::string rejected_code_text(const resource_report& report, std::span<const kernel_description> kernels,
                               const remark_context& context);

/// Returns a warning about each comment `ingot: keep` in the kernel file itself that silences no remark. A comment in a header
/// can silence remarks about another kernel file.
std::string unused_comments_text(std::span<const keep_comment> comments, const remark_context& context);

/// Returns the remarks as JSON: {"remarks": [{"rule", "origins", "kernels", "file", "line", "column", "message", "advice",
/// "page", "fixes": [{"description", "edits": [{"file", "line", "column", "length", "text"}]}]}], "keep_comments": [{"file",
/// "line", "column", "is_used"}]}. The comments are also those in headers.
std::string to_json(std::span<const remark> remarks, std::span<const keep_comment> comments);

/// Returns the remarks in the format SARIF 2.1.0, with the rules that ingotc has, and the warnings about unused comments.
std::string to_sarif(std::span<const remark> remarks, std::span<const keep_comment> comments, const remark_context& context);

}  // namespace ingot::compiler::advice
