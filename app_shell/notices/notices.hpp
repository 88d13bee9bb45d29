// Messages and errors that the window shows while it continues to run.
#pragma once

#include <chrono>
#include <string>
#include <vector>

namespace ingot::shell {

/// Notices for the window, oldest first. The window shows only the latest notice; when that one is removed, the window
/// shows the notice before it.
class notices {
public:
    enum class severity { message, failure };
    struct notice {
        severity level = severity::message;
        std::string text;
        int times = 1;  ///< how often the same text was added in succession
        std::chrono::steady_clock::time_point added_at = std::chrono::steady_clock::now();
    };

    /// Adds a notice. If the latest notice has the same text, counts it again instead.
    void add(severity level, std::string text) {
        if (notices_.empty() || notices_.back().text != text) return notices_.push_back({level, std::move(text)});
        ++notices_.back().times;
        notices_.back().added_at = std::chrono::steady_clock::now();
    }
    bool empty() const { return notices_.empty(); }
    const notice& latest() const { return notices_.back(); }
    size_t count() const { return notices_.size(); }
    /// Removes the latest notice.
    void dismiss() { notices_.pop_back(); }
    /// Removes each message six seconds after it was last added. Keeps failures.
    void forget_old(std::chrono::steady_clock::time_point current_time = std::chrono::steady_clock::now()) {
        constexpr auto read_after = std::chrono::seconds(6);
        std::erase_if(notices_, [&](const notice& each) {
            return each.level == severity::message && current_time - each.added_at > read_after;
        });
    }
    void clear() { notices_.clear(); }

private:
    std::vector<notice> notices_;
};

}  // namespace ingot::shell
