// What the advisor of ingotc says about a kernel file, in the background (docs/advice.md).
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <future>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "kernels/fix_trial.hpp"

namespace ingot::shell {

/// A fix of a remark, for the window.
struct advised_fix {
    kernel_fix fix;
    size_t line = 0;       ///< of the remark in the file, from 0
    size_t page_line = 0;  ///< of the remark in advice_result::text, from 0
};

/// Where a remark is, and whose time it is about.
struct advised_place {
    std::optional<size_t> line;  ///< of the file, from 0; nothing if the remark is about a header
    size_t page_line = 0;        ///< of advice_result::text, from 0
    std::vector<std::string> kernels;
};

/// The remarks about a kernel file.
struct advice_result {
    std::map<size_t, std::string> lines;   ///< remarks about the file itself, by their line from 0: for a tooltip
    std::string text;                      ///< all remarks, also those about headers, or why there are none; for a page
    std::vector<advised_fix> fixes {};     ///< those that change only the file itself
    std::vector<advised_place> places {};  ///< of all remarks, in their order
};

/// Reads what `ingotc --advise --advise-format=json` has printed about a file with this text. Throws std::runtime_error if it is
/// something else.
advice_result advice_of_json(std::string_view json, const std::filesystem::path& file, const std::string& source);

/// Runs the advisor of ingotc on a file. Ends early when `stop` returns true. If something fails, the text says what.
advice_result advice_about(const std::filesystem::path& file, const std::function<bool()>& stop);

/// Runs advice_about() in a thread. The destructor and start() stop a run that is still active.
class source_advice {
public:
    void start(const std::filesystem::path& file);
    /// Returns the result once, when the thread has finished; before and after that, nothing.
    std::optional<advice_result> take_result();

private:
    std::future<advice_result> result_;
    std::jthread worker_;
};

}  // namespace ingot::shell
