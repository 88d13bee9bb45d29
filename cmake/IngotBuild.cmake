# What every target of the project shares: warnings, sanitizers, compiler cache, linker.

# ccache keeps what is compiled with a precompiled header only if it may overlook the times in it.
find_program(INGOT_CCACHE ccache)
if(INGOT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${INGOT_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${INGOT_CCACHE})
endif()

find_program(INGOT_MOLD mold)
if(INGOT_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

# Kernels are debugged in programs of every build type: stacks must be readable.
add_compile_options(-fno-omit-frame-pointer)

if(INGOT_SANITIZE)
  string(REPLACE "," ";" sanitizers "${INGOT_SANITIZE}")
  foreach(sanitizer IN LISTS sanitizers)
    if(NOT sanitizer MATCHES "^(address|undefined|thread)$")
      message(FATAL_ERROR "INGOT_SANITIZE: '${sanitizer}' is none of address, undefined, thread")
    endif()
    add_compile_options(-fsanitize=${sanitizer})
    add_link_options(-fsanitize=${sanitizer})
  endforeach()
  # g++ warns of values in library headers that it believes are unset, only because the sanitizers are on; its manual says so.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-maybe-uninitialized)
  endif()
endif()

add_library(ingot_warnings INTERFACE)
target_compile_options(ingot_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
# Clang counts the signedness of an index to -Wconversion; g++ does not.
target_compile_options(ingot_warnings INTERFACE -Wno-sign-conversion)
# A newcomer's compiler may warn of what this project's compilers do not.
if(INGOT_WARNINGS_AS_ERRORS)
  target_compile_options(ingot_warnings INTERFACE -Werror)
endif()

# ingot_optimise_little(TARGET [EXCEPT SOURCE…]) compiles a library with -O1 in release builds, which takes about five sixths of the
# time of -O2. Use it for code that mostly waits for devices and users. The sources after EXCEPT keep -O2, for example loops over
# pixels. They cannot use the precompiled headers of the target, because these are compiled with -O1.
function(ingot_optimise_little target)
  cmake_parse_arguments(PARSE_ARGV 1 given "" "" EXCEPT)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(given_EXCEPT)
    set_source_files_properties(${given_EXCEPT} PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O2> SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# ingot_precompile_headers(TARGET HEADER…): Clang reads these headers once for all sources of TARGET. g++ takes longer to read what
# it precompiled than the headers themselves, so with it nothing is precompiled.
function(ingot_precompile_headers target)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# ingot_reuse_headers(TARGET OTHER): TARGET reads the headers that were precompiled for OTHER, which has the same compile options.
function(ingot_reuse_headers target other)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    target_precompile_headers(${target} REUSE_FROM ${other})
  endif()
endfunction()
