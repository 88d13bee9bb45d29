// The parameters of a function, and its text from its parts.
#include "function_writer.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <vector>

#include "../../middle_end/image_arguments.hpp"
#include "../../middle_end/region_tree.hpp"
#include "expression_writer.hpp"
#include "image_functions.hpp"
#include "kernel_inputs.hpp"
#include "metal_names.hpp"
#include "statement_writer.hpp"
#include "value_names.hpp"

namespace ingot::compiler::msl {

namespace {

class function_writer {
public:
    function_writer(module_text& shared, llvm::Function& written, const kernel_entry* kernel)
        : shared_(shared),
          function_(written),
          layout_(written.getDataLayout()),
          kernel_(kernel),
          needs_(needs_of(written)),
          names_(shared.unit, shared.names),
          values_(shared, written, kernel, names_) {}

    std::string write() {
        std::optional<region_list> tree = build_region_tree(function_);
        if (!tree)
            throw std::logic_error("internal error: the control flow of '" + function_.getName().str() + "' is not structured");
        for (const kernel_input* const input : needs_.inputs) names_.unique(std::string(input->name));
        const std::string parameters = kernel_ ? kernel_parameters() : kept_parameters();
        // A return at the end needs no text.
        if (function_.getReturnType()->isVoidTy() && !tree->empty() && tree->back().kind == region_kind::end) tree->pop_back();
        statement_writer statements(shared_, function_, *tree, names_, values_);
        const std::string body = statements.write_list(*tree, 1);
        const std::string type = kernel_                                 ? "kernel void"
                                 : function_.getReturnType()->isVoidTy() ? "void"
                                                                         : type_name(*function_.getReturnType());
        return type + " " + shared_.functions.lookup(&function_) + "(" + parameters + ")\n{\n" + local_variables_ +
               statements.declarations() + body + "}\n";
    }

private:
    std::string kernel_parameters() {
        std::vector<std::string> all;
        unsigned buffer = 0;
        unsigned local = 0;
        unsigned texture = 0;
        unsigned next = 0;
        for (const archive::parameter& parameter : kernel_->reflection.parameters) {
            const llvm::Argument& argument = *function_.getArg(next);
            if (parameter.kind == archive::parameter_kind::image) {
                const unsigned count = argument_count(function_.getContext(), parameter, *shared_.unit.compiled_for);
                for (unsigned i = 0; i < count; ++i) {
                    const llvm::Argument& part = *function_.getArg(next++);
                    const std::string own = names_.unique(identifier(parameter.name) + (i == 0 ? "" : "_written"));
                    values_.name_argument(part, own);
                    all.push_back(texture_name(*part.getType()) + " " + own + " [[texture(" + std::to_string(texture++) + ")]]");
                }
                continue;
            }
            ++next;
            const std::string name =
                names_.unique(identifier(parameter.name == "(failures)" ? std::string_view("failures") : parameter.name));
            values_.name_argument(argument, name);
            if (parameter.kind == archive::parameter_kind::local) {
                const memory_shape shape = shape_of(argument, &parameter, 0, parameter.alignment, layout_);
                values_.set_shape(argument, shape);
                all.push_back("threadgroup " + shape.name() + "* " + name + " [[threadgroup(" + std::to_string(local++) + ")]]");
                continue;
            }
            const std::string place = " [[buffer(" + std::to_string(buffer++) + ")]]";
            if (parameter.kind == archive::parameter_kind::buffer) {
                const memory_shape shape = shape_of(argument, &parameter, 0, parameter.alignment, layout_);
                const unsigned space = argument.getType()->getPointerAddressSpace();
                const bool is_constant = space == constant_space;
                const bool is_read = parameter.access_mode == archive::access::read && !is_constant;
                all.push_back(std::string(space_name(space)) + (is_read ? " const " : " ") + shape.name() + "* " + name + place);
                values_.set_shape(argument, shape, is_read);
            } else if (argument.getType()->isStructTy()) {
                all.push_back("constant " + type_name(*argument.getType()->getStructElementType(0)) + "* " + name + place);
            } else {
                all.push_back("constant " + value_type(parameter, *argument.getType()) + "& " + name + place);
            }
        }
        for (const kernel_input* const input : needs_.inputs)
            all.push_back(std::string(input->type) + " " + std::string(input->name) + " [[" + std::string(input->attribute) +
                          "]]");
        for (const llvm::GlobalVariable* const variable : needs_.local_variables) {
            const auto& [name, shape] = shared_.variables.find(variable)->second;
            local_variables_ += indented(1) +
                                array_declaration("threadgroup ", shape, name, layout_.getTypeAllocSize(variable->getValueType()),
                                                  variable->getAlign().valueOrOne().value(), layout_) +
                                ";\n";
        }
        std::string text;
        for (const std::string& each : all) text += (text.empty() ? "\n" : ",\n") + indented(2) + each;
        return text;
    }

    // Returns the type of a value parameter. The code takes a float as bits.
    static std::string value_type(const archive::parameter& parameter, const llvm::Type& type) {
        if (parameter.type == "float" && type.isIntegerTy(32)) return "float";
        if (parameter.type == "half" && type.isIntegerTy(16)) return "half";
        return type_name(type);
    }

    std::string kept_parameters() {
        std::vector<std::string> all;
        for (const llvm::Argument& argument : function_.args()) {
            const std::string name = names_.of(argument);
            values_.name_argument(argument, name);
            all.push_back(type_name(*argument.getType()) + " " + name);
        }
        for (const kernel_input* const input : needs_.inputs)
            all.push_back(std::string(input->type) + " " + std::string(input->name));
        for (const llvm::GlobalVariable* const variable : needs_.local_variables) {
            const auto& [name, shape] = shared_.variables.find(variable)->second;
            all.push_back("threadgroup " + shape.name() + "* " + name);
        }
        return joined(all);
    }

    module_text& shared_;
    llvm::Function& function_;
    const llvm::DataLayout& layout_;
    const kernel_entry* kernel_;
    function_needs needs_;
    value_names names_;
    expression_writer values_;
    std::string local_variables_;
};

}  // namespace

std::string write_function(module_text& text, llvm::Function& function, const kernel_entry* kernel) {
    return function_writer(text, function, kernel).write();
}

std::string array_declaration(std::string_view space, const memory_shape& shape, const std::string& name, uint64_t size,
                              uint64_t alignment, const llvm::DataLayout& layout) {
    const uint64_t element = shape.bytes(layout);
    const uint64_t natural = shape.is_packed ? shape.number_bytes(layout) : element;
    const std::string aligned = alignment > natural ? "alignas(" + std::to_string(alignment) + ") " : "";
    return aligned + std::string(space) + shape.name() + " " + name + "[" +
           std::to_string(std::max<uint64_t>((size + element - 1) / element, 1)) + "]";
}

}  // namespace ingot::compiler::msl
