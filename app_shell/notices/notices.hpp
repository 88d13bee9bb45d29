// What went wrong, for a person to read while everything goes on.
#pragma once

#include <chrono>
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
        std::chrono::steady_clock::time_point told = std::chrono::steady_clock::now();
    };

    void add(weight of, std::string text) {
        if (all.empty() || all.back().text != text) return all.push_back({of, std::move(text)});
        ++all.back().times;
        all.back().told = std::chrono::steady_clock::now();
    }
    bool empty() const { return all.empty(); }
    const notice& latest() const { return all.back(); }
    size_t count() const { return all.size(); }
    void dismiss() { all.pop_back(); }
    /// A message has been read after some seconds; a failure stands until a person takes it away.
    void forget_old(std::chrono::steady_clock::time_point now = std::chrono::steady_clock::now()) {
        constexpr auto read_after = std::chrono::seconds(6);
        std::erase_if(all, [&](const notice& each) { return each.of == weight::message && now - each.told > read_after; });
    }
    void clear() { all.clear(); }

private:
    std::vector<notice> all;
};

}  // namespace ingot::shell
