// Defines the language's work-item variables for the CPU debug device. Each worker thread has one set of them.
#include <ingot/language/work_item.hpp>

namespace ingot {

thread_local constinit uint3 global_id;
thread_local constinit uint3 local_id;
thread_local constinit uint3 group_id;
thread_local constinit uint3 global_size;
thread_local constinit uint3 local_size;
thread_local constinit uint3 num_groups;

}  // namespace ingot
