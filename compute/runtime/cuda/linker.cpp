#include "linker.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace ingot::backends::cuda {

namespace {

constexpr size_t log_size = 16 * 1024;

// One use of the linker. The driver writes into the log buffers and into the option values until the link is destroyed, so this
// object contains them.
class link_session {
public:
    link_session(primary_context& context, const current_context& current, std::string description)
        : context_(context), current_(current), doing_(std::move(description)) {
        check(context_.driver_functions().create_link, static_cast<unsigned int>(options_.size()), options_.data(),
              values_.data(), &handle_);
    }
    link_session(const link_session&) = delete;
    link_session& operator=(const link_session&) = delete;
    ~link_session() {
        if (handle_) context_.release(context_.driver_functions().destroy_link, handle_);
    }

    void add_ptx(std::string text, const std::string& name) {
        // The driver requires the terminating 0 to be part of the PTX.
        check(context_.driver_functions().add_link_data, handle_, jit_input::ptx, text.data(), text.size() + 1, name.c_str(), 0,
              nullptr, nullptr);
    }

    // Ends the compilation and returns a copy of the machine code. The driver frees its own copy when the link is destroyed.
    std::vector<std::byte> complete() {
        void* binary = nullptr;
        size_t size = 0;
        check(context_.driver_functions().complete_link, handle_, &binary, &size);
        const auto* const bytes = static_cast<const std::byte*>(binary);
        return {bytes, bytes + size};
    }

private:
    // The driver takes the value of each option as a pointer. A number is converted to a pointer of that value.
    static void* as_value(uintptr_t number) { return reinterpret_cast<void*>(number); }

    template <typename... Parameters>
    void check(const driver_function<Parameters...>& function, std::type_identity_t<Parameters>... arguments) {
        const result answer = current_.try_call(function, arguments...);
        if (answer == result::success) return;
        current_.fail(doing_, function.name(), answer, logs());
    }

    std::string logs() const {
        std::string text;
        for (const std::array<char, log_size>& log : {errors_, information_})
            if (log.front()) text += "\n" + std::string(log.begin(), std::ranges::find(log, '\0'));
        return text;
    }

    primary_context& context_;
    const current_context& current_;
    std::string doing_;
    std::array<char, log_size> errors_ {};
    std::array<char, log_size> information_ {};
    std::array<jit_option, 5> options_ {jit_option::error_log_buffer, jit_option::error_log_buffer_size_bytes,
                                        jit_option::info_log_buffer, jit_option::info_log_buffer_size_bytes,
                                        jit_option::generate_line_info};
    std::array<void*, 5> values_ {errors_.data(), as_value(log_size), information_.data(), as_value(log_size), as_value(1)};
    link_handle handle_ = nullptr;
};

}  // namespace

std::vector<std::byte> link(primary_context& context, std::string_view ptx, const std::string& name, const std::string& doing) {
    const current_context current_context(context);
    link_session session(context, current_context, doing);
    session.add_ptx(std::string(ptx), name);
    return session.complete();
}

}  // namespace ingot::backends::cuda
