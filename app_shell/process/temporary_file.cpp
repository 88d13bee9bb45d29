#include "process/temporary_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace ingot::process {

temporary_file::temporary_file(std::string_view prefix) {
    std::string name = (std::filesystem::temp_directory_path() / fmt::format("{}-XXXXXX", prefix)).string();
    const int descriptor = ::mkstemp(name.data());
    if (descriptor < 0) throw std::runtime_error(fmt::format("cannot create the temporary file '{}'", name));
    ::close(descriptor);
    path_ = name;
}

temporary_file::~temporary_file() {
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
}

std::string temporary_file::text() const {
    std::ifstream stream(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(stream), {}};
}

}  // namespace ingot::process
