# `cpack`: the Debian package `ingot`, and an archive that runs where it is unpacked. docs/packages.md says what is in them;
# cmake/package/finish.cmake does what neither installing nor CPack does.
set(INGOT_MAINTAINER "The Ingot authors <ingot@example.org>" CACHE STRING "Who a Debian package names as its maintainer")

set(CPACK_GENERATOR DEB TZST)
set(CPACK_PACKAGE_NAME ingot)
set(CPACK_PACKAGE_VENDOR "The Ingot authors")
set(CPACK_PACKAGE_CONTACT "${INGOT_MAINTAINER}")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "interactive compute demos and the C++ kernel compiler under them")
set(CPACK_PACKAGE_DESCRIPTION "A kernel is written once, in plain C++20. The compiler ingotc casts it for
OpenCL and CUDA; the system's own compiler builds the same file as the CPU
debug device. Demos run in a window or without one, on every device of the
machine, and switch the device while they run.
.
The package holds the program ingot with its samples, the compiler ingotc,
and the headers, the library and the CMake files that programs with kernels
of their own are built with.")
set(CPACK_PACKAGE_FILE_NAME ingot-${PROJECT_VERSION}-linux-${CMAKE_SYSTEM_PROCESSOR})
set(CPACK_VERBATIM_VARIABLES ON)
set(CPACK_PROJECT_CONFIG_FILE ${PROJECT_SOURCE_DIR}/cmake/package/generator.cmake)
set(CPACK_PRE_BUILD_SCRIPTS ${PROJECT_SOURCE_DIR}/cmake/package/finish.cmake)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# The Debian package that a file of this system is from.
function(ingot_debian_package file variable)
  execute_process(COMMAND dpkg-query --search ${file} OUTPUT_VARIABLE found ERROR_QUIET)
  string(REGEX REPLACE ":.*" "" found "${found}")
  set(${variable} "${found}" PARENT_SCOPE)
endfunction()

if(EXISTS /etc/debian_version)
  # A newer release's package replaces an older one's.
  cmake_host_system_information(RESULT release QUERY DISTRIB_VERSION_ID)
  cmake_host_system_information(RESULT suite QUERY DISTRIB_VERSION_CODENAME)
  set(CPACK_DEBIAN_PACKAGE_RELEASE "1~deb${release}")
  set(CPACK_INGOT_SUITE ${suite})

  # Programs and their libraries are found by dpkg-shlibdeps; these are files that ingotc reads.
  ingot_debian_package(${INGOT_CLANG_RESOURCES}/include/stddef.h clang_package)
  ingot_debian_package(${INGOT_LIBCLC_FOLDER}/nvptx64--.bc libclc_package)
  string(JOIN ", " CPACK_DEBIAN_PACKAGE_DEPENDS ${clang_package} ${libclc_package} "g++ | libstdc++-dev")
  set(recommended
    # building programs, and kernels for the CPU debug device while a program runs
    cmake g++ libboost-context-dev
    # devices and pictures
    "ocl-icd-libopencl1 | libopencl1" "pocl-opencl-icd | opencl-icd" libegl1 libgl1 libgl1-mesa-dri fonts-inter fonts-jetbrains-mono)
  if(INGOT_LLVM_SPIRV)
    list(APPEND recommended llvm-spirv-15)  # this release's PoCL takes no SPIR-V
  endif()
  string(JOIN ", " CPACK_DEBIAN_PACKAGE_RECOMMENDS ${recommended})
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION graphics)
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "ffmpeg, ninja-build")
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)

# For finish.cmake.
set(CPACK_INGOT_SOURCE_DIR ${PROJECT_SOURCE_DIR})
set(CPACK_INGOT_CLANG_RESOURCES ${INGOT_CLANG_RESOURCES})
set(CPACK_INGOT_LIBCLC_FOLDER ${INGOT_LIBCLC_FOLDER})
set(CPACK_INGOT_BUNDLE ${INGOT_INSTALL_BUNDLE})
set(CPACK_INGOT_DOC ${INGOT_INSTALL_DOC})
set(CPACK_INGOT_MAN ${CMAKE_INSTALL_MANDIR})
include(CPack)
