#include "index.hpp"

#include <bit>
#include <ingot/archive/source_type.hpp>
#include <initializer_list>
#include <limits>
#include <nlohmann/json.hpp>

namespace ingot::archive {

using nlohmann::json;

namespace {

json to_json(const image_parameter& image) {
    return {{"shape", image.shape}, {"sample", image.sample}, {"channels", image.channels}, {"reads_levels", image.reads_levels}};
}

json to_json(const parameter& parameter) {
    json object {{"name", parameter.name},
                 {"kind", to_string(parameter.kind)},
                 {"access", to_string(parameter.access_mode)},
                 {"type", parameter.type},
                 {"size", parameter.size},
                 {"alignment", parameter.alignment},
                 {"in_constant_memory", parameter.in_constant_memory}};
    if (parameter.kind == parameter_kind::image) object["image"] = to_json(parameter.image);
    if (parameter.binding) object["binding"] = *parameter.binding;
    if (parameter.id) object["id"] = *parameter.id;
    return object;
}

json to_json(const kernel_reflection& kernel) {
    json parameters = json::array();
    for (const parameter& parameter : kernel.parameters) parameters.push_back(to_json(parameter));
    return {{"name", kernel.name},
            {"symbol", kernel.symbol},
            {"parameters", std::move(parameters)},
            {"uses_barrier", kernel.uses_barrier},
            {"local_memory", kernel.local_memory},
            {"file", kernel.file},
            {"line", kernel.line}};
}

// Typed access to the fields of one JSON object of the index. Throws archive_error if a field is missing or has another
// type. The message names the field, except where a value is not the JSON object that is expected. archive.cpp puts the
// archive's name and "damaged: " in front of the messages, so "its index" in a message is the index of this archive.
class fields {
public:
    explicit fields(const json& object) : object_(object) {
        if (!object_.is_object()) throw archive_error("its index has a value of another type where a JSON object is expected");
    }

    const json& array(const char* key) const {
        const json& value = at(key);
        if (!value.is_array()) throw_wrong_field(key, "an array");
        return value;
    }
    std::vector<std::string> texts(const char* key) const {
        std::vector<std::string> values;
        for (const json& value : array(key)) {
            if (!value.is_string()) throw_wrong_field(key, "an array of strings");
            values.push_back(value.get<std::string>());
        }
        return values;
    }
    std::string text(const char* key) const {
        const json& value = at(key);
        if (!value.is_string()) throw_wrong_field(key, "a string");
        return value.get<std::string>();
    }
    bool flag(const char* key) const {
        const json& value = at(key);
        if (!value.is_boolean()) throw_wrong_field(key, "true or false");
        return value.get<bool>();
    }
    uint64_t number(const char* key, uint64_t at_most = std::numeric_limits<uint64_t>::max()) const {
        const json& value = at(key);
        if (!value.is_number_unsigned() || value.get<uint64_t>() > at_most)
            throw_wrong_field(key, ("an integer from 0 to " + std::to_string(at_most)).c_str());
        return value.get<uint64_t>();
    }
    template <typename Enumeration>
    Enumeration one_of(const char* key, std::initializer_list<Enumeration> allowed_values) const {
        const std::string value = text(key);
        for (const Enumeration enumerator : allowed_values)
            if (value == to_string(enumerator)) return enumerator;
        throw_wrong_field(key, "one of the values that this program knows");
    }
    fields object_at(const char* key) const { return fields(at(key)); }
    bool has(const char* key) const { return object_.contains(key); }

private:
    const json& at(const char* key) const {
        const auto found = object_.find(key);
        if (found == object_.end()) throw archive_error(std::string("its index has no field '") + key + "'");
        return *found;
    }
    [[noreturn]] static void throw_wrong_field(const char* key, const char* expected) {
        throw archive_error(std::string("the field '") + key + "' of its index is not " + expected);
    }

    const json& object_;
};

parameter parameter_from(const fields& object) {
    parameter result {
        object.text("name"),
        object.one_of("kind", {parameter_kind::buffer, parameter_kind::value, parameter_kind::image, parameter_kind::local}),
        object.one_of("access", {access::read, access::read_write, access::write}),
        object.text("type"),
        object.number("size"),
        object.number("alignment"),
        object.flag("in_constant_memory"),
        {},
        {},
        {}};
    if (object.has("binding"))
        result.binding = static_cast<uint32_t>(object.number("binding", std::numeric_limits<uint32_t>::max()));
    if (object.has("id")) result.id = static_cast<uint32_t>(object.number("id", std::numeric_limits<uint32_t>::max()));
    if (result.kind == parameter_kind::image) {
        const fields image = object.object_at("image");
        result.image = {image.text("shape"), image.text("sample"), image.number("channels", 4), image.flag("reads_levels")};
    }
    if (result.alignment != 0 && !std::has_single_bit(result.alignment))
        throw archive_error("its index gives parameter '" + result.name + "' an alignment that is not a power of two");
    return result;
}

kernel_reflection kernel_from(const fields& object) {
    kernel_reflection reflection;
    reflection.name = object.text("name");
    reflection.symbol = object.text("symbol");
    for (const json& parameter : object.array("parameters")) reflection.parameters.push_back(parameter_from(fields(parameter)));
    reflection.uses_barrier = object.flag("uses_barrier");
    reflection.local_memory = object.number("local_memory");
    reflection.file = object.text("file");
    reflection.line = static_cast<uint32_t>(object.number("line", std::numeric_limits<uint32_t>::max()));
    return reflection;
}

json parse(std::string_view text) {
    // A valid index has six levels: archive, kernels, kernel, parameters, parameter, image. An index with more than
    // max_depth levels is damaged; it is rejected before the rest of it is parsed.
    constexpr int max_depth = 8;
    const auto stop_at_depth = [](int depth, json::parse_event_t, json&) {
        if (depth > max_depth) throw archive_error("its index is nested too deeply");
        return true;
    };
    try {
        return json::parse(text, stop_at_depth);
    } catch (const json::exception& reason) {
        throw archive_error(std::string("its index is not valid JSON: ") + reason.what());
    }
}

}  // namespace

std::string to_json(const archive& contents) {
    json kernels = json::array();
    for (const kernel_reflection& kernel : contents.kernels) kernels.push_back(to_json(kernel));
    json targets = json::array();
    for (const code& code : contents.targets) {
        targets.push_back({{"target", code.target},
                           {"architecture", code.architecture},
                           {"needs", code.required_features},
                           {"size", code.bytes.size()}});
        for (const missing_kernel& missing : code.missing_kernels)
            targets.back()["missing"].push_back({{"symbol", missing.symbol}, {"reason", missing.reason}});
    }
    const json all {{"compiler", contents.compiler},
                    {"source", contents.source},
                    {"options", contents.options},
                    {"kernels", std::move(kernels)},
                    {"targets", std::move(targets)}};
    // A file name may contain bytes that are not UTF-8. JSON allows only UTF-8, so such bytes are replaced. File names in the
    // index are only displayed, so this does no harm.
    return all.dump(-1, ' ', false, json::error_handler_t::replace);
}

index from_json(std::string_view text) {
    const json document = parse(text);
    const fields all(document);
    index result;
    result.contents.compiler = all.text("compiler");
    result.contents.source = all.text("source");
    result.contents.options = all.texts("options");
    for (const json& kernel : all.array("kernels")) result.contents.kernels.push_back(kernel_from(fields(kernel)));
    for (const json& value : all.array("targets")) {
        const fields target(value);
        result.contents.targets.push_back({target.text("target"), target.text("architecture"), {}, target.texts("needs")});
        if (target.has("missing"))
            for (const json& each : target.array("missing")) {
                const fields missing(each);
                result.contents.targets.back().missing_kernels.push_back({missing.text("symbol"), missing.text("reason")});
            }
        result.code_sizes.push_back(target.number("size"));
    }
    return result;
}

}  // namespace ingot::archive
