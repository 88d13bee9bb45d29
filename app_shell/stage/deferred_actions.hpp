// What panels and keys ask for is done between two frames, and not before its kernels are compiled.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "precompilation/precompiler.hpp"

namespace ingot::shell {

struct deferred_action {
    std::string doing;  ///< "Switching to opencl: AMD EPYC": names it while it waits, and begins the notice where it fails
    std::function<void()> what;
    std::optional<compilation_request> needs = {};  ///< kernels that must have been compiled before
    std::string sets =
        {};  ///< what it changes, such as a parameter's name: a newer action of the same name replaces one that waits
    bool takes_long =
        false;  ///< one more frame is shown before it, with `doing`, because the frames stand still while it is done
};

/// A queue. Actions that need kernels are done in their order, each when its kernels are compiled. Actions that need none do not
/// wait for those: they are done before the next frame.
///
///     actions.add({"Resetting", [&] { session.reset(); }});
///     …
///     for (const auto& each : actions.take()) each.what();  // between two frames
///     actions.compile();
class deferred_actions {
public:
    /// `program` is what the precompiler runs.
    explicit deferred_actions(const std::filesystem::path& program) : kernels(program) {}

    void add(deferred_action added);
    /// Removes all actions. Kernels that are being compiled are compiled to the end.
    void clear() { all.clear(); }
    /// Removes the actions that are ready and returns them in order.
    std::vector<deferred_action> take();

    struct refusal {
        deferred_action of;
        std::string why;
    };
    /// Takes note of kernels that were compiled since the last call, and starts with those that the first waiting action needs.
    /// To be called once between two frames, after the actions of take() were done. Returns the action, now removed, whose
    /// compilation crashed: loading the same in this process would end it.
    std::optional<refusal> compile();

    /// The first action that waits for its kernels, and the time since when they are compiled.
    std::optional<std::pair<std::string, precompiler::clock::time_point>> compiled_for() const;
    /// The first action that is ready and takes long.
    std::optional<std::string> next_long_one() const;
    /// Also true while kernels are compiled that no action needs any more.
    bool is_compiling() const { return kernels.is_running(); }

private:
    struct entry {
        deferred_action action;
        bool ready = false;
    };
    std::vector<entry>::iterator first_waiting();
    std::optional<refusal> take_result();

    std::vector<entry> all;
    precompiler kernels;
};

}  // namespace ingot::shell
