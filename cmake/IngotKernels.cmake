# ingot_add_kernels(TARGET FILE… [DEFINITIONS NAME=VALUE…] [OPTIONS …] [COMPILER PROGRAM])
#
# Compiles kernel files with ingotc when TARGET is built, and adds two things to TARGET for each file: the archive with
# the code for every backend, and the kernels compiled by the host's C++ compiler for the CPU debug device. The sources
# of TARGET include the generated header: nbody.kernels.cpp gives "nbody.kernels.hpp". A file is compiled again when it
# or a file that it includes changes.
#
# OPTIONS are options of ingotc for all files of the call. Options for one file are set with its source property
# INGOTC_OPTIONS:
# set_source_files_properties(nbody.kernels.cpp PROPERTIES INGOTC_OPTIONS --fast-math)
#
# COMPILER is the CMake target of a compiler to use instead of ingotc, for example one with additional front ends or
# targets.
#
# Kernels are compiled with the standard library of the project's C++ compiler, because a program and its kernels share
# memory that contains types of that library. INGOTC_STANDARD_LIBRARY holds the options of ingotc for the standard
# library. OPTIONS can override them.

# Sets RESULT to ingotc's options for the standard library that the C++ compiler uses, or to an empty list if the
# library is unknown.
function(ingot_find_standard_library result)
  set(${result} "" PARENT_SCOPE)
  separate_arguments(flags UNIX_COMMAND "${CMAKE_CXX_COMPILER_ARG1} ${CMAKE_CXX_FLAGS}")
  set(source ${CMAKE_BINARY_DIR}/CMakeFiles/ingot_standard_library.cpp)
  file(WRITE ${source} "#include <version>\n")
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} ${flags} -std=c++20 -E -dM ${source} OUTPUT_VARIABLE macros ERROR_QUIET)
  if(macros MATCHES "#define _LIBCPP_VERSION ")
    set(${result} --stdlib=libc++ PARENT_SCOPE)
  elseif(macros MATCHES "#define _GLIBCXX_RELEASE ")
    # The folder that contains libgcc is the GCC installation, for g++ and for Clang. If Clang uses compiler-rt instead of
    # libgcc, the installation is unknown, and ingotc uses the newest GCC.
    execute_process(COMMAND ${CMAKE_CXX_COMPILER} ${flags} -print-libgcc-file-name OUTPUT_VARIABLE libgcc ERROR_QUIET)
    cmake_path(GET libgcc PARENT_PATH gcc)
    cmake_path(NORMAL_PATH gcc)
    if(EXISTS ${gcc}/crtbegin.o)
      set(${result} --stdlib=libstdc++ --gcc-install-dir=${gcc} PARENT_SCOPE)
    else()
      set(${result} --stdlib=libstdc++ PARENT_SCOPE)
    endif()
  endif()
endfunction()

if(NOT DEFINED INGOTC_STANDARD_LIBRARY)
  ingot_find_standard_library(options)
  set(INGOTC_STANDARD_LIBRARY "${options}" CACHE STRING "Options of ingotc that select the C++ standard library of kernels")
  message(STATUS "Standard library of kernels: ${INGOTC_STANDARD_LIBRARY}")
endif()

# ingotc compiles by default for processors like the one that it runs on.
set(options "")
if(INGOT_INGOTC AND INGOT_CPU_ARCHITECTURE)
  set(options --arch ${INGOT_CPU_ARCHITECTURE})
endif()
set(INGOT_KERNEL_OPTIONS "${options}" CACHE STRING "Options of ingotc for all kernel files")

function(ingot_add_kernels target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "COMPILER" "DEFINITIONS;OPTIONS")
  set(compiler Ingot::ingotc)
  if(arg_COMPILER)
    set(compiler ${arg_COMPILER})
  endif()
  set(out ${CMAKE_CURRENT_BINARY_DIR}/${target}.kernels)
  file(MAKE_DIRECTORY ${out})

  foreach(file IN LISTS arg_UNPARSED_ARGUMENTS)
    cmake_path(ABSOLUTE_PATH file BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR} OUTPUT_VARIABLE source)
    cmake_path(GET source FILENAME filename)
    cmake_path(GET source PARENT_PATH folder)
    if(NOT EXISTS ${source})
      message(FATAL_ERROR "ingot_add_kernels(${target}): there is no file ${source}")
    endif()
    string(REGEX REPLACE "\\.[^.]*$" "" name ${filename})   # nbody.kernels

    if(NOT arg_COMPILER)
      set_property(GLOBAL APPEND PROPERTY INGOT_KERNEL_FILES ${source})
    endif()

    set(flags -I${folder})
    # In a build type in which assertions are disabled in the program, they are disabled in kernels too.
    foreach(config IN LISTS CMAKE_CONFIGURATION_TYPES CMAKE_BUILD_TYPE)
      string(TOUPPER "${config}" upper_config)
      if("${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${upper_config}}" MATCHES "[-/]D ?NDEBUG")
        list(APPEND flags "$<$<CONFIG:${config}>:-DNDEBUG>")
      endif()
    endforeach()
    get_source_file_property(own_options ${source} INGOTC_OPTIONS)
    if(own_options)
      list(APPEND flags ${own_options})
    endif()
    foreach(definition IN LISTS arg_DEFINITIONS)
      list(APPEND flags -D${definition})
    endforeach()
    set(include_folders "$<TARGET_PROPERTY:${target},INCLUDE_DIRECTORIES>")

    add_custom_command(
      OUTPUT ${out}/${name}.ingot ${out}/${name}.hpp ${out}/${name}.cpu_debug.cpp
      COMMAND ${compiler} ${source} -o ${out}/${name}.ingot --header ${out}/${name}.hpp --cpu-debug ${out}/${name}.cpu_debug.cpp
              --depfile ${out}/${name}.d ${INGOTC_STANDARD_LIBRARY} ${INGOT_KERNEL_OPTIONS} ${flags} "$<$<BOOL:${include_folders}>:-I$<JOIN:${include_folders},;-I>>" ${arg_OPTIONS}
      DEPENDS ${source} ${compiler}
      DEPFILE ${out}/${name}.d
      COMMENT "Compiling kernels ${filename}"
      COMMAND_EXPAND_LISTS VERBATIM)

    # The assembler embeds the archive's bytes. Compiling them as a C++ array would take seconds.
    string(MAKE_C_IDENTIFIER ${name} identifier)
    if(APPLE)
      set(symbol _ingot_archive)
      set(section __TEXT,__const)
      set(hidden .private_extern)
      set(end_of_source "")
    else()
      set(symbol ingot_archive)
      set(section .rodata)
      set(hidden .hidden)
      set(end_of_source [[.section .note.GNU-stack,"",%progbits]])
    endif()
    file(CONFIGURE OUTPUT ${out}/${name}.S @ONLY CONTENT [[
    .section @section@
    .balign 16
    .globl @symbol@_begin_@identifier@
    .globl @symbol@_end_@identifier@
    @hidden@ @symbol@_begin_@identifier@
    @hidden@ @symbol@_end_@identifier@
@symbol@_begin_@identifier@:
    .incbin "@out@/@name@.ingot"
@symbol@_end_@identifier@:
    .byte 0
    @end_of_source@
]])
    set_source_files_properties(${out}/${name}.S PROPERTIES OBJECT_DEPENDS ${out}/${name}.ingot)
    # Generated code ends the macro `kernel` after a kernel file, so a second kernel file in the same batch would not compile.
    # Kernels on the CPU debug device are optimised, whatever the rest of the target is compiled with.
    set_source_files_properties(${out}/${name}.cpu_debug.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON SKIP_UNITY_BUILD_INCLUSION ON
                                COMPILE_OPTIONS $<$<CONFIG:Release>:-O2>)
    if(arg_DEFINITIONS)
      set_source_files_properties(${out}/${name}.cpu_debug.cpp PROPERTIES COMPILE_DEFINITIONS "${arg_DEFINITIONS}")
    endif()
    target_sources(${target} PRIVATE ${out}/${name}.hpp ${out}/${name}.cpu_debug.cpp ${out}/${name}.S)
    target_include_directories(${target} PRIVATE ${out} ${folder})
  endforeach()
endfunction()
