# What every target of the project shares: warnings, sanitizers, compiler cache, linker.

find_program(INGOT_CCACHE ccache)
if(INGOT_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_C_COMPILER_LAUNCHER ${INGOT_CCACHE})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${INGOT_CCACHE})
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
target_compile_options(ingot_warnings INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)
