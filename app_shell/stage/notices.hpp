// What went wrong, for a person to read while everything goes on.
#pragma once

#include <string>
#include <vector>

namespace ingot::shell {

class notices {
public:
    enum class weight { message, failure };
    struct notice {
        weight of = weight::message;
        std::string text;
        int times = 1;  ///< the same again and again is one notice
    };

    void add(weight of, std::string text) {
        if (!all.empty() && all.back().text == text)
            ++all.back().times;
        else
            all.push_back({of, std::move(text)});
    }
    bool empty() const { return all.empty(); }
    const notice& latest() const { return all.back(); }
    size_t count() const { return all.size(); }
    void dismiss() { all.pop_back(); }
    void clear() { all.clear(); }

private:
    std::vector<notice> all;
};

}  // namespace ingot::shell
