#include "template_arguments.hpp"

#include <fmt/format.h>

#include <cctype>

#include "language_names.hpp"

namespace ingot::compiler {

namespace {

constexpr const char* no_name = "is neither a number, an enumerator, nor a plain struct of them";

// Converts text to a part of a symbol: "<-1, 2.5>" gives "m1_2_5".
std::string symbol_of(std::string_view text) {
    std::string symbol;
    for (const char c : text) {
        if (std::isalnum(static_cast<unsigned char>(c)) && static_cast<unsigned char>(c) < 0x80)
            symbol += c;
        else if (c == '-')
            symbol += 'm';
        else if (!symbol.empty() && symbol.back() != '_')
            symbol += '_';
    }
    while (!symbol.empty() && symbol.back() == '_') symbol.pop_back();
    return symbol;
}

// Returns the name from <cstdint> for an integer type, for example "uint16_t" instead of "unsigned short".
std::string number_name(const clang::BuiltinType& type, const clang::ASTContext& context) {
    const clang::QualType self(&type, 0);
    if (!type.isInteger() || type.isBooleanType() || type.getKind() == clang::BuiltinType::Char_S ||
        type.getKind() == clang::BuiltinType::Char_U || type.isWideCharType() || type.isChar8Type() || type.isChar16Type() ||
        type.isChar32Type())
        return self.getAsString(context.getPrintingPolicy());
    return fmt::format("{}int{}_t", type.isSignedInteger() ? "" : "u", context.getTypeSize(self));
}

// Returns the component's name in the language's vector names, such as "float" in "float4"; empty if there is no such vector.
std::string component_name(clang::QualType type) {
    const auto* number = type->getAs<clang::BuiltinType>();
    if (!number) return type->getAsCXXRecordDecl() && is_language_name(*type->getAsCXXRecordDecl(), "half") ? "half" : "";
    switch (number->getKind()) {
        case clang::BuiltinType::SChar:
            return "char";
        case clang::BuiltinType::UChar:
            return "uchar";
        case clang::BuiltinType::Short:
            return "short";
        case clang::BuiltinType::UShort:
            return "ushort";
        case clang::BuiltinType::Int:
            return "int";
        case clang::BuiltinType::UInt:
            return "uint";
        case clang::BuiltinType::Long:
            return "long";
        case clang::BuiltinType::ULong:
            return "ulong";
        case clang::BuiltinType::Float:
            return "float";
        case clang::BuiltinType::Double:
            return "double";
        case clang::BuiltinType::Bool:
            return "bool";
        default:
            return "";
    }
}

// Returns a template argument for display.
std::string shown_argument(const clang::TemplateArgument& argument, const clang::ASTContext& context) {
    if (argument.getKind() == clang::TemplateArgument::Type) return display_name(argument.getAsType(), context);
    std::string text;
    if (argument.getKind() == clang::TemplateArgument::Pack) {
        for (const clang::TemplateArgument& each : argument.pack_elements())
            text += (text.empty() ? "" : ", ") + shown_argument(each, context);
        return text;
    }
    llvm::raw_string_ostream stream(text);
    argument.print(context.getPrintingPolicy(), stream, false);
    return text;
}

std::string with_arguments(const std::string& name, llvm::ArrayRef<clang::TemplateArgument> arguments,
                           const clang::ASTContext& context) {
    std::string text = name + "<";
    for (const clang::TemplateArgument& each : arguments)
        text += (text.ends_with('<') ? "" : ", ") + shown_argument(each, context);
    return text + ">";
}

// Converts a constant of any supported type to text. The expression has the constant's value; a literal may have another
// integer type, such as 17u for a uint8_t.
class value_writer {
public:
    value_writer(host_types& names, const clang::ASTContext& unit) : types_(names), context_(unit) {}

    std::variant<argument_names, unnameable_argument> write(clang::QualType type, const clang::APValue& value) {
        type = type.getUnqualifiedType();
        if (value.isInt()) return type->isEnumeralType() ? enumerator(type, value.getInt()) : integer(type, value.getInt());
        if (value.isFloat()) return floating(value.getFloat());
        if (value.isArray()) return array(type, value);
        if (value.isStruct()) return record(type, value);
        return unnameable_argument {no_name, nullptr};
    }

private:
    static argument_names integer(clang::QualType type, const llvm::APSInt& value) {
        if (type->isBooleanType()) {
            const std::string text = value.isZero() ? "false" : "true";
            return {text, text, text};
        }
        const std::string text = llvm::toString(value, 10);
        const bool is_long = value.getSignificantBits() > 32;
        const std::string suffix = is_long ? "ll" : "";
        if (value.isUnsigned()) return {text, symbol_of(text), text + "u" + suffix};
        // The smallest integer of a type has no literal, because the minus sign of a literal is an operator.
        if (value.isMinSignedValue()) return {text, symbol_of(text), fmt::format("({}{} - 1)", value.getExtValue() + 1, suffix)};
        return {text, symbol_of(text), text + suffix};
    }

    std::variant<argument_names, unnameable_argument> enumerator(clang::QualType type, const llvm::APSInt& value) {
        const auto name = named(type);
        if (const auto* missing = std::get_if<unnameable_argument>(&name)) return *missing;
        const clang::EnumDecl& declared = *type->castAs<clang::EnumType>()->getDecl()->getDefinitionOrSelf();
        const std::string number = llvm::toString(value, 10);
        argument_names words {fmt::format("{}({})", declared.getNameAsString(), number), symbol_of(number),
                              fmt::format("static_cast<{}>({})", std::get<std::string>(name), integer(type, value).expression)};
        for (const clang::EnumConstantDecl* each : declared.enumerators())
            if (llvm::APSInt::isSameValue(each->getInitVal(), value)) {
                words.symbol = symbol_of(each->getNameAsString());
                words.display_name = (declared.isScoped() ? declared.getNameAsString() + "::" : "") + each->getNameAsString();
                break;
            }
        return words;
    }

    static std::variant<argument_names, unnameable_argument> floating(const llvm::APFloat& value) {
        const bool is_single = &value.getSemantics() == &llvm::APFloat::IEEEsingle();
        if (!is_single && &value.getSemantics() != &llvm::APFloat::IEEEdouble())
            return unnameable_argument {"is a floating-point number that is neither a float nor a double", nullptr};
        if (!value.isFinite()) return unnameable_argument {"is not a finite number", nullptr};
        const std::string text =
            is_single ? fmt::format("{}", value.convertToFloat()) : fmt::format("{}", value.convertToDouble());
        return argument_names {
            text, symbol_of(text),
            is_single ? fmt::format("{:a}f", value.convertToFloat()) : fmt::format("{:a}", value.convertToDouble())};
    }

    std::variant<argument_names, unnameable_argument> array(clang::QualType type, const clang::APValue& value) {
        const clang::QualType element = context_.getAsArrayType(type)->getElementType();
        argument_names all {"{", "", "{"};
        for (unsigned i = 0; i < value.getArraySize(); ++i) {
            const bool is_filled = i >= value.getArrayInitializedElts();
            if (auto missing = add(all, element, is_filled ? value.getArrayFiller() : value.getArrayInitializedElt(i)))
                return *missing;
        }
        return closed(std::move(all));
    }

    std::variant<argument_names, unnameable_argument> record(clang::QualType type, const clang::APValue& value) {
        const clang::CXXRecordDecl& declared = *type->getAsCXXRecordDecl();
        if (!declared.isAggregate())
            return unnameable_argument {fmt::format("holds a '{}', which has a constructor", display_name(type, context_)),
                                        nullptr};
        const auto name = named(type);
        if (const auto* missing = std::get_if<unnameable_argument>(&name)) return *missing;
        argument_names all {display_name(type, context_) + "{", "", std::get<std::string>(name) + "{"};
        unsigned index = 0;
        for (const clang::CXXBaseSpecifier& base : declared.bases())
            if (auto missing = add(all, base.getType(), value.getStructBase(index++))) return *missing;
        for (const clang::FieldDecl* field : declared.fields())
            if (!field->isUnnamedBitField())
                if (auto missing = add(all, field->getType(), value.getStructField(field->getFieldIndex()))) return *missing;
        return closed(std::move(all));
    }

    // Appends one element to the text of a braced list.
    std::optional<unnameable_argument> add(argument_names& names, clang::QualType type, const clang::APValue& value) {
        auto part = write(type, value);
        if (const auto* missing = std::get_if<unnameable_argument>(&part)) return *missing;
        const auto& words = std::get<argument_names>(part);
        const std::string separator = names.expression.ends_with('{') ? "" : ", ";
        names.display_name += separator + words.display_name;
        names.expression += separator + words.expression;
        names.symbol += (names.symbol.empty() || words.symbol.empty() ? "" : "_") + words.symbol;
        return {};
    }

    static argument_names closed(argument_names all) {
        all.display_name += "}";
        all.expression += "}";
        return all;
    }

    std::variant<std::string, unnameable_argument> named(clang::QualType type) {
        host_types::result found = types_.name(type);
        if (found.hidden_declaration)
            return unnameable_argument {"is declared in the kernel file, which host code does not include",
                                        found.hidden_declaration};
        return std::move(found.name);
    }

    host_types& types_;
    const clang::ASTContext& context_;
};

std::variant<argument_names, unnameable_argument> words_of_type(clang::QualType type, host_types& types,
                                                                const clang::ASTContext& context) {
    const clang::TagDecl* const tag = type->getAsTagDecl();
    if (tag && !tag->getDeclName() && !tag->getTypedefNameForAnonDecl())
        return unnameable_argument {"is a type without a name", nullptr};
    host_types::result found = types.name(type);
    if (found.hidden_declaration)
        return unnameable_argument {"is declared in the kernel file, which host code does not include", found.hidden_declaration};
    const std::string shown = display_name(type, context);
    return argument_names {shown, symbol_of(shown), std::move(found.name)};
}

}  // namespace

std::string display_name(clang::QualType type, const clang::ASTContext& context) {
    type = type.getCanonicalType().getUnqualifiedType();
    if (const auto* number = type->getAs<clang::BuiltinType>()) return number_name(*number, context);
    const clang::TagDecl* const tag = type->getAsTagDecl();
    if (!tag) return type.getAsString(context.getPrintingPolicy());
    const auto* const specialisation = llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(tag);
    if (!specialisation) {
        if (const clang::TypedefNameDecl* alias = tag->getTypedefNameForAnonDecl()) return alias->getNameAsString();
        return tag->getNameAsString();
    }
    const llvm::ArrayRef<clang::TemplateArgument> arguments = specialisation->getTemplateArgs().asArray();
    if (as_language_template(specialisation, "vector"))
        if (const std::string component = component_name(arguments[0].getAsType()); !component.empty())
            return component + llvm::toString(arguments[1].getAsIntegral(), 10);
    return with_arguments(specialisation->getNameAsString(), arguments, context);
}

std::string display_name_as_written(clang::QualType type, const clang::ASTContext& context) {
    const auto* const written = type->getAs<clang::TemplateSpecializationType>();
    if (!written) return display_name(type, context);
    return with_arguments(written->getTemplateName().getAsTemplateDecl()->getNameAsString(), written->template_arguments(),
                          context);
}

std::variant<argument_names, unnameable_argument> names_of_argument(const clang::TemplateArgument& argument,
                                                                    const clang::NamedDecl& parameter, host_types& types,
                                                                    const clang::ASTContext& context) {
    if (argument.getKind() == clang::TemplateArgument::Type) return words_of_type(argument.getAsType(), types, context);
    const auto* const value_parameter = llvm::dyn_cast<clang::NonTypeTemplateParmDecl>(&parameter);
    if (!value_parameter) return unnameable_argument {no_name, nullptr};
    value_writer writer(types, context);
    switch (argument.getKind()) {
        case clang::TemplateArgument::Integral:
            return writer.write(value_parameter->getType(), clang::APValue(argument.getAsIntegral()));
        case clang::TemplateArgument::StructuralValue:
            return writer.write(value_parameter->getType(), argument.getAsStructuralValue());
        case clang::TemplateArgument::Declaration:
            if (const auto* object = llvm::dyn_cast<clang::TemplateParamObjectDecl>(argument.getAsDecl()))
                return writer.write(value_parameter->getType(), object->getValue());
            return unnameable_argument {no_name, nullptr};
        default:
            return unnameable_argument {no_name, nullptr};
    }
}

}  // namespace ingot::compiler
