#include "rehearsal/rehearsal.hpp"

#include <fmt/format.h>
#include <unistd.h>

namespace ingot::shell {

namespace {

// A driver's compiler that takes longer has lost its way.
constexpr auto longest = std::chrono::minutes(10);

process::child_result perform(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                              const std::atomic<bool>& stopped) {
    const auto output = std::filesystem::temp_directory_path() / fmt::format("ingot-rehearsal-{}.txt", getpid());
    const auto result = process::run_child(program, arguments, output, longest, [&] { return stopped.load(); });
    std::error_code ignored;
    std::filesystem::remove(output, ignored);
    return result;
}

}  // namespace

rehearsal::~rehearsal() {
    stopped = true;
    if (outcome.valid()) outcome.wait();
}

void rehearsal::start(const rehearsed_part& of) {
    began = clock::now();
    outcome = std::async(std::launch::async, [this, words = of.arguments()] { return perform(runs, words, stopped); });
}

bool rehearsal::ended() const {
    return outcome.valid() && outcome.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace ingot::shell
