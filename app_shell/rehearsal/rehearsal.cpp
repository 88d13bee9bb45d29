#include "rehearsal/rehearsal.hpp"

#include "process/temporary_file.hpp"

namespace ingot::shell {

namespace {

// A driver's compiler that takes longer has lost its way.
constexpr auto longest = std::chrono::minutes(10);

process::child_result perform(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                              const std::atomic<bool>& stopped) {
    const process::temporary_file output("ingot-rehearsal");
    return process::run_child(program, arguments, output.path(), longest, [&] { return stopped.load(); });
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
