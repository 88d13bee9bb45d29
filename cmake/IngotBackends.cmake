# ingot_add_backend(NAME SOURCES file… [DEFINITIONS …] [SYSTEM_INCLUDES folder…] [LIBRARIES target…]
#                   [TO TARGET | ONLY_FOR_TESTS])
#
# Adds the backend in this folder to the runtime. One of its sources defines an object of ingot::backends::registration
# (compute/runtime/registration.hpp), which describes the backend. The rest of Ingot uses the backend only through this
# object. The backend's name is NAME with dashes instead of underscores: for cpu_debug, a user types `cpu-debug`, and
# C++ code has the constant `backend::cpu_debug`.
#
# With TO, the backend is added only to the program TARGET and is not installed; tests use this. There is no C++
# constant then: the registration names the backend as `backend("NAME")`.
#
# With ONLY_FOR_TESTS, the backend is added to the programs that call ingot_link_backend(TARGET NAME), and is not installed. There
# is no C++ constant either.
#
# DEFINITIONS, SYSTEM_INCLUDES and LIBRARIES are used to compile and link the backend's sources.
function(ingot_add_backend name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ONLY_FOR_TESTS" "TO" "SOURCES;DEFINITIONS;SYSTEM_INCLUDES;LIBRARIES")
  if(NOT arg_SOURCES)
    message(FATAL_ERROR "ingot_add_backend(${name}): give the source files after SOURCES")
  endif()
  list(TRANSFORM arg_SOURCES PREPEND ${CMAKE_CURRENT_SOURCE_DIR}/)
  if(arg_TO)
    ingot_compile_backend(${arg_TO} "${arg_SOURCES}" "${arg_DEFINITIONS}" "${arg_SYSTEM_INCLUDES}" "${arg_LIBRARIES}")
    return()
  endif()
  if(NOT arg_ONLY_FOR_TESTS)
    set_property(GLOBAL APPEND PROPERTY INGOT_BACKENDS ${name})
  endif()
  foreach(part IN ITEMS SOURCES DEFINITIONS SYSTEM_INCLUDES LIBRARIES)
    set_property(GLOBAL PROPERTY INGOT_BACKEND_${name}_${part} "${arg_${part}}")
  endforeach()
endfunction()

# Adds the sources and settings of a backend to a CMake target.
function(ingot_compile_backend target sources definitions system_includes libraries)
  target_sources(${target} PRIVATE ${sources})
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR}/compute/runtime)
  target_include_directories(${target} SYSTEM PRIVATE ${system_includes})
  target_compile_definitions(${target} PRIVATE ${definitions})
  target_link_libraries(${target} PRIVATE ${libraries})
endfunction()

# Adds the backend NAME to TARGET, a program that links the runtime, unless the runtime has it. The first call compiles the backend.
function(ingot_link_backend target name)
  get_property(names GLOBAL PROPERTY INGOT_BACKENDS)
  if(name IN_LIST names)
    return()
  endif()
  set(library ingot_backend_${name})
  if(NOT TARGET ${library})
    add_library(${library} OBJECT)
    ingot_compile_added_backend(${library} ${name})
    target_link_libraries(${library} PRIVATE Ingot::runtime ingot_warnings)
  endif()
  target_link_libraries(${target} PRIVATE ${library})
endfunction()

# Compiles all backends that have been added so far into TARGET, without those that are only for tests.
function(ingot_link_backends target)
  get_property(names GLOBAL PROPERTY INGOT_BACKENDS)
  foreach(name IN LISTS names)
    ingot_compile_added_backend(${target} ${name})
  endforeach()
endfunction()

function(ingot_compile_added_backend target name)
  foreach(part IN ITEMS SOURCES DEFINITIONS SYSTEM_INCLUDES LIBRARIES)
    get_property(${part} GLOBAL PROPERTY INGOT_BACKEND_${name}_${part})
  endforeach()
  ingot_compile_backend(${target} "${SOURCES}" "${DEFINITIONS}" "${SYSTEM_INCLUDES}" "${LIBRARIES}")
endfunction()

# Writes FILE from TEMPLATE, with a C++ constant for the name of each backend that has been added so far.
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
