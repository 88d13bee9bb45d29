// The keys of the window, as F1 lists them. docs/shell.md has the same list; a test compares the two.
#pragma once

#include <array>
#include <string_view>

namespace ingot::shell {

/// A line of the list.
struct listed_key {
    std::string_view name;
    std::string_view does;
};

inline constexpr std::array listed_keys {
    listed_key {"Space", "pause, go on"},
    listed_key {".  or  S", "one step"},
    listed_key {"R", "start anew"},
    listed_key {"J  and  L", "slower, faster"},
    listed_key {"G", "fixed steps, or real time"},
    listed_key {"Tab", "next device"},
    listed_key {"C   V   Y", "compare with the next device, next view, resync"},
    listed_key {"F2", "profiler; T saves a trace"},
    listed_key {"PgUp  PgDn", "previous, next sample"},
    listed_key {"Drag", "turn; with Shift or the right button, move"},
    listed_key {"Wheel", "nearer, farther; how fast it flies"},
    listed_key {"Arrows  + −", "the same; with Shift, move"},
    listed_key {"F", "fly: W A S D, E Q; or orbit"},
    listed_key {"1 … 9", "look from a bookmark; with Ctrl, set it"},
    listed_key {"[  and  ]", "darker, brighter"},
    listed_key {"Home", "camera and exposure as at the start"},
    listed_key {"P", "save the picture; with Shift, the panels too"},
    listed_key {"F9", "make a video, end it"},
    listed_key {"Ctrl C", "copy as a command line"},
    listed_key {"H   I   K", "panels, figures, kernels"},
    listed_key {"F6", "keys to the panels, and to the next one"},
    listed_key {"F8", "dark, light"},
    listed_key {"Ctrl +  −  0", "size of text"},
    listed_key {"F11", "full screen; with Ctrl, next display"},
    listed_key {"Ctrl F", "search the samples"},
    listed_key {"Esc", "back, at last to the samples"},
    listed_key {"Ctrl Q", "close the window"},
    listed_key {"F1", "these keys"},
};

}  // namespace ingot::shell
