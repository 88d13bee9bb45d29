# Build settings of all targets of the project: warnings, sanitizers, compiler cache, linker.

# ccache caches sources that use a precompiled header only if it may ignore the times in that header
# (CCACHE_SLOPPINESS).
find_program(INGOT_CCACHE ccache)
if(INGOT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${INGOT_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros ${INGOT_CCACHE})
endif()

find_program(INGOT_MOLD mold)
if(INGOT_MOLD)
  add_link_options(-fuse-ld=mold)
endif()

# Kernels are debugged in programs of every build type, so debuggers and profilers must be able to walk the stack.
add_compile_options(-fno-omit-frame-pointer)

if(INGOT_SANITIZE)
  string(REPLACE "," ";" sanitizers "${INGOT_SANITIZE}")
  foreach(sanitizer IN LISTS sanitizers)
    if(NOT sanitizer MATCHES "^(address|undefined|thread)$")
      message(FATAL_ERROR "INGOT_SANITIZE: unknown sanitizer '${sanitizer}'; the choices are address, undefined and thread")
    endif()
    add_compile_options(-fsanitize=${sanitizer})
    add_link_options(-fsanitize=${sanitizer})
  endforeach()
  # With sanitizers g++ reports false -Wmaybe-uninitialized warnings in library headers; its manual mentions this.
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    add_compile_options(-Wno-maybe-uninitialized)
  endif()
endif()

# libFuzzer measures which code an input reaches, so all code is compiled for that. Only the programs of
# tests/reader_fuzzing link libFuzzer.
if(INGOT_FUZZING AND NOT CMAKE_CXX_COMPILER_ID MATCHES Clang)
  message(STATUS "${CMAKE_CXX_COMPILER} has no libFuzzer, a part of Clang: skipping the programs that fuzz readers of files")
  set(INGOT_FUZZING OFF)
elseif(INGOT_FUZZING AND NOT INGOT_FUZZING_ENGINE)
  if(NOT INGOT_SANITIZE MATCHES address)
    message(FATAL_ERROR "INGOT_FUZZING requires INGOT_SANITIZE=address; the preset 'fuzz' sets both")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# The architecture of the target `cpu` that programs of this build run by default (archive/cpu_code.hpp), or nothing.
set(INGOT_CPU_ARCHITECTURE "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(INGOT_CPU_ARCHITECTURE x86-64-v3)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^aarch64$" AND CMAKE_SYSTEM_NAME STREQUAL Linux)
  set(INGOT_CPU_ARCHITECTURE aarch64)
endif()

add_library(ingot_warnings INTERFACE)
target_compile_options(ingot_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow)
# In Clang -Wconversion includes -Wsign-conversion, which warns about signed indices; in g++ it does not.
target_compile_options(ingot_warnings INTERFACE -Wno-sign-conversion)
# Warnings are errors only on request, because other compilers than the ones of this project may report further
# warnings.
if(INGOT_WARNINGS_AS_ERRORS)
  target_compile_options(ingot_warnings INTERFACE -Werror)
endif()

# ingot_optimise_little(TARGET [EXCEPT SOURCE…]) compiles a library with -O1 in release builds, which takes about five
# sixths of the time of -O2. Use it for code that mostly waits for devices and users. The sources after EXCEPT keep -O2,
# for example loops over pixels. They cannot use the precompiled headers of the target, because these are compiled with
# -O1.
function(ingot_optimise_little target)
  cmake_parse_arguments(PARSE_ARGV 1 given "" "" EXCEPT)
  target_compile_options(${target} PRIVATE $<$<CONFIG:Release>:-O1>)
  if(given_EXCEPT)
    set_source_files_properties(${given_EXCEPT} PROPERTIES COMPILE_OPTIONS $<$<CONFIG:Release>:-O2> SKIP_PRECOMPILE_HEADERS ON)
  endif()
endfunction()

# ingot_compile_in_batches(TARGET): compiles six sources at a time, as one generated source that includes them. Headers are
# then parsed and templates instantiated once for six sources, which halves the time of compiling them. Sources of one
# target must therefore not define the same name in their anonymous namespaces. -DINGOT_BATCHES=OFF compiles each source by
# itself: then less is compiled after an edit.
function(ingot_compile_in_batches target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${INGOT_BATCHES} UNITY_BUILD_BATCH_SIZE 6)
endfunction()

# ingot_precompile_headers(TARGET HEADER…): precompiles these headers for all sources of TARGET if the compiler is
# Clang. g++ loads a precompiled header more slowly than it parses the headers, so with g++ nothing is precompiled.
function(ingot_precompile_headers target)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    target_precompile_headers(${target} PRIVATE ${ARGN})
  endif()
endfunction()

# ingot_reuse_headers(TARGET OTHER): TARGET uses the headers that were precompiled for OTHER. Both must have the same
# compile options.
function(ingot_reuse_headers target other)
  if(CMAKE_CXX_COMPILER_ID MATCHES Clang)
    target_precompile_headers(${target} REUSE_FROM ${other})
  endif()
endfunction()
