// The exit statuses of `ingot`. `ingot --help` lists them too.
#pragma once

namespace ingot::shell {

enum class exit_status : int {
    done = 0,         ///< everything that was requested succeeded
    failed = 1,       ///< the run started and failed: a device, a sample, OpenGL, or writing a file at the end
    wrong_usage = 2,  ///< the command line is wrong; nothing was run
    unavailable = 3,  ///< this machine lacks the requested device or a display
    stopped = 4,      ///< a signal (SIGINT, SIGTERM, SIGHUP) stopped the run before its last frame; nothing was written
};

}  // namespace ingot::shell
