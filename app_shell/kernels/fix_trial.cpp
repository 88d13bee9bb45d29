#include "kernels/fix_trial.hpp"

#include <fmt/format.h>

#include <chrono>
#include <ingot/files/read_file.hpp>
#include <stdexcept>
#include <utility>

namespace ingot::shell {

namespace {

bool is_ready(const std::future<compiled_fix>& result) {
    return result.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

compiled_fix compile_fixed_file(const kernel_fix& fix, const device& device, const kernel_file_in_use& file) {
    compiled_fix done {device, file, fix, {}, {}};
    try {
        if (files::read_text(fix.path) != fix.source)
            throw std::runtime_error(
                fmt::format("'{}' has changed since the advisor read it; wait for its new remarks", fix.path.string()));
        compile_options options = replacement_options(device, file);
        options.include_folders = {fix.path.parent_path()};  // for headers beside the file: the text has no folder
        done.kernels = compile_text(files::edited(fix.source, fix.edits), fix.path.filename().string(), options);
    } catch (const compile_error& problem) {
        done.messages = problem.text();
    } catch (const std::exception& problem) {
        done.messages = problem.what();
    }
    return done;
}

}  // namespace

void fix_trial::start(const kernel_fix& fix, const device& device, const kernel_file_in_use& file) {
    std::erase_if(forgotten_, is_ready);
    if (result_.valid()) forgotten_.push_back(std::move(result_));
    result_ = std::async(std::launch::async, compile_fixed_file, fix, device, file);
}

std::optional<compiled_fix> fix_trial::take_result() {
    if (!result_.valid() || !is_ready(result_)) return std::nullopt;
    return result_.get();
}

}  // namespace ingot::shell
