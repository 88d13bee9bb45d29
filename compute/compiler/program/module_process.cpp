#include "module_process.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstring>
#include <optional>
#include <stdexcept>
#include <utility>

#include "crash_report.hpp"

namespace ingot::compiler {

module_process::module_process(const target_job& job, kernel_file& file, device_module* shared, const compile_command& command,
                               const std::function<std::vector<std::byte>(device_module&)>& work)
    : file_name_(command.source.file.string()) {
    const auto all_work = [&]() -> std::vector<std::byte> {
        std::vector<std::byte> result;
        const int status = report_exceptions(file_name_, [&] {
            phase_times times;
            std::optional<device_module> own;
            if (!shared) own = generate_module_of(file, job, times);
            device_module* const unit = shared ? shared : own ? &*own : nullptr;
            if (!unit) return 1;
            unit->compiled_for = job.target;
            unit->architecture = job.architecture;
            result = work(*unit);
            // The destructors of LLVM's data take longer than ending the process.
            if (own) static_cast<void>(new device_module(std::move(*own)));
            return 0;
        });
        if (status != 0) ::_exit(status);
        return result;
    };
    process_ = std::make_unique<processes::forked_function>(all_work);
}

module_process::result module_process::finish(std::string_view purpose) {
    processes::function_end end = process_->wait();
    fmt::print(stderr, "{}", end.errors);
    if (end.end.by_signal)
        throw std::runtime_error(
            fmt::format("the process that {} '{}' was ended by a signal: {}", purpose, file_name_, ::strsignal(end.end.number)));
    return {end.end.number, std::move(end.bytes)};
}

}  // namespace ingot::compiler
