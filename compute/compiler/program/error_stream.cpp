#include "error_stream.hpp"

#include <unistd.h>

namespace ingot::compiler {

void write_to_stderr(std::string_view text) {
    while (!text.empty()) {
        const ssize_t written_size = ::write(STDERR_FILENO, text.data(), text.size());
        if (written_size <= 0) return;
        text.remove_prefix(static_cast<size_t>(written_size));
    }
}

}  // namespace ingot::compiler
