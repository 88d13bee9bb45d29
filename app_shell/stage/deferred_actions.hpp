// A queue of actions that panels and keys request. They run between two frames, after their kernels have been compiled.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "precompilation/precompiler.hpp"

namespace ingot::shell {

/// A function to call between two frames, and the conditions under which it is called.
struct deferred_action {
    /// Names the action while it waits, and begins the notice if it fails: "Switching to OpenCL: AMD EPYC".
    std::string description;
    std::function<void()> run;
    /// Kernels that must be compiled before the action runs.
    std::optional<compilation_request> required_kernels = {};
    /// The thing that the action changes, such as "parameter bodies". A newer action replaces an action with the same subject
    /// that still waits for its kernels.
    std::string subject = {};
    /// The action is so slow that the frames visibly stop. A frame that is drawn while the action is ready but has not run yet
    /// shows `description`.
    bool is_slow = false;
};

/// The queue. Actions that require kernels run in order, each as soon as its kernels are compiled. Actions that require
/// no kernels do not wait for the others: they run before the next frame.
///
///     actions.add({"Resetting", [&] { session.reset(); }});
///     …
///     for (const auto& each : actions.take_ready()) each.run();  // between two frames
///     actions.compile();
class deferred_actions {
public:
    /// `program` is the program that the precompiler runs.
    explicit deferred_actions(const std::filesystem::path& program) : kernels_(program) {}

    void add(deferred_action action);
    /// Removes all actions. A compilation that is running continues.
    void clear() { all_.clear(); }
    /// Removes the actions that are ready and returns them in order.
    std::vector<deferred_action> take_ready();

    /// An action that was removed because the process that compiles its kernels crashed, did not end or could not be
    /// started.
    struct rejection {
        deferred_action action;
        std::string reason;
    };
    /// Collects the result of a compilation that has ended, and starts to compile the kernels of the first waiting
    /// action. Call this once between two frames, after the actions of take_ready() have run. If the process that
    /// compiles crashed, did not end or could not be started, removes the action and returns it: loading the same kernels
    /// in this process could crash or block it too. If the compiler reports errors, the action becomes ready all the
    /// same: it compiles the kernels again when it runs, and reports the errors.
    std::optional<rejection> compile();

    /// Returns `description` of the first action that waits for its kernels, and when the latest compilation started.
    std::optional<std::pair<std::string, precompiler::clock::time_point>> pending_compilation() const;
    /// Returns `description` of the first action that is ready and takes long.
    std::optional<std::string> next_slow_action() const;
    /// Returns true while kernels are being compiled, even if no action requires them any more.
    bool is_compiling() const { return kernels_.is_running(); }

private:
    struct entry {
        deferred_action action;
        bool ready = false;
    };
    std::vector<entry>::iterator first_waiting();
    std::optional<rejection> take_result();

    std::vector<entry> all_;
    precompiler kernels_;
};

}  // namespace ingot::shell
