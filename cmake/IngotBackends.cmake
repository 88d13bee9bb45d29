# ingot_add_backend(NAME SOURCES file… [DEFINITIONS …] [SYSTEM_INCLUDES folder…] [LIBRARIES target…] [TO TARGET])
#
# Makes the backend in this folder part of the runtime. One of its sources holds its description, an object of
# ingot::backends::registration (compute/runtime/registration.hpp); the rest of Ingot knows no more of it. Its name is NAME with
# dashes for underscores: cpu_debug is typed `cpu-debug` and written `backend::cpu_debug` in C++.
#
# With TO it becomes part of the program TARGET alone, and of nothing that is installed: backends of tests. Its name has no constant
# in C++ then: the description says `backend("NAME")`.
#
# DEFINITIONS, SYSTEM_INCLUDES and LIBRARIES are what its sources are compiled and linked with.
function(ingot_add_backend name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TO" "SOURCES;DEFINITIONS;SYSTEM_INCLUDES;LIBRARIES")
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "ingot_add_backend(${name}): SOURCES is missing")
  endif()
  list(TRANSFORM arg_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  if(arg_TO)
    ingot_compile_backend(${arg_TO} "${arg_SOURCES}" "${arg_DEFINITIONS}" "${arg_SYSTEM_INCLUDES}" "${arg_LIBRARIES}")
    return()
  endif()
  set_property(GLOBAL APPEND PROPERTY INGOT_BACKENDS ${name})
  foreach(part IN ITEMS SOURCES DEFINITIONS SYSTEM_INCLUDES LIBRARIES)
    set_property(GLOBAL PROPERTY INGOT_BACKEND_${name}_${part} "${arg_${part}}")
  endforeach()
endfunction()

function(ingot_compile_backend target sources definitions system_includes libraries)
  target_sources(${target} PRIVATE ${sources})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/compute/runtime)
  target_include_directories(${target} SYSTEM PRIVATE ${system_includes})
  target_compile_definitions(${target} PRIVATE ${definitions})
  target_link_libraries(${target} PRIVATE ${libraries})
endfunction()

# Compiles all backends that were added so far into TARGET.
function(ingot_link_backends target)
  get_property(names GLOBAL PROPERTY INGOT_BACKENDS)
  foreach(name IN LISTS names)
    foreach(part IN ITEMS SOURCES DEFINITIONS SYSTEM_INCLUDES LIBRARIES)
      get_property(${part} GLOBAL PROPERTY INGOT_BACKEND_${name}_${part})
    endforeach()
    ingot_compile_backend(${target} "${SOURCES}" "${DEFINITIONS}" "${SYSTEM_INCLUDES}" "${LIBRARIES}")
  endforeach()
endfunction()

# Writes FILE out of TEMPLATE, with a constant of C++ for the name of each backend that was added so far.
function(ingot_write_backend_names template file)
  get_property(names GLOBAL PROPERTY INGOT_BACKENDS)
  set(declarations "")
  set(definitions "")
  foreach(name IN LISTS names)
    string(REPLACE "_" "-" typed ${name})
    string(APPEND declarations "    static const backend ${name};\n")
    string(APPEND definitions "inline constexpr backend backend::${name} {\"${typed}\"};\n")
  endforeach()
  configure_file(${template} ${file} @ONLY)
endfunction()
