// The exit statuses of `ingot`. `ingot --help` lists them too.
#pragma once

namespace ingot::shell {

enum class exit_status : int {
    done = 0,         ///< everything that was requested succeeded
    failed = 1,       ///< a device, a sample, OpenGL, a limit or a gate failed, or a file could not be read or written
    wrong_usage = 2,  ///< the command line is wrong; nothing was run
    unavailable = 3,  ///< this machine lacks the requested device, a display, or ffmpeg
    stopped = 4,      ///< SIGINT, SIGTERM or SIGHUP ended the run early: no output or report, only the first part of a video
};

}  // namespace ingot::shell
