#include "call_graph.hpp"

#include <clang/AST/DeclCXX.h>
#include <clang/AST/Mangle.h>
#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>

#include "device_rules.hpp"

namespace ingot::compiler {

namespace {

// A function that a kernel calls, directly or indirectly.
struct node {
    function_facts facts;
    const clang::FunctionDecl* caller = nullptr;  // the first caller that was found; null for a kernel
    clang::SourceLocation called_at;
    bool in_system = false;
};

// A violation, and the function of a system header through which the user's function causes it.
struct finding {
    const violation* broken;
    // The function of a system header that the user's code calls, and that contains the violation or calls the function
    // that contains it. Null if the user's own code contains the violation.
    const clang::FunctionDecl* library;
};

// The call graph of all kernels, built breadth-first. A violation inside a system header is reported at the user's line that
// calls into the header:
//
//     std::vector<float> row(width);  // error: a kernel cannot allocate memory at run time
class call_graph {
public:
    call_graph(clang::ASTContext& unit, const reporter& reports)
        : context_(unit), sources_(unit.getSourceManager()), errors_(reports) {}

    /// Adds a kernel and all functions that it calls.
    void add(const clang::FunctionDecl& kernel) {
        reach(kernel, nullptr, {});
        for (; !waiting_.empty(); waiting_.pop_front()) {
            const clang::FunctionDecl* function = waiting_.front();
            for (const call& call : nodes_.at(function).facts.calls)
                if (const clang::FunctionDecl* callee = definition(*call.callee)) reach(*callee, function, call.location);
        }
    }

    /// Does the kernel, or a function that it calls, call a barrier or a function of sub-groups? Work-items may wait for each
    /// other there (device_function::may_wait).
    bool reaches_barrier(const clang::FunctionDecl& kernel) const {
        return reaches(kernel, [](const function_facts& facts) {
            return std::ranges::any_of(facts.calls, [](const call& each) {
                const llvm::StringRef name =
                    each.callee->getDeclName().isIdentifier() ? each.callee->getName() : llvm::StringRef();
                return name == "ingot_device_barrier" || name == "ingot_device_number_of_sub_groups" ||
                       name.starts_with("ingot_device_sub_group_");
            });
        });
    }

    /// Can the kernel, or a function that it calls, fail?
    bool reaches_failure(const clang::FunctionDecl& kernel) const { return reaches(kernel, &function_facts::can_fail); }

    /// Returns the names that called functions have in LLVM IR: functions without a body that headers of the system
    /// declare, and the library functions that Clang's built-in functions stand for.
    std::set<std::string> library_functions() const {
        std::set<std::string> names;
        clang::ASTNameGenerator name_of(context_);
        for (const auto& [function, found] : nodes_)
            for (const call& call : found.facts.calls)
                if (call.callee->getBuiltinID() != 0 && call.callee->getDeclName().isIdentifier()) {
                    // Clang calls the library's logbf for __builtin_logbf.
                    llvm::StringRef name = call.callee->getName();
                    name.consume_front("__builtin_");
                    names.insert(name.str());
                } else if (!definition(*call.callee) && is_in_system(call.callee->getLocation())) {
                    names.insert(name_of.getName(call.callee));
                }
        return names;
    }

    /// Reports the violations, at most one for each place.
    void report() {
        find_guilty_of_system();
        for (const clang::FunctionDecl* function : order_) {
            const node& found = nodes_.at(function);
            if (found.in_system) continue;
            // Keep only the gravest violation at each place. For example, one constructor of std::vector allocates memory,
            // frees it and can throw an exception.
            std::map<clang::SourceLocation, finding> at_lines;
            const auto keep = [&](clang::SourceLocation location, const finding& each) {
                const auto [entry, is_new] = at_lines.emplace(sources_.getExpansionLoc(location), each);
                if (!is_new && each.broken->rule < entry->second.broken->rule) entry->second = each;
            };
            for (const violation& broken : found.facts.violations) keep(broken.location, {&broken, nullptr});
            for (const call& call : found.facts.calls) {
                const clang::FunctionDecl* callee = definition(*call.callee);
                if (const auto guilt = guilty_.find(callee); callee && guilt != guilty_.end())
                    keep(call.location, {guilt->second, callee});
            }
            for (const auto& [where, each] : at_lines) report(each, where, *function);
        }
    }

private:
    // Does the kernel, or a function that it calls, fulfil the condition?
    template <typename Condition>
    bool reaches(const clang::FunctionDecl& kernel, Condition condition) const {
        std::set<const clang::FunctionDecl*> seen {&kernel};
        for (std::deque<const clang::FunctionDecl*> open {&kernel}; !open.empty(); open.pop_front()) {
            const function_facts& facts = nodes_.at(open.front()).facts;
            if (std::invoke(condition, facts)) return true;
            for (const call& call : facts.calls) {
                const clang::FunctionDecl* callee = definition(*call.callee);
                if (callee && seen.insert(callee).second) open.push_back(callee);
            }
        }
        return false;
    }

    // Returns the declaration with the function's body, or null.
    static const clang::FunctionDecl* definition(const clang::FunctionDecl& function) {
        const clang::FunctionDecl* defined = nullptr;
        return function.hasBody(defined) || function.isDefined(defined) ? defined : nullptr;
    }

    // Examines a function when it is reached for the first time.
    void reach(const clang::FunctionDecl& function, const clang::FunctionDecl* caller, clang::SourceLocation location) {
        if (nodes_.contains(&function)) return;
        node reached;
        reached.facts = examine(function, context_);
        reached.caller = caller;
        reached.called_at = location;
        reached.in_system = is_in_system(function.getLocation());
        nodes_.emplace(&function, std::move(reached));
        order_.push_back(&function);
        waiting_.push_back(&function);
    }

    bool is_in_system(clang::SourceLocation location) const {
        return location.isInvalid() || sources_.isInSystemHeader(sources_.getExpansionLoc(location));
    }

    // Finds the functions of system headers that violate a rule, directly or through other functions of system headers, and the
    // gravest violation of each. The rules are processed from the gravest to the least grave, so the first violation found is
    // kept. Each step propagates a violation from a function to its callers.
    void find_guilty_of_system() {
        std::multimap<const clang::FunctionDecl*, const clang::FunctionDecl*> callers;
        for (const clang::FunctionDecl* function : order_)
            if (nodes_.at(function).in_system)
                for (const call& call : nodes_.at(function).facts.calls)
                    if (const clang::FunctionDecl* callee = definition(*call.callee)) callers.emplace(callee, function);
        for (const device_rule each :
             {device_rule::allocation, device_rule::exception, device_rule::other, device_rule::release}) {
            std::deque<const clang::FunctionDecl*> open;
            for (const clang::FunctionDecl* function : order_)
                if (nodes_.at(function).in_system)
                    for (const violation& found : nodes_.at(function).facts.violations)
                        if (found.rule == each && guilty_.emplace(function, &found).second) open.push_back(function);
            for (; !open.empty(); open.pop_front()) {
                const auto [first, last] = callers.equal_range(open.front());
                for (auto entry = first; entry != last; ++entry)
                    if (guilty_.emplace(entry->second, guilty_.at(open.front())).second) open.push_back(entry->second);
            }
        }
    }

    void report(const finding& found, clang::SourceLocation location, const clang::FunctionDecl& inside) {
        const std::string heap_class = class_on_heap(found);
        const std::string message = heap_class.empty()
                                        ? found.broken->message
                                        : fmt::format("a kernel cannot use '{}', which takes memory from the heap", heap_class);
        if (!reported_.emplace(location.getRawEncoding(), message).second) return;  // reported for another template instance
        errors_.error(location, message, heap_class.empty() ? found.broken->advice : advice_without_heap("T"));
        if (found.library && heap_class.empty())
            errors_.note({}, fmt::format("'{}' in a system header does this", found.library->getQualifiedNameAsString()));
        note_callers(inside);
    }

    // Returns the name of the class of the library whose destructor frees memory, or an empty string for any other violation.
    // For an object that is declared without elements, its destructor is the only violation:
    //
    //     std::vector<float> row;  // error: a kernel cannot use 'std::vector', which takes memory from the heap
    static std::string class_on_heap(const finding& found) {
        const auto* destructor = llvm::dyn_cast_or_null<clang::CXXDestructorDecl>(found.library);
        if (!destructor || found.broken->rule != device_rule::release) return {};
        const clang::CXXRecordDecl* record = destructor->getParent();
        const bool is_text = record->isInStdNamespace() && record->getName() == "basic_string";
        return is_text ? "std::string" : record->getQualifiedNameAsString();
    }

    // Prints a note for each call between the kernel and the function with the error.
    void note_callers(const clang::FunctionDecl& inside) {
        const clang::FunctionDecl* function = &inside;
        for (const node* node = &nodes_.at(function); node->caller; node = &nodes_.at(function)) {
            function = node->caller;
            if (is_in_system(node->called_at)) continue;
            const bool in_kernel = nodes_.at(function).caller == nullptr;
            errors_.note(
                sources_.getExpansionLoc(node->called_at),
                in_kernel ? fmt::format("called from here, in kernel '{}'", function->getNameAsString()) : "called from here");
        }
    }

    clang::ASTContext& context_;
    const clang::SourceManager& sources_;
    const reporter& errors_;
    std::unordered_map<const clang::FunctionDecl*, node> nodes_;
    std::vector<const clang::FunctionDecl*> order_;
    std::deque<const clang::FunctionDecl*> waiting_;
    std::unordered_map<const clang::FunctionDecl*, const violation*> guilty_;
    std::set<std::pair<clang::SourceLocation::UIntTy, std::string>> reported_;
};

}  // namespace

std::set<std::string> check_called_functions(std::span<found_kernel> kernels, clang::ASTContext& context,
                                             const reporter& errors) {
    call_graph graph(context, errors);
    for (const found_kernel& kernel : kernels) graph.add(*kernel.function);
    for (found_kernel& kernel : kernels) {
        kernel.description.reflection.uses_barrier = graph.reaches_barrier(*kernel.function);
        kernel.description.can_fail = graph.reaches_failure(*kernel.function);
    }
    graph.report();
    return graph.library_functions();
}

}  // namespace ingot::compiler
