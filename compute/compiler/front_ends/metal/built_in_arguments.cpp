// The built-in arguments of a kernel: positions, sizes and indices of the thread (MSL 3.0, section 5.2.3.6).
#include <clang/AST/DeclTemplate.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "attribute_names.hpp"
#include "kernel_reader.hpp"
#include "tokens.hpp"

namespace ingot::compiler::metal {

namespace {

// The expressions that give the built-in arguments their values (library: ingot/metal/detail/entry.hpp). `{}` is the type.
struct built_in {
    llvm::StringRef name;
    llvm::StringRef value;
};
constexpr built_in positions[] = {
    {"thread_position_in_grid", "global_id"},
    {"thread_position_in_threadgroup", "local_id"},
    {"threadgroup_position_in_grid", "group_id"},
    {"threads_per_grid", "global_size"},
    {"threadgroups_per_grid", "num_groups"},
    {"threads_per_threadgroup", "local_size"},
    {"dispatch_threads_per_threadgroup", "local_size"},
    // The stage-in grid is the whole grid.
    {"grid_origin", "grid_origin"},
    {"grid_size", "global_size"},
};
constexpr built_in indices[] = {
    {"thread_index_in_threadgroup", "metal::ingot_entry::thread_index()"},
    {"thread_index_in_simdgroup", "ingot::ingot_device_sub_group_local_id()"},
    {"threads_per_simdgroup", "metal::ingot_detail::threads_of_whole_simdgroup()"},
    {"thread_execution_width", "metal::ingot_detail::threads_of_whole_simdgroup()"},
    {"simdgroup_index_in_threadgroup", "ingot::ingot_device_sub_group_id()"},
    {"simdgroups_per_threadgroup", "ingot::ingot_device_number_of_sub_groups()"},
    {"dispatch_simdgroups_per_threadgroup", "ingot::ingot_device_number_of_sub_groups()"},
    {"thread_index_in_quadgroup", "metal::ingot_entry::thread_index() % 4u"},
    {"quadgroup_index_in_threadgroup", "metal::ingot_entry::thread_index() / 4u"},
    {"quadgroups_per_threadgroup", "(metal::ingot_entry::threads_of_group() + 3u) / 4u"},
    {"dispatch_quadgroups_per_threadgroup", "(metal::ingot_entry::threads_of_group() + 3u) / 4u"},
};

const built_in* find_in(std::span<const built_in> all, llvm::StringRef name) {
    const auto found = std::ranges::find(all, name, &built_in::name);
    return found == all.end() ? nullptr : &*found;
}

// The arguments whose types must be the same (section 5.2.3.6), by groups.
constexpr std::array<llvm::StringRef, 2> of_grid {"thread_position_in_grid", "threads_per_grid"};
constexpr std::array<llvm::StringRef, 3> of_group {"thread_position_in_threadgroup", "threads_per_threadgroup",
                                                   "dispatch_threads_per_threadgroup"};

bool is_of_simd_family(llvm::StringRef name) {
    return name != "thread_index_in_threadgroup" && find_in(indices, name) && name != "thread_execution_width";
}

}  // namespace

bool kernel_reader::read_built_in(const clang::ParmVarDecl& parameter, const attribute_name& attribute, const std::string& name,
                                  found_kernel& kernel) {
    const clang::QualType type = parameter.getType().getCanonicalType().getUnqualifiedType();
    const auto* const vector = as_library_template(type, "vec");
    const clang::QualType element = vector ? vector->getTemplateArgs()[0].getAsType() : type;
    const uint64_t count = vector ? vector->getTemplateArgs()[1].getAsIntegral().getLimitedValue() : 1;
    const auto* const scalar = element->getAs<clang::BuiltinType>();
    const bool is_unsigned =
        scalar && (scalar->getKind() == clang::BuiltinType::UShort || scalar->getKind() == clang::BuiltinType::UInt);
    const bool is_position = attribute.kind == attribute_kind::position;
    if (!is_unsigned || count > (is_position ? 3u : 1u))
        return fail(parameter.getTypeSpecStartLoc(),
                    fmt::format("argument '{}' with the attribute [[{}]] has the type '{}' (MSL 3.0, section 5.2.3.6)", name,
                                attribute.name.str(), written_type(type, context_)),
                    is_position ? "its type is ushort, ushort2, ushort3, uint, uint2 or uint3" : "its type is ushort or uint");
    const std::string own = written_type(type, context_);
    const std::string spelled = vector ? "metal::" + own : own;
    if (const built_in* const found = find_in(positions, attribute.name))
        kernel.arguments.push_back(
            fmt::format("metal::ingot_entry::first_of<{}>(metal::ingot_entry::{})", spelled, found->value.str()));
    else
        kernel.arguments.push_back(fmt::format("static_cast<{}>({})", spelled, find_in(indices, attribute.name)->value.str()));
    kernel.types.push_back(spelled);
    built_ins_.push_back({attribute.name, own, count, parameter.getTypeSpecStartLoc()});
    return true;
}

bool kernel_reader::check_built_ins() {
    const auto find = [&](auto condition) {
        std::vector<const declared_built_in*> found;
        for (const declared_built_in& each : built_ins_)
            if (condition(each)) found.push_back(&each);
        return found;
    };
    const auto check_same = [&](const std::vector<const declared_built_in*>& all, auto value, std::string_view rule) {
        for (size_t i = 1; i < all.size(); ++i)
            if (value(*all[i]) != value(*all[0]))
                return fail(all[i]->place,
                            fmt::format("[[{}]] is {} and [[{}]] is {} (MSL 3.0, section 5.2.3.6)", all[i]->name.str(),
                                        all[i]->type, all[0]->name.str(), all[0]->type),
                            rule);
        return true;
    };
    const auto type = [](const declared_built_in& each) { return each.type; };
    const auto is_one_of = [](const auto& names) {
        return [&names](const declared_built_in& each) { return std::ranges::find(names, each.name) != names.end(); };
    };
    if (!check_same(
            find([](const declared_built_in& each) { return each.count > 1; }),
            [](const declared_built_in& each) { return each.count; },
            "positions and sizes that are vectors have the same number of components") ||
        !check_same(find(is_one_of(of_grid)), type, "both have the same type") ||
        !check_same(find(is_one_of(of_group)), type, "they have the same type") ||
        !check_same(find([](const declared_built_in& each) { return is_of_simd_family(each.name); }), type,
                    "all arguments about SIMD-groups and quad-groups have the same type"))
        return false;
    const auto position = find([](const declared_built_in& each) { return each.name == "thread_position_in_threadgroup"; });
    const auto index = find([](const declared_built_in& each) { return each.name == "thread_index_in_threadgroup"; });
    if (!position.empty() && !index.empty() && position[0]->type.starts_with("uint") && index[0]->type != "uint")
        return fail(
            index[0]->place,
            fmt::format("[[thread_index_in_threadgroup]] is ushort and [[thread_position_in_threadgroup]] is {} (MSL 3.0, "
                        "section 5.2.3.6)",
                        position[0]->type),
            "make the index a uint");
    return true;
}

}  // namespace ingot::compiler::metal
