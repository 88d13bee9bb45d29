// The machine code of kernels as text, made beside the frames.
#pragma once

#include <filesystem>
#include <functional>
#include <future>
#include <ingot/runtime/kernel_archive.hpp>
#include <optional>
#include <span>
#include <string>
#include <thread>

namespace ingot::shell {

/// What runs on the CPU debug device: the kernels' functions and those that they call, disassembled by binutils' objdump, with
/// the lines of the sources in the folder `sources` that the program knows. Takes seconds; ends early where `stop` says so. What
/// does not work stands in the text, with what to do.
std::string assembly_of(std::span<const kernel_machine_code> kernels, const std::filesystem::path& sources,
                        const std::function<bool()>& stop);

/// The same in a thread of its own. One that is not wanted any more is ended with this.
class assembly_text {
public:
    /// Begins anew.
    void begin(std::vector<kernel_machine_code> kernels, const std::filesystem::path& sources);
    bool under_way() const { return result.valid(); }
    /// Once, when it is done.
    std::optional<std::string> take();

private:
    std::future<std::string> result;
    std::jthread worker;
};

}  // namespace ingot::shell
