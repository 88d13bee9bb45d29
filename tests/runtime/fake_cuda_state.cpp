#include "fake_cuda_state.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <sstream>

using namespace ingot::backends::cuda;

namespace fake_cuda {

namespace {

// Returns the driver's state. The state is never destroyed, because programs call the driver until their end.
state& made() {
    static state& all = *std::make_unique<state>().release();
    return all;
}

std::string binary_header(device_number device) {
    return "fake machine code for compute capability " +
           std::to_string(attribute_of(device, device_attribute::compute_capability_major)) + "\n";
}

// Returns the size of a PTX parameter: 8 for ".param .u64 .ptr .align 1 name", 12 for ".param .align 4 .b8 name[12]".
size_t parameter_size(const std::string& declaration) {
    size_t bits = 0;
    size_t elements = 1;
    std::istringstream words(declaration);
    for (std::string word; words >> word;) {
        const size_t number = word.find_first_of("0123456789");
        if (word.starts_with('.') && number == 2) bits = std::stoul(word.substr(number));
        if (const size_t bracket = word.find('['); bracket != std::string::npos) elements = std::stoul(word.substr(bracket + 1));
    }
    return bits / 8 * elements;
}

// Parses a kernel's signature in PTX, the text after ".entry": " name(.param …, .param …)".
std::unique_ptr<function_object> read_function(const std::string& text) {
    auto function = std::make_unique<function_object>();
    const size_t open = text.find('(');
    const size_t close = text.find(')', open);
    std::istringstream(text.substr(0, open)) >> function->name;
    std::istringstream list(text.substr(open + 1, close - open - 1));
    for (std::string parameter; std::getline(list, parameter, ',');)
        if (parameter.find(".param") != std::string::npos) function->parameter_sizes.push_back(parameter_size(parameter));
    return function;
}

}  // namespace

state& state::get() { return made(); }

std::vector<context_handle>& current_contexts() {
    thread_local std::vector<context_handle> stack;
    return stack;
}

void state::reset() {
    const std::lock_guard lock(guard);
    counted_ = 0;
    failed_.clear();
    end_ = result::success;
    current_contexts().clear();
}

size_t state::live_objects() const {
    return contexts.size() + streams.size() + events.size() + links.size() + modules.size() + resources.size() + memory.size() +
           pinned.size() + arrays.size() + views.size();
}

result state::begin_call(const char* name) {
    ++counted_;
    if (end_ != result::success) return end_;
    const char* const setting = std::getenv("INGOT_FAKE_CUDA_FAIL");
    if (!setting || !failed_.empty()) return result::success;
    const std::string_view text = setting;
    const std::string selection(text.substr(0, text.find('=')));
    if (selection != name && selection != std::to_string(counted_)) return result::success;
    failed_ = name;
    const result answer {
        selection.size() < text.size() ? static_cast<int>(std::strtol(setting + selection.size() + 1, nullptr, 10)) : 2};
    if (is_final(answer)) end_ = answer;
    return answer;
}

int state::device_count() const {
    const char* const setting = std::getenv("INGOT_FAKE_CUDA_DEVICES");
    return setting ? static_cast<int>(std::strtol(setting, nullptr, 10)) : 2;
}

result state::release_context(device_number device) {
    return contexts.remove_first_where([&](const context_object& context) { return context.device == device; }) ? result::success
                                                                                                                : invalid_context;
}

std::byte* state::allocate(allocations& allocations, size_t bytes) {
    // New memory is not filled with zeros, because a real device does not promise zeros either.
    std::vector<std::byte> range(bytes, std::byte {0xcd});
    std::byte* const first = range.data();
    allocations.emplace(first, std::move(range));
    return first;
}

result state::free(allocations& allocations, const std::byte* address) {
    return allocations.erase(address) ? result::success : result::invalid_value;
}

bool state::has_memory(const std::byte* first, size_t count) const {
    const auto next = memory.upper_bound(first);
    if (next == memory.begin()) return false;
    const auto& [begin, range] = *std::prev(next);
    return static_cast<size_t>(first - begin) <= range.size() && count <= range.size() - static_cast<size_t>(first - begin);
}

result state::run(stream_object& stream) {
    while (!stream.waiting.empty())
        if (const result answer = run_one(stream, result::success); answer != result::success) return answer;
    return end_;
}

result state::run_one(stream_object& stream, result otherwise) {
    if (end_ != result::success) return stream.waiting.clear(), end_;
    const late_work work = std::move(stream.waiting.front());
    stream.waiting.pop_front();
    tick();
    const result answer {work()};
    if (is_final(answer)) end_ = answer;
    return answer == result::success ? otherwise : answer;
}

int attribute_of(device_number device, device_attribute attribute) {
    switch (attribute) {
        case device_attribute::max_threads_per_block:
        case device_attribute::max_block_x:
        case device_attribute::max_block_y:
            return 1024;
        case device_attribute::max_block_z:
            return 64;
        case device_attribute::warp_size:
            return 32;
        case device_attribute::clock_rate:
            return 1'980'000;
        case device_attribute::max_texture_1d_width:
        case device_attribute::max_texture_2d_width:
            return 131'072;
        case device_attribute::max_texture_2d_height:
            return 65'536;
        case device_attribute::max_texture_3d_width:
        case device_attribute::max_texture_3d_height:
        case device_attribute::max_texture_3d_depth:
            return 16'384;
        case device_attribute::max_texture_2d_layers:
            return 2048;
        case device_attribute::max_shared_memory_per_block:
            return 48 * 1024;
        case device_attribute::max_shared_memory_per_block_opt_in:
            return device == 0 ? 227 * 1024 : 96 * 1024;
        case device_attribute::multiprocessor_count:
            return 132 - device;
        case device_attribute::compute_capability_major:
            return device == 0 ? 9 : 7;
        case device_attribute::compute_capability_minor:
            return 0;
    }
    return 0;
}

bool is_final(result answer) {
    constexpr std::array final_ones {214, 220, 226, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719, 721, 810};
    return std::ranges::find(final_ones, static_cast<int>(answer)) != final_ones.end();
}

words error_words(result error) {
    static const std::map<int, words> known {
        {1, {"CUDA_ERROR_INVALID_VALUE", "invalid argument"}},
        {2, {"CUDA_ERROR_OUT_OF_MEMORY", "out of memory"}},
        {100, {"CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"}},
        {200, {"CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"}},
        {201, {"CUDA_ERROR_INVALID_CONTEXT", "invalid device context"}},
        {218, {"CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"}},
        {400, {"CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"}},
        {500, {"CUDA_ERROR_NOT_FOUND", "named symbol not found"}},
        {600, {"CUDA_ERROR_NOT_READY", "device not ready"}},
        {700, {"CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"}},
        {719, {"CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"}},
    };
    const auto found = known.find(static_cast<int>(error));
    return found == known.end() ? words {nullptr, nullptr} : found->second;
}

std::unique_ptr<module_object> load_module(const char* image, device_number device) {
    const std::string header = binary_header(device);
    if (std::strncmp(image, header.c_str(), header.size()) != 0) return nullptr;
    auto object = std::make_unique<module_object>();
    const std::string text(image);
    constexpr std::string_view entry = ".entry";
    for (size_t position = text.find(entry); position != std::string::npos; position = text.find(entry, position + 1))
        object->functions.push_back(read_function(text.substr(position + entry.size())));
    return object;
}

}  // namespace fake_cuda

namespace ingot::backends::cuda {

result link_object::compile(const std::string& name, std::string_view ptx, device_number device) {
    if (!ptx.starts_with(".version")) {
        if (log) std::snprintf(log, log_size, "ptxas %s, line 1; fatal : Missing .version directive", name.c_str());
        return fake_cuda::invalid_ptx;
    }
    const std::string text = fake_cuda::binary_header(device) + std::string(ptx);
    binary.assign(text.begin(), text.end());
    binary.push_back('\0');
    return result::success;
}

}  // namespace ingot::backends::cuda
