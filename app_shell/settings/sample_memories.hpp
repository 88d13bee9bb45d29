// What a window remembers of all samples that were on in it, and where it asks what earlier windows kept.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "settings/sample_memory.hpp"

namespace ingot::shell {

class sample_memories {
public:
    /// `keeps` false: nothing is read or written; `fresh`: nothing of earlier windows is read.
    sample_memories(bool keeps, bool fresh) : keeping(keeps), starts_fresh(fresh) {}

    using reporter = std::function<void(const std::string&)>;

    /// What a sample is to be opened with: the parameters that it was left with. A sample that could not be opened with them, and
    /// so was never left since, is opened with its defaults the next time.
    parameter_settings parameters_to_open(const sample_description& of, const reporter& report);

    /// The camera's bookmarks of a sample, by their key.
    std::map<int, orbit>& bookmarks(const sample_description& of, const reporter& report);

    /// A sample ends: its parameters and bookmarks are kept. What fails is told on stderr: nothing could be done about it.
    void leave(const session& ended);

private:
    sample_memory& of_sample(const sample_description& of, const reporter& report);

    bool keeping;
    bool starts_fresh;
    std::map<std::string, sample_memory> known;
    std::set<std::string> in_doubt;  ///< opened with what was kept, and not left yet
};

}  // namespace ingot::shell
