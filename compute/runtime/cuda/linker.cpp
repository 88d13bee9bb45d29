#include "linker.hpp"

#include <algorithm>
#include <array>
#include <cstdint>

namespace ingot::backends::cuda {

namespace {

constexpr size_t log_size = 16 * 1024;

// The driver writes into the logs, and into the options, until the link is destroyed.
class link_session {
public:
    link_session(primary_context& of, const current_context& current, std::string what)
        : context(of), here(current), doing(std::move(what)) {
        check(context.calls().create_link, static_cast<unsigned int>(options.size()), options.data(), values.data(), &handle);
    }
    link_session(const link_session&) = delete;
    link_session& operator=(const link_session&) = delete;
    ~link_session() {
        if (handle) context.release(context.calls().destroy_link, handle);
    }

    void add_ptx(std::string text, const std::string& name) {
        // Its 0 at the end is part of PTX.
        check(context.calls().add_link_data, handle, jit_input::ptx, text.data(), text.size() + 1, name.c_str(), 0, nullptr,
              nullptr);
    }

    // The driver's own memory, until this ends.
    std::vector<std::byte> complete() {
        void* binary = nullptr;
        size_t size = 0;
        check(context.calls().complete_link, handle, &binary, &size);
        const auto* const bytes = static_cast<const std::byte*>(binary);
        return {bytes, bytes + size};
    }

private:
    // The driver takes numbers where pointers stand.
    static void* as_value(uintptr_t number) { return reinterpret_cast<void*>(number); }

    template <typename... Parameters>
    void check(const driver_function<Parameters...>& function, std::type_identity_t<Parameters>... arguments) {
        const result answer = here.attempt(function, arguments...);
        if (answer == result::success) return;
        here.refuse(doing + logs(), function.name(), answer);
    }

    std::string logs() const {
        std::string text;
        for (const std::array<char, log_size>& log : {errors, information})
            if (log.front()) text += "\n" + std::string(log.begin(), std::ranges::find(log, '\0'));
        return text.empty() ? text : text + "\n";
    }

    primary_context& context;
    const current_context& here;
    std::string doing;
    std::array<char, log_size> errors {};
    std::array<char, log_size> information {};
    std::array<jit_option, 5> options {jit_option::error_log_buffer, jit_option::error_log_buffer_size_bytes,
                                       jit_option::info_log_buffer, jit_option::info_log_buffer_size_bytes,
                                       jit_option::generate_line_info};
    std::array<void*, 5> values {errors.data(), as_value(log_size), information.data(), as_value(log_size), as_value(1)};
    link_handle handle = nullptr;
};

}  // namespace

std::vector<std::byte> link(primary_context& context, std::string_view ptx, const std::string& name, const std::string& doing) {
    const current_context here(context);
    link_session session(context, here, doing);
    session.add_ptx(std::string(ptx), name);
    return session.complete();
}

}  // namespace ingot::backends::cuda
