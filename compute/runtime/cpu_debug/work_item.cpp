// The language's work-item variables, as the CPU debug device has them: one set for each worker thread.
#include <ingot/language/work_item.hpp>

namespace ingot {

thread_local constinit uint3 global_id;
thread_local constinit uint3 local_id;
thread_local constinit uint3 group_id;
thread_local constinit uint3 global_size;
thread_local constinit uint3 local_size;
thread_local constinit uint3 group_size;

}  // namespace ingot
