// What has been rehearsed, now and in earlier runs of the program.
#pragma once

#include <filesystem>
#include <set>
#include <string>

#include "rehearsal/rehearsal.hpp"

namespace ingot::shell {

/// Remembers by a small file for each in the user's cache ($XDG_CACHE_HOME/ingot/rehearsed), beside the programs. Another build
/// of the program, or another driver, has rehearsed nothing.
class rehearsed_parts {
public:
    explicit rehearsed_parts(const std::filesystem::path& program);

    bool has(const rehearsed_part& part) const;
    void add(const rehearsed_part& part);

private:
    std::string key_of(const rehearsed_part& part) const;
    std::filesystem::path file_of(const std::string& key) const;

    std::string build;             ///< what tells the program from other builds of it
    std::filesystem::path folder;  ///< empty where the user has none
    std::set<std::string> in_this_run;
};

}  // namespace ingot::shell
