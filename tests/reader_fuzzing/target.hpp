// The description of a reader of files that is fuzzed (docs/testing.md).
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <stdexcept>
#include <string_view>
#include <type_traits>

namespace ingot::reader_fuzzing {

/// What a reader does with an input.
enum class outcome { accepted, rejected };

/// How much memory a reader may use for an input. The numbers are in memory_limit.hpp.
enum class memory_use {
    by_size,     ///< in proportion to the size of the input
    by_content,  ///< up to a limit that is the same for all sizes, because a small file can describe a large picture
};

/// One reader. `read` passes an input to it. Any exception that `read` throws is a failure of the reader.
struct target {
    std::string_view name;  ///< the name in `./dev fuzz NAME`, and of the folder of seeds
    memory_use memory = memory_use::by_size;
    outcome (*read)(std::span<const std::byte> input) = nullptr;
};

/// Thrown if a reader does not keep one of its promises.
class broken_promise : public std::logic_error {
public:
    using std::logic_error::logic_error;
};

/// Throws broken_promise with the text `promise` if the promise is not kept.
inline void require(bool is_kept, const char* promise) {
    if (!is_kept) throw broken_promise(promise);
}

/// Returns what `read` returns, or nothing if `read` throws `Documented`, the exception with which the reader rejects inputs.
/// Other exceptions are not caught. `read` must only call the reader itself: if it also did a later step that throws the same
/// exception, the exception would be mistaken for a rejection.
template <typename Documented, typename Read>
std::optional<std::invoke_result_t<Read>> read_or_reject(const Read& read) {
    try {
        return read();
    } catch (const Documented& problem) {
        require(!std::string_view(problem.what()).empty(), "an error has a message");
        return std::nullopt;
    }
}

}  // namespace ingot::reader_fuzzing
