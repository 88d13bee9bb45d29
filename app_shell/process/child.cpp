#include "process/child.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <fstream>
#include <ingot/processes/child_process.hpp>
#include <optional>
#include <system_error>
#include <thread>

namespace ingot::process {

namespace {

using steady = std::chrono::steady_clock;

std::string end_of(const std::filesystem::path& file) {
    constexpr std::streamoff most = 65'536;
    std::ifstream in(file, std::ios::binary | std::ios::ate);
    const std::streamoff size = in.tellg();
    if (size <= 0) return {};
    in.seekg(std::max<std::streamoff>(0, size - most));
    return {std::istreambuf_iterator<char>(in), {}};
}

// Open for writing, and empty.
class output_file {
public:
    explicit output_file(const std::filesystem::path& file)
        : opened(::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644)) {
        if (opened < 0) throw std::system_error(errno, std::generic_category(), fmt::format("writing '{}'", file.string()));
    }
    output_file(const output_file&) = delete;
    output_file& operator=(const output_file&) = delete;
    ~output_file() { ::close(opened); }
    int get() const { return opened; }

private:
    int opened;
};

}  // namespace

child_result run_child(const std::filesystem::path& program, const std::vector<std::string>& arguments,
                       const std::filesystem::path& output, std::chrono::duration<double> limit,
                       const std::function<bool()>& stop) {
    std::vector<std::string> command {program.string()};
    command.insert(command.end(), arguments.begin(), arguments.end());
    const auto begin = steady::now();
    processes::child_process child(command, output_file(output).get());
    child_result result;
    bool ended_by_us = false;
    std::optional<processes::process_end> ended;
    while (!(ended = child.poll())) {
        const bool late = steady::now() - begin > limit;
        if (!ended_by_us && (late || stop())) {
            result.how = late ? child_result::ending::timed_out : child_result::ending::stopped;
            ended_by_us = true;
            child.kill();
        }
        std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    result.seconds = std::chrono::duration<double>(steady::now() - begin).count();
    result.output = end_of(output);
    if (ended_by_us) return result;
    if (ended->by_signal) result.how = child_result::ending::signalled;
    result.status = ended->number;
    return result;
}

}  // namespace ingot::process
