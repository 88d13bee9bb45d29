#include "reduction.hpp"

#include <fmt/format.h>

#include <utility>
#include <vector>

namespace ingot::fuzzing {

namespace {

// The position of a part in a tree: the index at each level, from the root to the part.
using path = std::vector<size_t>;

source_tree& part_at(source_tree& root, const path& path) {
    source_tree* part = &root;
    for (const size_t index : path) part = &part->parts[index];
    return *part;
}

// Appends the paths of all parts of a kind, outer parts before the parts inside of them.
void find_parts(const source_tree& part, part_kind kind, path& position, std::vector<path>& found) {
    if (part.kind == kind) found.push_back(position);
    for (size_t i = 0; i < part.parts.size(); ++i) {
        position.push_back(i);
        find_parts(part.parts[i], kind, position, found);
        position.pop_back();
    }
}

// Appends the outermost expressions of a type inside of a part.
void find_inner(const source_tree& part, const std::string& type, std::vector<source_tree>& found) {
    for (const source_tree& each : part.parts) {
        if (each.kind == part_kind::expression && each.type == type)
            found.push_back(each);
        else
            find_inner(each, type, found);
    }
}

// Returns the replacements for a part. A statement can be replaced by empty text. An expression can be replaced by 0, or by an
// expression of the same type that it contains.
std::vector<source_tree> replacements_of(const source_tree& part) {
    if (part.kind == part_kind::statement) return {fixed({""})};
    const std::string zero = fmt::format("{}(0)", part.type);
    if (part.parts.empty() || (part.parts.size() == 1 && part.parts.front().text == zero)) return {};
    std::vector<source_tree> all {compose(part_kind::expression, part.type, {zero})};
    find_inner(part, part.type, all);
    return all;
}

class reducer {
public:
    reducer(source_tree program, const std::function<bool(const source_tree&)>& shows_defect, size_t max_trials)
        : program_(std::move(program)), shows_defect_(shows_defect), trials_left_(max_trials) {}

    source_tree run() {
        bool is_smaller = true;
        while (is_smaller && trials_left_ > 0) {
            is_smaller = simplify_all(part_kind::statement);
            is_smaller |= simplify_all(part_kind::expression);
        }
        return std::move(program_);
    }

private:
    // Tries to simplify each part of a kind once. Returns true if the program became smaller.
    bool simplify_all(part_kind kind) {
        bool is_smaller = false;
        path root;
        std::vector<path> parts;
        find_parts(program_, kind, root, parts);
        for (size_t i = 0; i < parts.size() && trials_left_ > 0; ++i) {
            if (!simplify(parts[i])) continue;
            is_smaller = true;
            // The part may contain other parts now than before. Find all parts again, and continue after the changed one.
            const path changed = parts[i];
            parts.clear();
            find_parts(program_, kind, root, parts);
            i = 0;
            while (i < parts.size() && parts[i] <= changed) ++i;
            --i;
        }
        return is_smaller;
    }

    bool simplify(const path& position) {
        for (source_tree& replacement : replacements_of(part_at(program_, position))) {
            if (trials_left_ == 0) return false;
            --trials_left_;
            std::swap(part_at(program_, position), replacement);
            if (shows_defect_(program_)) return true;
            std::swap(part_at(program_, position), replacement);
        }
        return false;
    }

    source_tree program_;
    const std::function<bool(const source_tree&)>& shows_defect_;
    size_t trials_left_;
};

}  // namespace

source_tree reduce(source_tree program, const std::function<bool(const source_tree&)>& shows_defect, size_t max_trials) {
    return reducer(std::move(program), shows_defect, max_trials).run();
}

}  // namespace ingot::fuzzing
