#include "device_functions.hpp"

#include <algorithm>

#include "address_spaces.hpp"
#include "supported_functions.hpp"

namespace ingot::compiler {

namespace {

using namespace archive::required_features;
using enum device_effect;

constexpr llvm::StringLiteral built_in = "ingot-built-in";

constexpr unsigned operand(unsigned index) { return 1u << index; }

// Kernels call the functions that the language's device_functions.hpp and image_functions.hpp declare.
// read_work_item_variables adds the calls of get_global_id and the other work-item functions, call_printf adds the
// calls of printf.
const std::vector<device_function>& table() {
    static const std::vector<device_function> all {
        // uint64_t f(uint32_t dimension)
        {"get_global_id", none},
        {"get_local_id", none},
        {"get_group_id", none},
        {"get_global_size", none},
        {"get_local_size", none},
        {"get_num_groups", none},

        // answer_target_features replaces the calls
        {"target_has", none, false, operand(0)},

        {"barrier", convergent_noduplicate, true},
        {"fence", memory, false, operand(0) | operand(1)},
        {"local_memory", memory, false, operand(0) | operand(1)},

        // convert_numbers_to_pointers replaces the calls: void* f(uint64_t number)
        {"pointer_to_private", none},
        {"pointer_to_global", none},
        {"pointer_to_local", none},
        {"pointer_to_constant", none},

        {"copy_to_local", memory, false, operand(2), {}, {{0, local_space}, {1, global_space}}},
        {"end_copy", memory},
        {"wait_for_copies", memory, false, operand(0)},
        {"prefetch", memory},

        {"load_half_block", convergent, false, operand(1), {}, {{0, local_space}}},
        {"multiply_half_blocks", convergent},
        {"start_product",
         convergent,
         false,
         operand(3) | operand(4) | operand(5) | operand(6) | operand(7),
         {},
         {{1, local_space}, {2, local_space}}},
        {"wait_for_products", convergent, false, operand(1) | operand(2)},
        {"show_local_writes", memory},

        {"sub_group_size", convergent, true, 0, {sub_groups}},
        {"sub_group_id", convergent, true, 0, {sub_groups}},
        {"sub_group_local_id", convergent, true, 0, {sub_groups}},
        {"number_of_sub_groups", convergent, true, 0, {sub_groups}},
        {"sub_group_shuffle", convergent, true, 0, {sub_groups, sub_group_shuffles}},
        {"sub_group_shuffle_xor", convergent, true, 0, {sub_groups, sub_group_shuffles}},
        {"sub_group_shuffle_up", convergent, true, 0, {sub_groups, sub_group_shuffles}},
        {"sub_group_shuffle_down", convergent, true, 0, {sub_groups, sub_group_shuffles}},
        {"sub_group_ballot", convergent, true, 0, {sub_groups, sub_group_ballots}},
        {"sub_group_barrier", convergent, true, 0, {sub_groups}},

        {"print", memory},
        {"printf", memory},

        {"rsqrt_f32", none},
        {"rsqrt_f64", none},

        {"image_fetch_float", memory, false, operand(1)},
        {"image_fetch_int", memory, false, operand(1)},
        {"image_fetch_uint", memory, false, operand(1)},
        {"image_sample_float", memory, false, operand(1)},
        {"image_sample_int", memory, false, operand(1)},
        {"image_sample_uint", memory, false, operand(1)},
        {"image_store", memory, false, operand(1)},
        {"image_write_float", memory},
        {"image_write_int", memory},
        {"image_write_uint", memory},
        {"image_query", none, false, operand(1)},
    };
    return all;
}

}  // namespace

std::span<const device_function> device_functions() { return table(); }

const device_function* find_device_function(llvm::StringRef name) {
    name.consume_front(device_function_prefix);
    const auto found = std::ranges::find(table(), std::string_view(name.data(), name.size()), &device_function::name);
    return found == table().end() ? nullptr : &*found;
}

bool has_constant_operands(const llvm::CallBase& call, const device_function& function) {
    for (unsigned i = 0; i < call.arg_size(); ++i)
        if ((function.constant_operands & operand(i)) != 0 && !llvm::isa<llvm::ConstantInt>(call.getArgOperand(i))) return false;
    return true;
}

void set_effect(llvm::Function& function, device_effect effect) {
    function.setAttributes({});
    if (effect == memory) return;
    function.setDoesNotThrow();
    if (effect == none) {
        function.setDoesNotAccessMemory();
        function.setWillReturn();
        return;
    }
    function.setConvergent();
    if (effect == convergent_noduplicate) function.addFnAttr(llvm::Attribute::NoDuplicate);
}

void mark_built_in(llvm::Function& function, const device_function* original, device_effect effect) {
    // The kernel's author declared a function with the name of a built-in one. It is another function:
    // diagnose_unsupported reports its calls.
    if (function.hasFnAttribute(declared_by_author) && !function.getName().starts_with(device_function_prefix)) return;
    set_effect(function, effect);
    function.addFnAttr(built_in, original ? llvm::StringRef(original->name.data(), original->name.size()) : llvm::StringRef());
}

void mark_built_in(llvm::Function& function, const device_function& original) {
    mark_built_in(function, &original, original.effect);
}

bool is_built_in(const llvm::Function& function) { return function.hasFnAttribute(built_in); }

const device_function* original_device_function(const llvm::Function& function) {
    return is_built_in(function) ? find_device_function(function.getFnAttribute(built_in).getValueAsString()) : nullptr;
}

std::vector<std::string_view> required_features(const llvm::Module& module) {
    std::vector<std::string_view> found;
    for (const llvm::Function& function : module)
        if (const device_function* const original = original_device_function(function); original && !function.use_empty())
            for (const std::string_view feature : original->features)
                if (std::ranges::find(found, feature) == found.end()) found.push_back(feature);
    return found;
}

}  // namespace ingot::compiler
