// The list of keys that F1 shows. docs/shell.md has the same list; tests/shell/documentation_test.cpp compares the two.
#pragma once

#include <array>
#include <string_view>

namespace ingot::shell {

/// A line of the list: the keys, and their effect.
struct listed_key {
    std::string_view name;
    std::string_view does;
};

inline constexpr std::array listed_keys {
    listed_key {"Space", "pause, continue"},
    listed_key {".  or  S", "advance one step"},
    listed_key {"R", "restart the sample"},
    listed_key {"J  and  L", "slower, faster"},
    listed_key {"G", "switch between fixed steps and real time"},
    listed_key {"Tab", "next device"},
    listed_key {"C   V   Y", "compare devices, next view, resync states"},
    listed_key {"F2", "profiler; T saves a trace"},
    listed_key {"PgUp  PgDn", "previous, next sample"},
    listed_key {"Drag", "turn; with Shift or right button, move"},
    listed_key {"Wheel", "zoom; in fly mode, change the speed"},
    listed_key {"Arrows  + −", "turn and zoom; with Shift, move"},
    listed_key {"F", "orbit, or fly with W A S D, E Q"},
    listed_key {"1 … 9", "go to a saved view; with Ctrl, save it"},
    listed_key {"[  and  ]", "darker, brighter"},
    listed_key {"Home", "reset camera and exposure"},
    listed_key {"P", "save a screenshot; with Shift, with panels"},
    listed_key {"F9", "start or end a video recording"},
    listed_key {"Ctrl C", "copy the view as a command line"},
    listed_key {"H   I   K", "show or hide all panels, statistics, kernels"},
    listed_key {"F6", "move the keyboard focus to the next panel"},
    listed_key {"F8", "dark or light look"},
    listed_key {"Ctrl +  −  0", "larger, smaller, normal text"},
    listed_key {"F11", "full screen; with Ctrl, move to next display"},
    listed_key {"Ctrl F", "search the samples"},
    listed_key {"Esc", "close what is on top; then back to all samples"},
    listed_key {"Ctrl Q", "close the window"},
    listed_key {"F1", "show this list"},
};

}  // namespace ingot::shell
