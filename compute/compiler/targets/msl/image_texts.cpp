// Accesses to textures: `picture.read(uint2(x, y))`.
#include <array>
#include <ingot/language/image_functions.hpp>

#include "expression_writer.hpp"
#include "image_functions.hpp"
#include "metal_names.hpp"

namespace ingot::compiler::msl {

namespace {

uint32_t constant_of(const llvm::Value& value) {
    return static_cast<uint32_t>(llvm::cast<llvm::ConstantInt>(value).getZExtValue());
}

bool is_layered(image_shape shape) { return detail::is_array(shape) || detail::is_cube(shape); }

// Returns coordinates as one argument: "x", "uint2(x, y)".
std::string place_of(const std::string& type, std::span<const std::string> coordinates) {
    if (coordinates.size() == 1) return coordinates.front();
    return type + std::to_string(coordinates.size()) + "(" + joined(coordinates) + ")";
}

}  // namespace

expression expression_writer::image_text(const llvm::CallInst& call) {
    llvm::StringRef name = call.getCalledFunction()->getName();
    name.consume_front(image_function_prefix);
    if (name.starts_with("query")) return image_query_text(call);
    if (name.starts_with("write")) return image_write_text(call);
    return image_read_text(call, name.starts_with("sample"));
}

expression expression_writer::image_query_text(const llvm::CallInst& call) {
    const std::string texture = whole(*call.getArgOperand(0));
    const image_shape shape = shape_of_texture(*call.getArgOperand(0)->getType());
    const auto* const level = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(2));
    // Textures of one dimension have one level, and so have those that are written.
    const bool has_levels = detail::dimensions_of(shape) > 1;
    const std::string lod = (level && level->isZero()) || !has_levels ? std::string() : whole(*call.getArgOperand(2));
    switch (detail::image_query {constant_of(*call.getArgOperand(1))}) {
        case detail::image_query::width:
            return {texture + ".get_width(" + lod + ")"};
        case detail::image_query::height:
            return {texture + ".get_height(" + lod + ")"};
        case detail::image_query::depth:
            return {texture + ".get_depth(" + lod + ")"};
        case detail::image_query::layers:
            return {is_layered(shape) ? texture + ".get_array_size()" : "1u"};
        case detail::image_query::levels:
            return {has_levels ? texture + ".get_num_mip_levels()" : "1u"};
        case detail::image_query::format:
            break;
    }
    return {"0u"};
}

expression expression_writer::image_write_text(const llvm::CallInst& call) {
    const image_shape shape = shape_of_texture(*call.getArgOperand(0)->getType());
    std::vector<std::string> coordinates;
    for (unsigned i = 0; i < detail::dimensions_of(shape); ++i) coordinates.push_back(whole(*call.getArgOperand(1 + i)));
    std::vector<std::string> channels;
    for (unsigned i = 0; i < 4; ++i) channels.push_back(whole(*call.getArgOperand(5 + i)));
    const bool is_real = call.getArgOperand(5)->getType()->isFloatTy();
    // A texture of signed numbers takes int4.
    const std::string type = is_real ? "float4" : call.getCalledFunction()->getName().contains("_int") ? "int4" : "uint4";
    if (type == "int4")
        for (unsigned i = 0; i < 4; ++i) channels[i] = signed_operand(*call.getArgOperand(5 + i));
    const std::string layer = is_layered(shape) ? ", " + whole(*call.getArgOperand(4)) : std::string();
    return {whole(*call.getArgOperand(0)) + ".write(" + type + "(" + joined(channels) + "), " + place_of("uint", coordinates) +
            layer + ")"};
}

expression expression_writer::image_read_text(const llvm::CallInst& call, bool samples) {
    const std::string texture = whole(*call.getArgOperand(0));
    const image_shape shape = shape_of_texture(*call.getArgOperand(0)->getType());
    const uint32_t mode = constant_of(*call.getArgOperand(1));
    const auto* const level = llvm::dyn_cast<llvm::ConstantInt>(call.getArgOperand(6));
    const bool has_level = detail::dimensions_of(shape) > 1 && !(level && level->isZero());
    const std::string layer = is_layered(shape) ? ", " + whole(*call.getArgOperand(5)) : std::string();
    std::vector<std::string> coordinates;
    constexpr std::array<const char*, 3> sizes {".get_width(", ".get_height(", ".get_depth("};
    const std::string lod = has_level ? whole(*call.getArgOperand(6)) : std::string();
    // Outside of the texture Metal reads the border.
    const bool is_clamped = !samples && address_mode {mode & 3u} != address_mode::border && shape != image_shape::image_1d_buffer;
    if (is_clamped) shared_.helpers.insert("nearest_place");
    for (unsigned i = 0; i < detail::dimensions_of(shape); ++i) {
        const llvm::Value& coordinate = *call.getArgOperand(2 + i);
        coordinates.push_back(is_clamped ? "nearest_place(" + signed_operand(coordinate) + ", " + texture + sizes[i] + lod + "))"
                                         : whole(coordinate));
    }
    std::string text;
    if (samples)
        text = texture + ".sample(" + sampler_name(mode, has_level) + ", " + place_of("float", coordinates) + layer +
               (has_level ? ", level(float(" + lod + "))" : "") + ")";
    else
        text = texture + ".read(" + place_of("uint", coordinates) + layer + (has_level ? ", " + lod : "") + ")";
    // Integers are unsigned.
    return call.getCalledFunction()->getName().contains("_int") ? cast("uint4", text) : expression {text};
}

std::string expression_writer::sampler_name(uint32_t sampler, bool has_levels) {
    constexpr std::array<const char*, 4> addresses {"clamp_to_edge", "repeat", "mirrored_repeat", "clamp_to_zero"};
    const std::string address = addresses[sampler & 3u];
    const std::string filter = (sampler & detail::linear_filter) != 0 ? "linear" : "nearest";
    const std::string name = "sampler_" + address + "_" + filter + (has_levels ? "_of_levels" : "");
    shared_.samplers[name] =
        "coord::normalized, address::" + address + ", filter::" + filter + (has_levels ? ", mip_filter::nearest" : "");
    return name;
}

}  // namespace ingot::compiler::msl
