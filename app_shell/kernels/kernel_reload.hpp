// Lets a sample go on with kernels that a person edits while it runs.
#pragma once

#include <ingot/runtime/kernel_replacement.hpp>
#include <map>
#include <string>
#include <utility>

#include "kernels/kernel_news.hpp"
#include "kernels/kernel_watch.hpp"
#include "session/session.hpp"

namespace ingot::shell {

/// Compiles kernel files of the running sample that were edited, beside the frames, and moves the session to the new kernels:
/// state, camera and parameters stay. Where they do not compile, or the sample does not accept them, the last good kernels run on
/// and the news say why.
class kernel_reload {
public:
    /// To be called for each frame. Returns true where edited kernels took over.
    bool update(session& running);
    const kernel_news& news() const { return told; }
    /// The sample was closed: nobody is told of its files any more.
    void clear_news() { told = {}; }

private:
    bool use(session& running, const compiled_edit& edit);

    kernel_watch watch;
    kernel_news told;
    std::map<std::pair<ingot::backend, std::string>, compiled_program> good_kernels;  ///< by device and file, once edited
};

}  // namespace ingot::shell
