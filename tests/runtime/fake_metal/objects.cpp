// Objective-C's functions of the fake Metal.
#include "objects.hpp"

#include <cstdio>
#include <cstdlib>

namespace fake_metal {

namespace {

// Deliberately never destroyed, as classes are.
const method_table& string_table() {
    static const method_table& table = (new method_table {"NSString"})->add<&string_object::characters>("UTF8String");
    return table;
}
const method_table& error_table() {
    static const method_table& table = (new method_table {"NSError"})->add<&error_object::description>("localizedDescription");
    return table;
}

class string_class final : public any_object {
public:
    string_class() : any_object(table()) { state::get().add_class(*this); }
    any_object* make(const char* text) { return autorelease(new string_object(text)); }

private:
    static const method_table& table() {
        static const method_table& methods = (new method_table {"NSString"})->add<&string_class::make>("stringWithUTF8String:");
        return methods;
    }
};

const struct registered_classes {
    registered_classes() {
        new string_class;
        state::get().add_table(string_table());
        state::get().add_table(error_table());
        state::get().live = 0;
    }
} registered;

// The objects of each open pool of a thread.
thread_local std::vector<std::vector<any_object*>> pools;

}  // namespace

any_object::any_object(const method_table& type) : type_(type) { ++state::get().live; }
any_object::~any_object() { --state::get().live; }

string_object::string_object(std::string words) : any_object(string_table()), text(std::move(words)) {}
error_object::error_object(std::string words) : any_object(error_table()), reason(std::move(words)) {}

any_object* autorelease(any_object* object) {
    if (pools.empty())
        state::get().report("an object of " + object->type().class_name + " was autoreleased without a pool");
    else
        pools.back().push_back(object);
    return object;
}

bool fails(std::string_view selector) {
    const char* const failing = std::getenv("INGOT_FAKE_METAL_FAIL");
    return failing && selector == failing;
}

state& state::get() {
    static state& only = *new state;
    return only;
}

void state::reset() {
    const std::lock_guard lock(guard_);
    broken_.clear();
    text.clear();
    options.clear();
    launched = {};
}

std::vector<std::string> state::broken_rules() const {
    const std::lock_guard lock(guard_);
    return broken_;
}

void state::report(const std::string& broken_rule) {
    const std::lock_guard lock(guard_);
    broken_.push_back(broken_rule);
}

std::vector<std::string> state::selectors() const {
    std::set<std::string> all;
    for (const method_table* const table : tables)
        for (const auto& [name, function] : table->methods) all.insert(name);
    for (const auto& [name, of_class] : classes)
        for (const auto& [selector, function] : of_class->type().methods) all.insert(selector);
    return {all.begin(), all.end()};
}

}  // namespace fake_metal

using fake_metal::any_object;
using fake_metal::state;

extern "C" {

fake_metal::controls* fake_metal_controls() { return &state::get(); }

any_object* objc_getClass(const char* name) {
    const auto found = state::get().classes.find(std::string_view(name));
    return found == state::get().classes.end() || fake_metal::fails(name) ? nullptr : found->second;
}

const std::string* sel_registerName(const char* name) { return &*state::get().selector_names.emplace(name).first; }

any_object* objc_retain(any_object* object) {
    if (object) object->retain();
    return object;
}
void objc_release(any_object* object) {
    if (object) object->release();
}

void* objc_autoreleasePoolPush() {
    fake_metal::pools.emplace_back();
    return reinterpret_cast<void*>(fake_metal::pools.size());
}
void objc_autoreleasePoolPop(void* pool) {
    state::get().require(reinterpret_cast<size_t>(pool) == fake_metal::pools.size(),
                         "a pool was closed that is not the last one");
    const std::vector<any_object*> objects = std::move(fake_metal::pools.back());
    fake_metal::pools.pop_back();
    for (any_object* const object : objects) object->release();
}

// A message to nil returns 0.
static unsigned long answer_of_nil() { return 0; }

// Returns the function of a method. objc_msgSend calls it with the registers of arguments saved.
void* fake_metal_find_method(any_object* receiver, fake_metal::selector selector) {
    if (!receiver) return reinterpret_cast<void*>(&answer_of_nil);
    const auto found = receiver->type().methods.find(*selector);
    if (found != receiver->type().methods.end()) return found->second;
    std::fprintf(stderr, "fake Metal: %s has no method %s\n", receiver->type().class_name.c_str(), selector->c_str());
    std::abort();
}

// As Apple's: jumps to the method with all registers and the stack as the caller set them.
#if defined(__x86_64__)
__asm__(R"(
.macro send_message receiver selector
    pushq %rbp
    movq %rsp, %rbp
    subq $192, %rsp
    movq %rdi, 0(%rsp)
    movq %rsi, 8(%rsp)
    movq %rdx, 16(%rsp)
    movq %rcx, 24(%rsp)
    movq %r8, 32(%rsp)
    movq %r9, 40(%rsp)
    movups %xmm0, 48(%rsp)
    movups %xmm1, 64(%rsp)
    movups %xmm2, 80(%rsp)
    movups %xmm3, 96(%rsp)
    movq \receiver, %rdi
    movq \selector, %rsi
    call fake_metal_find_method@PLT
    movq %rax, %r11
    movq 0(%rsp), %rdi
    movq 8(%rsp), %rsi
    movq 16(%rsp), %rdx
    movq 24(%rsp), %rcx
    movq 32(%rsp), %r8
    movq 40(%rsp), %r9
    movups 48(%rsp), %xmm0
    movups 64(%rsp), %xmm1
    movups 80(%rsp), %xmm2
    movups 96(%rsp), %xmm3
    leave
    jmpq *%r11
.endm
    .text
    .globl objc_msgSend
    .type objc_msgSend, @function
objc_msgSend:
    send_message %rdi %rsi
    .size objc_msgSend, .-objc_msgSend
    .globl objc_msgSend_stret
    .type objc_msgSend_stret, @function
objc_msgSend_stret:
    movq %rsi, %rax
    send_message %rax %rdx
    .size objc_msgSend_stret, .-objc_msgSend_stret
)");
#elif defined(__aarch64__)
__asm__(R"(
    .text
    .globl objc_msgSend
    .type objc_msgSend, %function
objc_msgSend:
    stp x29, x30, [sp, #-160]!
    mov x29, sp
    stp x0, x1, [sp, #16]
    stp x2, x3, [sp, #32]
    stp x4, x5, [sp, #48]
    stp x6, x7, [sp, #64]
    str x8, [sp, #80]
    stp q0, q1, [sp, #96]
    stp q2, q3, [sp, #128]
    bl fake_metal_find_method
    mov x16, x0
    ldp x0, x1, [sp, #16]
    ldp x2, x3, [sp, #32]
    ldp x4, x5, [sp, #48]
    ldp x6, x7, [sp, #64]
    ldr x8, [sp, #80]
    ldp q0, q1, [sp, #96]
    ldp q2, q3, [sp, #128]
    ldp x29, x30, [sp], #160
    br x16
    .size objc_msgSend, .-objc_msgSend
)");
#endif
}
