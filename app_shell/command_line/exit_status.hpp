// The exit statuses of `ingot`. `ingot --help` lists them too.
#pragma once

namespace ingot::shell {

enum class exit_status : int {
    done = 0,         ///< everything that was requested succeeded
    failed = 1,       ///< a device, a sample, OpenGL or access to a file failed; or a limit or a gate was exceeded
    wrong_usage = 2,  ///< the command line is wrong; nothing was run
    unavailable = 3,  ///< this machine lacks the requested device, a display, or ffmpeg
    stopped = 4,      ///< a signal ended the run early; only the first part of a video was written, and no other output
};

}  // namespace ingot::shell
