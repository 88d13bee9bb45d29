// Disassembles the machine code of kernels in the background.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <future>
#include <ingot/runtime/kernel_archive.hpp>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace ingot::shell {

/// Returns the machine code that the CPU debug device runs: the kernels' functions, then the functions that they call,
/// directly or indirectly, until about 300 functions have been found. objdump of GNU binutils disassembles them, with the
/// source lines from files in the folder `sources`. This takes seconds; it ends early when `stop` returns true. If
/// something fails, the returned text states the reason.
std::string disassemble(std::span<const kernel_machine_code> kernels, const std::filesystem::path& sources,
                        const std::function<bool()>& stop);

/// Returns the machine code of an object file, such as the code of an archive for the device cpu-native. objdump of GNU binutils
/// disassembles it, with the source lines from files in the folder `sources` if the code was compiled with -g. It ends early when
/// `stop` returns true. If something fails, the returned text states the reason.
std::string disassemble_object(std::span<const std::byte> object, const std::filesystem::path& sources,
                               const std::function<bool()>& stop);

/// Runs disassemble() or disassemble_object() in a thread. The destructor and start() stop a run that is still active.
class assembly_text {
public:
    /// Starts to disassemble these kernels.
    void start(std::vector<kernel_machine_code> kernels, const std::filesystem::path& sources);
    /// Starts to disassemble an object file.
    void start(std::vector<std::byte> object, const std::filesystem::path& sources);
    bool is_running() const { return result_.valid(); }
    /// Returns the text once, when the thread has finished; before and after that, nothing.
    std::optional<std::string> take_result();

private:
    using work = std::function<std::string(const std::function<bool()>& stop)>;
    void start(work work);

    std::future<std::string> result_;
    std::jthread worker_;
};

}  // namespace ingot::shell
