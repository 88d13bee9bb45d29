# Settings for `cpack`, which builds the Debian package `ingot` and a .tar.zst archive that can be unpacked and run in
# any folder. docs/packages.md describes their contents. cmake/package/finish.cmake does the steps that neither
# installation nor CPack does.
set(INGOT_MAINTAINER "The Ingot authors <ingot@example.org>" CACHE STRING "Maintainer that the Debian package names")

set(CPACK_GENERATOR DEB TZST)
set(CPACK_PACKAGE_NAME ingot)
set(CPACK_PACKAGE_VENDOR "The Ingot authors")
set(CPACK_PACKAGE_CONTACT "${INGOT_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "interactive compute demos and the C++ kernel compiler under them")
set(CPACK_PACKAGE_DESCRIPTION "A kernel is written once, in plain C++20. The compiler ingotc compiles it
for CUDA, OpenCL and the processor itself, which needs no driver; the system's
C++ compiler compiles the same file for the CPU debug device. Demos run in a window or without one, on every device of
the machine, and can switch the device while they run.
.
The package contains the program ingot with its samples, the compiler ingotc,
and the headers, the library and the CMake files for building programs with
kernels.")
set(CPACK_PACKAGE_FILE_NAME ingot-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/package/generator.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package/finish.cmake)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# Sets the variable to the name of the Debian package that installed the file.
function(ingot_debian_package file variable)
  execute_process(COMMAND dpkg-query --search ${file} OUTPUT_VARIABLE found ERROR_QUIET)
  string(REGEX REPLACE ":.*" "" found "${found}")
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()

if(EXISTS /etc/debian_version)
  # The package's version contains the Debian release, so that a package for a newer release replaces one for an older
  # release.
  cmake_host_system_information(RESULT release QUERY DISTRIB_VERSION_ID)
  cmake_host_system_information(RESULT suite QUERY DISTRIB_VERSION_CODENAME)
  set(CPACK_DEBIAN_PACKAGE_RELEASE "1~deb${release}")
  set(CPACK_INGOT_SUITE ${suite})

  # dpkg-shlibdeps finds the dependencies on shared libraries. These packages contain other files that ingotc reads.
  ingot_debian_package(${INGOT_CLANG_RESOURCES}/include/stddef.h clang_package)
  ingot_debian_package(${INGOT_LIBCLC_FOLDER}/nvptx64--.bc libclc_package)
  string(JOIN ", " CPACK_DEBIAN_PACKAGE_DEPENDS ${clang_package} ${libclc_package} "g++ | libstdc++-dev")
  set(recommended
    # for building programs, and for compiling kernels for the CPU debug device while a program runs
    cmake g++ libboost-context-dev
    # for devices, windows and fonts. The device cpu-native needs no driver; PoCL is a second one to compare it with.
    "ocl-icd-libopencl1 | libopencl1" "pocl-opencl-icd | opencl-icd" libegl1 libgl1 libgl1-mesa-dri fonts-inter fonts-jetbrains-mono)
  if(INGOT_LLVM_SPIRV)
    list(APPEND recommended llvm-spirv-15)  # PoCL of this Debian release does not support SPIR-V
  endif()
  string(JOIN ", " CPACK_DEBIAN_PACKAGE_RECOMMENDS ${recommended})
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "ffmpeg, fontconfig, fonts-noto-cjk, libvulkan1, mesa-vulkan-drivers, ninja-build")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# Variables for finish.cmake.
set(CPACK_INGOT_SOURCE_DIR ${PROJECT_SOURCE_DIR})
set(CPACK_INGOT_CLANG_RESOURCES ${INGOT_CLANG_RESOURCES})
set(CPACK_INGOT_LIBCLC_FOLDER ${INGOT_LIBCLC_FOLDER})
set(CPACK_INGOT_BUNDLE ${INGOT_INSTALL_BUNDLE})
set(CPACK_INGOT_DOC ${INGOT_INSTALL_DOC})
set(CPACK_INGOT_MAN ${CMAKE_INSTALL_MANDIR})
include(CPack)
