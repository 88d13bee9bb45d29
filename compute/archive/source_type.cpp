#include <ingot/archive/source_type.hpp>

namespace ingot::archive {

std::string source_type(const parameter& parameter) {
    if (parameter.kind == parameter_kind::image) return parameter.type;
    if (parameter.kind == parameter_kind::value) return "param<" + parameter.type + ">";
    if (parameter.kind == parameter_kind::local) return "local_buffer<" + parameter.type + ">";
    if (parameter.in_constant_memory) return "constant_buffer<" + parameter.type + ">";
    return "buffer<" + std::string(parameter.access_mode == access::read ? "const " : "") + parameter.type + ">";
}

std::string_view to_string(parameter_kind kind) {
    switch (kind) {
        case parameter_kind::buffer:
            return "buffer";
        case parameter_kind::value:
            return "value";
        case parameter_kind::image:
            return "image";
        case parameter_kind::local:
            return "local";
    }
    return {};
}

std::string_view to_string(access accessed) {
    if (accessed == access::write) return "write";
    return accessed == access::read ? "read" : "read_write";
}

}  // namespace ingot::archive
