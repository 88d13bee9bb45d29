// The list of keys that F1 shows. docs/shell.md has the same list; tests/shell/documentation_test.cpp compares the two.
#pragma once

#include <array>
#include <string_view>

namespace ingot::shell {

/// A line of the list: the keys, and their effect. Lines of the same group follow each other.
struct listed_key {
    std::string_view group;
    std::string_view name;
    std::string_view does;
};

inline constexpr std::array listed_keys {
    listed_key {"Camera", "Drag", "turn; with Shift or right button, move"},
    listed_key {"Camera", "Wheel", "zoom; in fly mode, change the speed"},
    listed_key {"Camera", "Arrows  + −", "turn and zoom; with Shift, move"},
    listed_key {"Camera", "F", "orbit, or fly with W A S D, E Q"},
    listed_key {"Camera", "1 … 9", "go to a saved view; with Ctrl, save it"},
    listed_key {"Camera", "[  and  ]", "darker, brighter"},
    listed_key {"Camera", "M", "fluid, smoke, particles, slime: what the mouse does"},
    listed_key {"Camera", "Home", "reset camera and exposure"},
    listed_key {"Time", "Space", "pause, continue"},
    listed_key {"Time", ".  or  S", "advance one step"},
    listed_key {"Time", "R", "restart the sample"},
    listed_key {"Time", "J  and  L", "slower, faster"},
    listed_key {"Time", "G", "switch between fixed steps and real time"},
    listed_key {"Device", "Tab", "next device"},
    listed_key {"Device", "C   V   Y", "compare devices, next view, resync states"},
    listed_key {"Device", "F2", "profiler; T saves a trace"},
    listed_key {"Save", "P", "save a screenshot; with Shift, with panels"},
    listed_key {"Save", "F9", "start or end a video recording"},
    listed_key {"Save", "Ctrl C", "copy the view as a command line; with Shift, as a link"},
    listed_key {"Window", "H   I   K", "show or hide all panels, statistics, kernels"},
    listed_key {"Window", "Double click", "on a slider: type a number"},
    listed_key {"Window", "F6", "move the keyboard focus to the next panel"},
    listed_key {"Window", "F8", "dark or light look"},
    listed_key {"Window", "Ctrl +  −  0", "larger, smaller, normal text"},
    listed_key {"Window", "F11", "full screen; with Ctrl, move to next display"},
    listed_key {"Window", "Ctrl Q", "close the window"},
    listed_key {"Samples", "PgUp  PgDn", "previous, next sample"},
    listed_key {"Samples", "Ctrl F", "search the samples"},
    listed_key {"Samples", "Ctrl V", "open the link in the clipboard"},
    listed_key {"Samples", "Esc", "close what is on top; then back to all samples"},
    listed_key {"Samples", "F1", "show this list"},
};

}  // namespace ingot::shell
