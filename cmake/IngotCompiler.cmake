# The parts that compilers of kernels are put together from.
#
# ingot_add_target(NAME SOURCES file… [LIBRARIES target…] [DEFINITIONS NAME=VALUE…])
#
# Makes the target in this folder part of the compilers that are added after it. One of its sources defines
# `std::unique_ptr<const ingot::compiler::target> create_NAME()` in namespace ingot::compiler::targets (docs/adding-a-target.md).
function(ingot_add_target name)
  ingot_add_compiler_part(${name} TARGET ${ARGN})
  target_link_libraries(ingot_target_${name} PUBLIC ingot_middle_end ingot_code_generation)
  ingot_reuse_headers(ingot_target_${name} ingot_middle_end)
endfunction()

# ingot_add_front_end(NAME SOURCES file… [LIBRARIES target…] [DEFINITIONS NAME=VALUE…])
#
# The same for a language: `std::unique_ptr<const ingot::compiler::front_end> create_NAME()` in ingot::compiler::front_ends. The
# first one that is added takes files whose suffix none names.
function(ingot_add_front_end name)
  ingot_add_compiler_part(${name} FRONT_END ${ARGN})
  target_link_libraries(ingot_front_end_${name} PUBLIC ingot_host_code)
endfunction()

function(ingot_add_compiler_part name kind)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;LIBRARIES;DEFINITIONS")
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "${name}: SOURCES is missing")
  endif()
  string(TOLOWER ingot_${kind}_${name} library)
  add_library(${library} STATIC ${arg_SOURCES})
  target_link_libraries(${library} PUBLIC Ingot::archive ingot_llvm PRIVATE ingot_warnings ${arg_LIBRARIES})
  target_compile_definitions(${library} PRIVATE ${arg_DEFINITIONS})
  target_include_directories(${library} PRIVATE ${PROJECT_SOURCE_DIR}/compute)  # <compiler/target.hpp>, for parts elsewhere
  set_target_properties(${library} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  set_property(GLOBAL APPEND PROPERTY INGOT_COMPILER_${kind}S ${name})
endfunction()

# ingot_add_compiler(PROGRAM): a compiler with everything that was added before, in that order.
function(ingot_add_compiler program)
  add_executable(${program})
  target_link_libraries(${program} PRIVATE ingot_compiler_program ingot_warnings)
  foreach(kind IN ITEMS target front_end)
    string(TOUPPER ${kind} property)
    get_property(names GLOBAL PROPERTY INGOT_COMPILER_${property}S)
    set(${kind}_declarations "")
    set(${kind}_entries "")
    foreach(name IN LISTS names)
      string(APPEND ${kind}_declarations "std::unique_ptr<const ${kind}> create_${name}();\n")
      string(APPEND ${kind}_entries "    all.push_back(${kind}s::create_${name}());\n")
      target_link_libraries(${program} PRIVATE ingot_${kind}_${name})
    endforeach()
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/${program}_parts.cpp @ONLY CONTENT
"// Made by ingot_add_compiler() from every ingot_add_target() and ingot_add_front_end(); do not edit.
#include <compiler/front_end.hpp>
#include <compiler/target.hpp>

namespace ingot::compiler {

namespace targets {
@target_declarations@}

target_list all_targets() {
    target_list all;
@target_entries@    return all;
}

namespace front_ends {
@front_end_declarations@}

front_end_list all_front_ends() {
    front_end_list all;
@front_end_entries@    return all;
}

}  // namespace ingot::compiler
")
  target_sources(${program} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/${program}_parts.cpp)
  target_include_directories(${program} PRIVATE ${PROJECT_SOURCE_DIR}/compute)
endfunction()
