// What is to be done as soon as everything is compiled for it, in order.
#pragma once

#include <deque>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "rehearsal/rehearsal.hpp"
#include "rehearsal/rehearsed_parts.hpp"

namespace ingot::shell {

struct intention {
    std::string doing;    ///< "Switching to OpenCL"
    rehearsed_part part;  ///< what it will be like then
    std::function<void()> what;
    bool only_newest = false;  ///< a newer one of this kind makes it needless
    std::string sets = {};     ///< the parameter, if it is one; a newer value makes it needless
};

class intentions {
public:
    /// `program` is what rehearsals run.
    explicit intentions(const std::filesystem::path& program) : stage(program), rehearsed(program) {}

    /// False where there is nothing to wait for: the same was rehearsed before, or its device compiles nothing (the CPU debug
    /// device), and nothing else waits.
    bool add(const intention& of);
    /// Nothing is intended any more; what is under way is for nothing.
    void forget();
    /// The same for the value of a parameter.
    void forget_value_of(const std::string& parameter);

    struct outcome {
        intention of;
        std::string problem;  ///< where the rehearsal crashed: it is better not done in earnest; empty else
    };
    /// What is ready now, in order. To be called between frames.
    std::vector<outcome> take();

    /// What is waited for, and since when.
    std::optional<std::pair<std::string, rehearsal::clock::time_point>> waited_for() const;
    /// Is anything rehearsed, if only what nobody waits for any more?
    bool rehearsing() const { return stage.under_way(); }

private:
    bool is_ready(const rehearsed_part& part) const;
    std::optional<outcome> take_rehearsal();

    rehearsal stage;
    std::deque<intention> waiting;  ///< the first one is rehearsed, unless that was forgotten
    rehearsed_part rehearsed_now;   ///< while one is under way
    rehearsed_parts rehearsed;
};

}  // namespace ingot::shell
