#include "message_advisor.hpp"

#include <clang/AST/ASTContext.h>
#include <clang/AST/DeclCXX.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/Basic/DiagnosticAST.h>
#include <clang/Basic/DiagnosticIDs.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>
#include <fmt/format.h>
#include <llvm/ADT/SmallString.h>

#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>
#include <regex>
#include <set>
#include <string_view>
#include <utility>

#include "device_rules.hpp"
#include "other_languages.hpp"

namespace ingot::compiler {

namespace {

// The types of vectors' components: the name in Clang's messages, and the beginning of the vector's name, such as "uint" in
// `uint4`.
constexpr std::pair<std::string_view, std::string_view> components[] {
    {"float", "float"},
    {"double", "double"},
    {"half", "half"},
    {"ingot::half", "half"},
    {"bool", "bool"},
    {"signed char", "char"},
    {"unsigned char", "uchar"},
    {"short", "short"},
    {"unsigned short", "ushort"},
    {"int", "int"},
    {"unsigned int", "uint"},
    {"long", "long"},
    {"unsigned long", "ulong"},
    {"int8_t", "char"},
    {"uint8_t", "uchar"},
    {"int16_t", "short"},
    {"uint16_t", "ushort"},
    {"int32_t", "int"},
    {"uint32_t", "uint"},
    {"int64_t", "long"},
    {"uint64_t", "ulong"},
    {"long double", "ldouble"},
};

std::string name_of_vector(std::string_view component, std::string_view otherwise, size_t size) {
    for (const auto& [type, name] : components)
        if (type == component) return std::string(name) + std::to_string(size);
    return std::string(otherwise);
}

// Replaces each match of a pattern by what a function returns for the match.
template <typename Function>
std::string replaced(const std::string& text, const std::regex& pattern, Function replacement) {
    std::string result;
    auto end = text.cbegin();
    for (std::sregex_iterator match(text.begin(), text.end(), pattern), last; match != last; ++match) {
        result.append(end, (*match)[0].first);
        result += replacement(*match);
        end = (*match)[0].second;
    }
    result.append(end, text.cend());
    return result;
}

bool is_in_language(const clang::Diagnostic& diagnostic) {
    if (!diagnostic.hasSourceManager() || diagnostic.getLocation().isInvalid()) return false;
    const clang::SourceManager& sources = diagnostic.getSourceManager();
    return sources.getFilename(sources.getExpansionLoc(diagnostic.getLocation())).contains("/ingot/language/");
}

// Does the note list a candidate, or say why a candidate does not match?
bool lists_candidates(std::string_view text) {
    constexpr std::string_view beginnings[] {"candidate ", "because ", "and '", "explicit constructor is not a candidate",
                                             "'operator=' has been explicitly marked unavailable"};
    return std::ranges::any_of(beginnings, [&](std::string_view each) { return text.starts_with(each); });
}

// Returns the unknown word of an error or a warning; empty if the message is about something else.
std::string unknown_word(const std::string& message) {
    static const std::regex unknown(
        "^(?:use of undeclared identifier|unknown type name|no template named|unknown attribute|expected namespace name|no type "
        "named) ?'?([A-Za-z_0-9]*)'?");
    std::smatch match;
    return std::regex_search(message, match, unknown) ? match[1].str() : std::string();
}

constexpr std::string_view include_advice =
    "this file lacks the kernel language: write `#include <ingot/kernel.hpp>` and `using namespace ingot;` at its beginning";
constexpr std::string_view using_advice =
    "the names of the kernel language are in the namespace ingot: write `using namespace ingot;` after `#include "
    "<ingot/kernel.hpp>`";

// Returns the advice for an error about an unknown word if the word is a name of the kernel language. The words `kernel` and
// `ingot` are unknown only in a file that does not include <ingot/kernel.hpp>, which defines both.
std::string_view advice_on_names(const std::string& error, const std::string& word) {
    if (word == "kernel" || word == "ingot") return include_advice;
    if (!word.empty() && error.find("did you mean 'ingot::" + word + "'") != std::string::npos) return using_advice;
    return {};
}

// Returns the advice for an error about a buffer: an index that is not one number, or a member function or a loop that needs
// the length of the buffer. Returns an empty string for any other error.
std::string advice_on_buffers(const std::string& error) {
    static const std::regex subscript(
        R"(^no viable overloaded operator\[\] for type '(?:(?:const )?(?:ingot::)?(?:constant_|local_)?buffer<|[^']*[*\]]')|)"
        R"(^type '[^']*[*\]]' does not provide a subscript operator)");
    static const std::regex length(
        R"(^(?:no member named '(?:s?size|length|count|empty|c?begin|c?end|front|back|at)' in|invalid range expression of type) )"
        R"('(?:const )?(?:ingot::)?(?:(?:constant_)?buffer<|local_buffer<[^,]*>'))");
    if (std::regex_search(error, subscript))
        return "an index is one number, not a vector: name a component, as in y[global_id.x]";
    if (std::regex_search(error, length))
        return "a buffer does not know its length: pass it as a parameter of the kernel, `param<uint32_t> count`, and use "
               "`count` instead";
    return {};
}

// Returns the advice for an error about a stream or a container of the standard library whose header the file does not
// include, and which a kernel could not use. Returns an empty string for any other error.
std::string advice_on_library(const std::string& error) {
    static const std::regex stream("^no member named '(?:cout|cerr|clog)' in namespace 'std'");
    static const std::regex container(
        "^no (?:template|type|member) named '(?:vector|string|list|deque|(?:unordered_)?(?:multi)?(?:map|set))' in namespace "
        "'std'|^implicit instantiation of undefined template 'std::(?:vector|basic_string|list|deque|map|set)<");
    if (std::regex_search(error, stream)) return std::string(printing_advice);
    return std::regex_search(error, container) ? advice_without_heap("T") : std::string();
}

// Returns the advice for an error about work_group_copy or matrix_tile.
std::string advice_on_tiles(const std::string& error) {
    const auto has = [&](std::string_view text) { return error.find(text) != std::string::npos; };
    if (has("no matching function for call to 'work_group_copy"))
        return "both pointers point to elements of one type, which can be copied; the alignment, the template argument behind "
               "the "
               "sizes, is a power of two and at least that of the type";
    if (has("no matching function for call to 'multiply_add'"))
        return "multiply_add(a, b, sums) takes an A of m rows and k columns, a B of k rows and n columns, and an accumulator of "
               "m "
               "rows and n columns; A and B of half need an accumulator of float";
    if (has("class template 'matrix_tile'"))
        return "the numbers of rows and columns of a matrix_tile are multiples of 16, and its elements are numbers";
    return {};
}

// "1", "1 or 2", "1, 2 or 3"
std::string alternatives(const std::set<unsigned>& numbers) {
    std::string text;
    for (auto each = numbers.begin(); each != numbers.end(); ++each) {
        if (each != numbers.begin()) text += std::next(each) == numbers.end() ? " or " : ", ";
        text += std::to_string(*each);
    }
    return text;
}

// Returns the advice for a call of a function of the language that does not fit: from Clang's notes, which list each overload,
// one sentence. An overload that takes as many arguments as the call has tells more than the others.
std::string advice_on_call(const std::string& error, const std::string& notes) {
    static const std::regex call("^no matching (?:member )?function for call to '([A-Za-z_0-9]+)'");
    static const std::regex types(R"(deduced conflicting types for parameter '\w+' \('([^'\n]*)' vs\. '([^'\n]*)'\))");
    static const std::regex conversion(R"(no known conversion from '([^'\n]*)'[^\n]* to '([^'\n]*)'[^\n]* for (\w+) argument)");
    static const std::regex counted("requires (?:at (?:least|most) )?([0-9]+|single) argument");
    std::smatch function;
    if (!std::regex_search(error, function, call)) return {};
    const std::string text = with_names_of_vectors(notes);
    std::smatch found;
    if (std::regex_search(text, found, types))
        return fmt::format("the arguments have different types, {} and {}: convert one of them, as in {}(x)", found[1].str(),
                           found[2].str(), found[1].str());
    if (std::regex_search(text, found, conversion))
        return fmt::format("{}() takes a {} as its {} argument, and this is a {}", function[1].str(), found[2].str(),
                           found[3].str(), found[1].str());
    std::set<unsigned> counts;
    for (std::sregex_iterator each(text.begin(), text.end(), counted), last; each != last; ++each)
        counts.insert((*each)[1] == "single" ? 1 : static_cast<unsigned>(std::stoul((*each)[1])));
    if (counts.empty()) return {};
    return fmt::format("{}() takes {} argument{}", function[1].str(), alternatives(counts),
                       counts == std::set<unsigned> {1} ? "" : "s");
}

// Returns a text that says what to write instead, or an empty string. Clang's error, and those of its notes that are not
// printed, determine the text.
std::string advice_for(const std::string& error, const std::string& notes) {
    if (error.find("cannot be narrowed from type") != std::string::npos)
        return "parentheses convert the numbers of a vector, as in float3(i, j, k); elsewhere write the type, as in float(i)";
    if (std::string advice = advice_on_buffers(error); !advice.empty()) return advice;
    if (std::string advice = advice_on_library(error); !advice.empty()) return advice;
    if (std::string advice = advice_on_tiles(error); !advice.empty()) return advice;
    const bool names_components = error.find("named_") != std::string::npos;
    if (notes.empty() && !names_components) return {};
    const auto has = [](std::string_view text, std::initializer_list<std::string_view> parts) {
        return std::ranges::any_of(parts, [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
    };
    static const std::regex repeated_name("named_components<[^<>]*, false,");
    static const std::regex constructed("^no matching constructor for initialization of '(?:const )?([a-z]+([1-4]))'");
    if (error.starts_with("no viable overloaded '='") && std::regex_search(notes, repeated_name))
        return "a name that has a component twice, such as v.xx, cannot be assigned to";
    if (names_components && error.starts_with("no member named"))
        return "components by name have the functions that change nothing, such as normalized(): keep them in a variable "
               "(float3 a = v.xyz) to change it";
    if (error.starts_with("invalid operands to binary expression"))
        return "both sides are vectors of the same type, or one of them is a number: convert one side, as in float3(v) * m";
    const std::string named = with_names_of_vectors(error);
    if (std::smatch made; std::regex_search(named, made, constructed))
        return fmt::format(
            "a {0} is made of one number for all components, of {1} numbers, of smaller vectors and numbers that have {1} "
            "components together, or of a vector of at least {1} components",
            made[1].str(), made[2].str());
    if (error.starts_with("no viable conversion") || error.starts_with("no viable overloaded '"))
        return "write the type, as in float3(v): it converts each component, or uses one number for all of them";
    if (has(notes, {"does not satisfy 'floating_vector'", "does not satisfy 'floating_point'"}))
        return "this function takes vectors of float, double or half: convert the argument, as in float3(v)";
    if (has(notes, {"does not satisfy 'integer_vector'"})) return "this function takes vectors of integers";
    if (has(notes, {"detail::operands<", "operands_t"}))
        return "the arguments are vectors of the same type, or some of them are numbers: convert them, as in float3(v)";
    return advice_on_call(error, notes);
}

// Returns the remedy for this error: a list of instances contains an entry that is not an instance. Clang's message names
// the template parameter of `instances` (`kernels`) instead of the kernel.
std::string note_on_list(const clang::Diagnostic& diagnostic) {
    if (diagnostic.getArgKind(0) != clang::DiagnosticsEngine::ak_declarationname) return {};
    const auto parameter = clang::DeclarationName::getFromOpaqueInteger(static_cast<uintptr_t>(diagnostic.getRawArg(0)));
    if (parameter.getAsString() != "kernels") return {};
    return "an instance needs one constant argument for each template parameter: `blur<3>`";
}

// Returns the remedy for this error: a kernel writes to an element of a buffer that can only be read. Clang's message names
// the operator [] that returns the element.
std::string note_on_write(const clang::Diagnostic& diagnostic) {
    if (diagnostic.getNumArgs() < 2 || diagnostic.getArgKind(1) != clang::DiagnosticsEngine::ak_nameddecl) return {};
    const auto* member =
        llvm::dyn_cast_or_null<clang::CXXMethodDecl>(reinterpret_cast<const clang::NamedDecl*>(diagnostic.getRawArg(1)));
    const auto* type = member ? llvm::dyn_cast<clang::ClassTemplateSpecializationDecl>(member->getParent()) : nullptr;
    if (!type ||
        (type->getQualifiedNameAsString() != "ingot::buffer" && type->getQualifiedNameAsString() != "ingot::constant_buffer"))
        return {};
    const clang::QualType element = type->getTemplateArgs()[0].getAsType();
    const clang::PrintingPolicy& style = member->getASTContext().getPrintingPolicy();
    return fmt::format("{}<{}> can only be read: use buffer<{}> as the type of the parameter to write to it",
                       type->getNameAsString(), element.getAsString(style), element.getUnqualifiedType().getAsString(style));
}

// Returns the remedy for this error: the text of print() has more or fewer placeholders than there are values. Clang's
// message contains both numbers: "in call to 'fit_placeholders(2, 1)'".
std::string note_on_print(const clang::Diagnostic& diagnostic) {
    llvm::SmallString<128> text;
    diagnostic.FormatDiagnostic(text);
    llvm::StringRef numbers = text.str().split("fit_placeholders(").second;
    unsigned placeholders = 0;
    unsigned values = 0;
    if (numbers.consumeInteger(10, placeholders) || !numbers.consume_front(", ") || numbers.consumeInteger(10, values)) return {};
    return fmt::format("print: the text has {} placeholder{} '$', but {} value{} given", placeholders,
                       placeholders == 1 ? "" : "s", values, values == 1 ? " is" : "s are");
}

// Returns the remedy for this error: the file uses the namespace ingot, which no header has declared. Clang's error does not
// contain the name of the namespace.
std::string note_on_namespace(const clang::Diagnostic& diagnostic) {
    if (!diagnostic.hasSourceManager() || diagnostic.getLocation().isInvalid()) return {};
    bool is_invalid = false;
    const char* const name = diagnostic.getSourceManager().getCharacterData(diagnostic.getLocation(), &is_invalid);
    return !is_invalid && llvm::StringRef(name).starts_with("ingot") ? std::string(include_advice) : std::string();
}

// Returns the remedy for an error, if one of the functions above has a remedy that Clang's own message does not give. Returns
// an empty string for any other error.
std::string remedy_for(const clang::Diagnostic& diagnostic) {
    switch (diagnostic.getID()) {
        case clang::diag::err_non_type_template_parm_type_deduction_failure:
            return note_on_list(diagnostic);
        case clang::diag::err_typecheck_assign_const:
            return note_on_write(diagnostic);
        case clang::diag::err_expected_namespace_name:
            return note_on_namespace(diagnostic);
        case clang::diag::note_constexpr_call_here:
            return note_on_print(diagnostic);
        default:
            return {};
    }
}

}  // namespace

std::string with_names_of_vectors(std::string message) {
    if (message.find("vector<") == std::string::npos && message.find("named_") == std::string::npos &&
        message.find("component_references<") == std::string::npos)
        return message;
    static const std::regex vector("(?:ingot::)?\\bvector<([a-z0-9_: ]+), ([1-4])(?:UL)?>");
    static const std::regex named("(?:ingot::)?\\bnamed_components<([a-z0-9_: ]+), (?:[^<>,]*), ([0-3](?:, [0-3])*)>");
    static const std::regex part("(?:ingot::)?\\bnamed_part<([a-z0-9_: ]+), ([0-3](?:, [0-3])*)>");
    static const std::regex references("(?:ingot::)?\\bcomponent_references<(?:const )?[a-z]+[1-4], ([0-3](?:, [0-3])*)>");
    static const std::regex same_name("'((?:const )?[a-z]+[1-4])' \\(aka '\\1'\\)");
    const auto size_of_list = [](const std::string& list) { return 1 + static_cast<size_t>(std::ranges::count(list, ',')); };
    const auto of_list = [&](const std::smatch& match) {
        return name_of_vector(match[1].str(), match[0].str(), size_of_list(match[2].str()));
    };
    message = replaced(message, vector, [](const std::smatch& match) {
        return name_of_vector(match[1].str(), match[0].str(), static_cast<size_t>(match[2].str()[0] - '0'));
    });
    message = replaced(message, named, of_list);
    message = replaced(message, part, of_list);
    message = replaced(message, references, [&](const std::smatch& match) {
        return fmt::format("components of a vector ({})", size_of_list(match[1].str()));
    });
    return replaced(message, same_name, [](const std::smatch& match) { return "'" + match[1].str() + "'"; });
}

void message_advisor::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& diagnostic) {
    engine_ = diagnostic.getDiags();
    llvm::SmallString<256> formatted;
    diagnostic.FormatDiagnostic(formatted);
    const std::string text = formatted.str().str();
    if (level == clang::DiagnosticsEngine::Note) {
        if ((is_in_language(diagnostic) || !dropped_.empty()) && lists_candidates(text)) {
            dropped_ += text + '\n';
            return;
        }
    } else {
        advise();
    }
    if (std::string remedy = remedy_for(diagnostic); !remedy.empty()) remedy_ = std::move(remedy);
    const std::string named = with_names_of_vectors(text);
    if (level != clang::DiagnosticsEngine::Note) error_ = text;
    if (named == text) return printer_->HandleDiagnostic(level, diagnostic);
    clang::DiagnosticStorage source;
    source.DiagRanges.assign(diagnostic.getRanges().begin(), diagnostic.getRanges().end());
    source.FixItHints.assign(diagnostic.getFixItHints().begin(), diagnostic.getFixItHints().end());
    printer_->HandleDiagnostic(level, clang::Diagnostic(engine_, diagnostic.getLocation(), diagnostic.getID(), source, named));
}

void message_advisor::advise() {
    const std::string error = std::exchange(error_, {});
    const std::string word = unknown_word(error);
    std::string advice = advice_for(error, std::exchange(dropped_, {}));
    if (!word.empty() && explained_.insert(word).second)
        if (std::string hint = hint_for_word(word); !hint.empty()) advice = std::move(hint);
    if (const std::string_view names = advice_on_names(error, word);
        advice.empty() && !names.empty() && explained_.emplace(names).second)
        advice = names;
    if (std::string remedy = std::exchange(remedy_, {}); !remedy.empty() && explained_.insert(remedy).second)
        advice = std::move(remedy);
    if (advice.empty()) return;
    const unsigned note = engine_->getDiagnosticIDs()->getCustomDiagID(clang::DiagnosticIDs::Note, "%0");
    const clang::DiagnosticStorage no_arguments {};
    printer_->HandleDiagnostic(clang::DiagnosticsEngine::Note,
                               clang::Diagnostic(engine_, clang::SourceLocation(), note, no_arguments, advice));
}

}  // namespace ingot::compiler
