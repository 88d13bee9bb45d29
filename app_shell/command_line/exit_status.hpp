// What the program's exit status means; `ingot --help` says the same.
#pragma once

namespace ingot::shell {

enum class exit_status : int {
    done = 0,         ///< all that was asked was done
    failed = 1,       ///< it was begun and failed: a device, a sample, OpenGL, a file at the end
    wrong_usage = 2,  ///< the command line asks for something that is not there; nothing was begun
    unavailable = 3,  ///< this machine lacks what was asked for: the device, a display
    stopped = 4,      ///< a signal (SIGINT, SIGTERM, SIGHUP) ended a run before its last frame; nothing was written
};

}  // namespace ingot::shell
