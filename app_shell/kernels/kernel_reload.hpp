// Reloads the kernels of a running sample when their source files are edited.
#pragma once

#include <ingot/runtime/kernel_replacement.hpp>
#include <map>
#include <string>
#include <utility>

#include "kernels/kernel_news.hpp"
#include "kernels/kernel_watch.hpp"
#include "session/session.hpp"

namespace ingot::shell {

/// Compiles edited kernel files of the running sample in the background, and then moves the session to the new kernels.
/// State, camera and parameters are kept. If the kernels do not compile, or the sample fails with them, the last
/// working kernels continue to run, and news() contains the error.
class kernel_reload {
public:
    /// Call it once per frame. Returns true if edited kernels were loaded in this call.
    bool update(session& running);
    const kernel_news& news() const { return news_; }
    /// Removes the news. Call it when the sample is closed.
    void clear_news() { news_ = {}; }

private:
    bool load(session& running, const compiled_edit& edit);

    kernel_watch watch_;
    kernel_news news_;
    /// The edited kernels that worked last, by backend and file.
    std::map<std::pair<ingot::backend, std::string>, compiled_program> good_kernels_;
};

}  // namespace ingot::shell
