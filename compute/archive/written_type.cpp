#include <ingot/archive/written_type.hpp>

namespace ingot::archive {

std::string written_type(const parameter& of) {
    if (of.kind == parameter_kind::image) return of.type;
    if (of.kind == parameter_kind::value) return "param<" + of.type + ">";
    if (of.in_constant_memory) return "constant_buffer<" + of.type + ">";
    return "buffer<" + std::string(of.accessed == access::read ? "const " : "") + of.type + ">";
}

std::string_view to_string(parameter_kind kind) {
    if (kind == parameter_kind::image) return "image";
    return kind == parameter_kind::buffer ? "buffer" : "value";
}

std::string_view to_string(access accessed) {
    if (accessed == access::write) return "write";
    return accessed == access::read ? "read" : "read_write";
}

}  // namespace ingot::archive
