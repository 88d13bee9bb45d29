#include <ingot/kernel.hpp>
#include <string>
#include "types.hpp"

using namespace ingot;

struct hidden {
    float x;
};

// 2^40 members. Each class must be looked at once, not each member.
template <int levels>
struct tree {
    tree<levels - 1> left, right;
};
template <>
struct tree<0> {
    char leaf;
};

kernel void grown(buffer<tree<40>> all) { (void)sizeof(all[0]); }  // error: the element type of parameter 'all' of kernel 'grown' is declared in the kernel file, which host code does not include

kernel void list(buffer<list_node> links) { links[0].value = 1; }  // error: the element type of parameter 'links' of kernel 'list', 'list_node', holds a pointer: 'next'; a pointer stored in memory means nothing on a device
// advice: store an index into a buffer instead, and pass that buffer as another parameter of the kernel

kernel void deep(param<chain> all, buffer<int> out) { out[0] = all.first.value; }  // error: the type of parameter 'all' of kernel 'deep', 'chain', holds a pointer: 'first.next'; a pointer stored in memory means nothing on a device

kernel void of_buffers(buffer<buffer<float>> all) { all[0][0] = 1; }  // error: the element type of parameter 'all' of kernel 'of_buffers' is a buffer; a pointer stored in memory means nothing on a device

kernel void by_pointer(param<float*> where) { *where = 1; }  // error: the type of parameter 'where' of kernel 'by_pointer' is a pointer; a pointer stored in memory means nothing on a device

kernel void copied(buffer<counted> all) { all[0].value = 1; }  // error: the element type of parameter 'all' of kernel 'copied', 'counted', is not trivially copyable
// advice: use a plain struct: its bytes are copied between host and device without calling a constructor, an assignment operator or a destructor

kernel void unseen(buffer<hidden> all) { all[0].x = 1; }  // error: the element type of parameter 'all' of kernel 'unseen' is declared in the kernel file, which host code does not include
// advice: move 'hidden' to a header that both this file and the host code include

kernel void too_long(buffer<long double> all) { all[0] = 1; }  // error: the element type of parameter 'all' of kernel 'too_long' is a floating-point type that is wider than double
