#include <ingot/archive/written_type.hpp>

namespace ingot::archive {

std::string written_type(const parameter& of) {
    if (of.kind == parameter_kind::image) return of.type;
    if (of.kind == parameter_kind::value) return "param<" + of.type + ">";
    if (of.in_constant_memory) return "constant_buffer<" + of.type + ">";
    return "buffer<" + std::string(of.accessed == access::read ? "const " : "") + of.type + ">";
}

}  // namespace ingot::archive
