// What a program found in files, in the format SARIF 2.1.0 (Static Analysis Results Interchange Format, an OASIS standard), which
// code hosts show beside the lines.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ingot::sarif {

/// A place in a file.
struct place {
    std::string file;        ///< relative to the current folder, or a full path
    uint32_t line = 0;       ///< from 1; 0 if unknown
    uint32_t column = 0;     ///< from 1; 0 if unknown
    std::string message {};  ///< what is there, for a place that belongs to a result; may be empty
};

/// A kind of results.
struct rule {
    std::string id;           ///< "metal-error"
    std::string description;  ///< one sentence
    std::string help {};      ///< where the rule is explained; may be empty
};

/// A replacement of text within one line. The text may contain line ends.
struct replacement {
    std::string file;
    uint32_t line = 0;    ///< from 1
    uint32_t column = 0;  ///< from 1
    uint32_t length = 0;  ///< 0 inserts
    std::string text;
};

/// A change that removes the cause of a result.
struct fix {
    std::string description;
    std::vector<replacement> replacements;  ///< sorted by file
};

/// One result.
struct result {
    std::string rule;   ///< rule::id
    std::string level;  ///< "error", "warning" or "note"
    std::string message;
    place location;
    std::vector<place> related {};  ///< further places that explain the result
    std::vector<fix> fixes {};      ///< each of them is enough
};

/// The results of one run of a program.
struct log {
    std::string program;
    std::string version;
    std::vector<rule> rules;
    std::vector<result> results;
};

/// Returns the log as text. Bytes that are no UTF-8 are replaced.
std::string to_text(const log& contents);

/// Returns the path relative to the current folder if the file is below it, and otherwise the path as it is.
std::string relative_path(const std::string& file);

}  // namespace ingot::sarif
