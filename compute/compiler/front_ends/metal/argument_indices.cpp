// The indices of arguments, such as [[buffer(0)]] (MSL 3.0, section 5.2.1).
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <map>

#include "attributes.hpp"
#include "kernel_reader.hpp"
#include "tokens.hpp"

namespace ingot::compiler::metal {

bool kernel_reader::read_index(const clang::NamedDecl& declared, const std::string& name, binding_group group,
                               std::optional<uint32_t>& binding, bool& is_specialised) {
    const llvm::StringRef own = group_names[static_cast<size_t>(group)];
    for (const mark& each : marks_of(declared)) {
        if (std::ranges::find(group_names, each.name) == group_names.end()) continue;
        if (each.name != own)
            return fail(each.attribute->getLocation(),
                        fmt::format("argument '{}' has the attribute [[{}]], but it is a {} (MSL 3.0, section 5.2.1)", name,
                                    each.name.str(), own.str()),
                        fmt::format("write [[{}(n)]]", own.str()));
        if (const clang::VarDecl* const constant = function_constant_of(each)) {
            if (!constant->getType()->isIntegerType() || constant->getType()->isBooleanType())
                return fail(each.attribute->getLocation(),
                            fmt::format("the index of [[{}]] is the function constant '{}' of the type '{}' (MSL 3.0, section "
                                        "5.8.1.4)",
                                        own.str(), constant->getNameAsString(), written_type(constant->getType(), context_)),
                            "an index is a scalar integer");
            is_specialised = true;
            continue;
        }
        const std::optional<uint64_t> number = each.number(context_);
        if (!number || *number > std::numeric_limits<uint32_t>::max())
            return fail(each.attribute->getLocation(),
                        fmt::format("the index of [[{}]] is not a number that is known at compile time (MSL 3.0, section 5.2.1)",
                                    own.str()),
                        "write a constant that is not negative, or a function constant");
        binding = static_cast<uint32_t>(*number);
    }
    return true;
}

const clang::VarDecl* kernel_reader::function_constant_of(const mark& of) const {
    const std::optional<std::string> name = of.text();
    if (!name) return nullptr;
    const auto found =
        std::ranges::find_if(constants_, [&](const specialised_constant& each) { return each.variable->getName() == *name; });
    return found == constants_.end() ? nullptr : found->variable;
}

bool kernel_reader::assign_bindings(archive::kernel_reflection& reflection) {
    std::array<std::map<uint32_t, size_t>, group_names.size()> taken;
    for (size_t i = 0; i < reflection.parameters.size(); ++i) {
        const archive::parameter& parameter = reflection.parameters[i];
        if (!parameter.binding) continue;
        const auto group = static_cast<size_t>(parameter_places_[i].group);
        const auto [other, is_new] = taken[group].emplace(*parameter.binding, i);
        const place& first = parameter_places_[other->second];
        // Arguments of which a function constant chooses one can have the same index (section 5.8.1.2), and the members of
        // an argument buffer have one.
        const bool can_be_same = (parameter_places_[i].is_optional && first.is_optional) ||
                                 (parameter_places_[i].argument == first.argument && parameter_places_[i].offset == first.offset);
        if (!is_new && !can_be_same)
            return fail(parameter_places_[i].place,
                        fmt::format("arguments '{}' and '{}' have the same index, [[{}({})]] (MSL 3.0, section 5.2.1)",
                                    reflection.parameters[other->second].name, parameter.name, group_names[group].str(),
                                    *parameter.binding),
                        "give each argument an index of its own");
    }
    for (size_t i = 0; i < reflection.parameters.size();) {
        size_t end = i;
        while (end < reflection.parameters.size() && parameter_places_[end].argument == parameter_places_[i].argument) ++end;
        if (!reflection.parameters[i].binding && !parameter_places_[i].is_specialised) {
            auto& group = taken[static_cast<size_t>(parameter_places_[i].group)];
            uint32_t first = 0;
            const auto is_taken = [&](const place& each) { return group.contains(first + each.offset); };
            while (std::any_of(parameter_places_.begin() + static_cast<ptrdiff_t>(i),
                               parameter_places_.begin() + static_cast<ptrdiff_t>(end), is_taken))
                ++first;
            for (size_t each = i; each < end; ++each) {
                reflection.parameters[each].binding = first + parameter_places_[each].offset;
                group.emplace(*reflection.parameters[each].binding, each);
            }
        }
        i = end;
    }
    return true;
}

}  // namespace ingot::compiler::metal
