#include <ingot/sample/sample.hpp>
#include <stdexcept>

namespace ingot {

void sample::save_file(const std::filesystem::path& file) {
    throw std::runtime_error("this sample has no result to save to '" + file.string() + "'");
}

media::picture sample::result() { throw std::runtime_error("this sample makes no picture of its own"); }

}  // namespace ingot
