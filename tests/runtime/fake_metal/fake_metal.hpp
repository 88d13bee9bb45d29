// The interface between tests and the fake Metal, a library that has the functions, classes and methods of Apple's libobjc,
// Foundation and Metal that the backend uses, and that runs on any machine.
//
// It executes committed command buffers as late as possible: when a call waits for one, or has asked for its status many times.
// Therefore tests detect memory that is read before the work has ended. It does not compile kernels: for each launch it calls
// controls::launched, which a test sets. It keeps Metal's rules that tests cannot see from results, and lists what breaks them:
// the alignment of copies, indices of arguments, encoders that did not end, objects without an autorelease pool.
//
// INGOT_FAKE_METAL_DEVICES is the number of devices, at most 2: a device with unified memory, and one with memory of its own. The
// default is 2. INGOT_FAKE_METAL_FAIL=SELECTOR makes a method return null, or fail with an NSError if it has one.
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace fake_metal {

/// A launch. The memory may be read and written while `launched` runs.
struct launch {
    std::string kernel;
    std::array<unsigned long, 3> groups {};
    std::array<unsigned long, 3> group {};
    std::map<unsigned long, std::span<std::byte>> buffers;      ///< buffers and values by their index
    std::map<unsigned long, std::span<std::byte>> textures;     ///< the pixels of level 0
    std::map<unsigned long, unsigned long> threadgroup_memory;  ///< sizes in bytes
};

class controls {
public:
    virtual ~controls() = default;

    /// Forgets the broken rules, the texts, and `launched`.
    virtual void reset() = 0;
    /// Returns the broken rules since reset.
    virtual std::vector<std::string> broken_rules() const = 0;
    /// Returns the number of objects that exist, except classes and constant strings.
    virtual size_t live_objects() const = 0;
    /// Returns the number of command buffers that were committed and not executed.
    virtual size_t waiting() const = 0;
    /// Returns the text and the options of the library that was compiled last: "fast" or "safe", and the language version.
    virtual std::string compiled_text() const = 0;
    virtual std::string compile_options() const = 0;
    /// Returns the selectors of all methods that the fake has.
    virtual std::vector<std::string> selectors() const = 0;

    /// Called when the device reaches a launch. Returns the text of an error, which makes the command buffer fail; else "". If
    /// the function is empty, a launch does nothing.
    std::function<std::string(const launch&)> launched;
};

/// Opens the fake and returns its controls. Returns null if there is no such library.
controls* opened();

}  // namespace fake_metal
