# Finds all libraries and programs that the build requires. The last lines report all missing ones at once, each with
# the name of its Debian package. docs/building.md lists the package names of other distributions.

# Adds a dependency to the list of missing ones unless the variable named by `found` is true.
function(ingot_require found what package)
  if(NOT ${found})
    set_property(GLOBAL APPEND_STRING PROPERTY INGOT_MISSING "  ${what} (Debian: ${package})\n")
  endif()
endfunction()

set(INGOT_LLVM_MAJOR 22)
if(INGOT_COMPILER)
  # The compiler requires Clang and LLVM 22 exactly, because their C++ interfaces change with every release. LLVM's
  # version file accepts only a request for the exact version, so find_package() searches the usual folders and the
  # version is checked afterwards.
  find_package(LLVM QUIET CONFIG NO_DEFAULT_PATH
    PATHS /usr/lib/llvm-${INGOT_LLVM_MAJOR}/lib/cmake/llvm /usr/lib/llvm${INGOT_LLVM_MAJOR}/lib/cmake/llvm
          /usr/lib64/llvm${INGOT_LLVM_MAJOR}/lib/cmake/llvm /usr/local/opt/llvm@${INGOT_LLVM_MAJOR}/lib/cmake/llvm
          /opt/homebrew/opt/llvm@${INGOT_LLVM_MAJOR}/lib/cmake/llvm /opt/homebrew/opt/llvm/lib/cmake/llvm /usr/lib/cmake/llvm
          /usr/lib64/cmake/llvm)
  if(LLVM_FOUND AND NOT LLVM_VERSION_MAJOR EQUAL INGOT_LLVM_MAJOR)
    message(FATAL_ERROR "ingotc requires LLVM ${INGOT_LLVM_MAJOR}, but ${LLVM_DIR} has version ${LLVM_VERSION}. "
                        "Give the folder of LLVM ${INGOT_LLVM_MAJOR} with -DLLVM_DIR=FOLDER/lib/cmake/llvm")
  endif()
  ingot_require(LLVM_FOUND "LLVM ${INGOT_LLVM_MAJOR}" llvm-${INGOT_LLVM_MAJOR}-dev)
  if(LLVM_FOUND)
    find_package(Clang QUIET CONFIG PATHS ${LLVM_DIR}/../clang NO_DEFAULT_PATH)
    # Clang's own headers (stddef.h and others). They must have exactly the version of the library.
    find_path(INGOT_CLANG_RESOURCES include/stddef.h NO_DEFAULT_PATH
      HINTS ${LLVM_LIBRARY_DIR}/clang/${LLVM_VERSION_MAJOR} ${LLVM_INSTALL_PREFIX}/lib/clang/${LLVM_VERSION_MAJOR}
      DOC "Folder of the resource headers of Clang ${LLVM_VERSION_MAJOR}")
    ingot_require(Clang_FOUND "Clang ${INGOT_LLVM_MAJOR} as a library" libclang-${INGOT_LLVM_MAJOR}-dev)
    ingot_require(INGOT_CLANG_RESOURCES "the resource headers of Clang ${INGOT_LLVM_MAJOR}" clang-${INGOT_LLVM_MAJOR})
  endif()
  find_path(INGOT_LIBCLC_FOLDER nvptx64--.bc PATHS /usr/lib/clc /usr/share/clc DOC "Folder of libclc's bitcode")
  ingot_require(INGOT_LIBCLC_FOLDER "libclc, the mathematics for PTX" libclc-${INGOT_LLVM_MAJOR})
endif()
if(NOT INGOT_INGOTC)
  find_library(INGOT_SPIRV_TOOLS SPIRV-Tools)
  find_path(INGOT_SPIRV_TOOLS_HEADERS spirv-tools/libspirv.h)
  ingot_require(INGOT_SPIRV_TOOLS "SPIRV-Tools as a library" spirv-tools)
  ingot_require(INGOT_SPIRV_TOOLS_HEADERS "the headers of SPIRV-Tools" spirv-tools)
  find_path(INGOT_SPIRV_HEADERS spirv/unified1/spirv.hpp)
  ingot_require(INGOT_SPIRV_HEADERS "SPIR-V's headers" spirv-headers)
endif()

# llvm-spirv-15 translates SPIR-V to SPIR, which only PoCL before release 4 requires. Debian 13 and later have neither
# of the two.
find_program(INGOT_LLVM_SPIRV llvm-spirv-15)
if(INGOT_LLVM_SPIRV)
  message(STATUS "SPIR for PoCL before release 4: translated by ${INGOT_LLVM_SPIRV}")
else()
  message(STATUS "SPIR for PoCL before release 4: disabled, because llvm-spirv-15 is not installed")
endif()

# Without Python the build omits the man pages and the tests that are Python scripts.
find_package(Python3 QUIET COMPONENTS Interpreter)
find_package(PkgConfig QUIET)
ingot_require(PKG_CONFIG_FOUND "pkg-config" pkg-config)

# The runtime.
find_package(Threads QUIET)
ingot_require(Threads_FOUND "threads of the C library" libc6-dev)
find_package(Boost QUIET CONFIG COMPONENTS context)
ingot_require(Boost_FOUND "Boost.Context" libboost-context-dev)
find_path(INGOT_OPENCL_HEADERS CL/cl.h)
ingot_require(INGOT_OPENCL_HEADERS "the headers of OpenCL" ocl-icd-opencl-dev)
find_path(INGOT_VULKAN_HEADERS vulkan/vulkan.h)
ingot_require(INGOT_VULKAN_HEADERS "the headers of Vulkan" libvulkan-dev)
find_path(INGOT_XXHASH_HEADERS xxhash.h)
ingot_require(INGOT_XXHASH_HEADERS "the headers of xxHash" libxxhash-dev)

# Formatted text and JSON, and vectors for the host.
find_package(fmt QUIET)
ingot_require(fmt_FOUND "fmt" libfmt-dev)
find_package(nlohmann_json QUIET)
ingot_require(nlohmann_json_FOUND "JSON for Modern C++" nlohmann-json3-dev)
find_package(glm QUIET)
ingot_require(glm_FOUND "GLM" libglm-dev)

# The programs.
if(NOT INGOT_INGOTC)
  # Headers only. Debian's libboost-context-dev depends on the package that has them.
  find_path(INGOT_BOOST_HEADERS boost/multiprecision/cpp_bin_float.hpp HINTS ${Boost_INCLUDE_DIRS})
  ingot_require(INGOT_BOOST_HEADERS "the headers of Boost.Multiprecision" libboost-context-dev)
  find_package(CLI11 QUIET)
  ingot_require(CLI11_FOUND "CLI11" libcli11-dev)
  find_package(JPEG QUIET)
  ingot_require(JPEG_FOUND "libjpeg" libjpeg-dev)
  find_package(PNG QUIET)
  ingot_require(PNG_FOUND "libpng" libpng-dev)
  find_package(OpenEXR QUIET CONFIG)
  ingot_require(OpenEXR_FOUND "OpenEXR" libopenexr-dev)
  find_path(INGOT_STB_HEADERS stb_image_write.h PATH_SUFFIXES stb)
  ingot_require(INGOT_STB_HEADERS "stb" libstb-dev)
  if(PKG_CONFIG_FOUND)
    pkg_check_modules(epoxy QUIET IMPORTED_TARGET epoxy)
    pkg_check_modules(sdl2 QUIET IMPORTED_TARGET sdl2)
    pkg_check_modules(imgui QUIET IMPORTED_TARGET imgui)  # contains the back ends for SDL2 and OpenGL 3
    pkg_check_modules(tinygltf QUIET IMPORTED_TARGET tinygltf)
    pkg_check_modules(tinyobjloader QUIET IMPORTED_TARGET tinyobjloader)
    ingot_require(epoxy_FOUND "libepoxy" libepoxy-dev)
    ingot_require(sdl2_FOUND "SDL 2" libsdl2-dev)
    ingot_require(imgui_FOUND "Dear ImGui" libimgui-dev)
    ingot_require(tinygltf_FOUND "tinygltf" libtinygltf-dev)
    ingot_require(tinyobjloader_FOUND "tinyobjloader" libtinyobjloader-dev)
  endif()
endif()

# The tests and the benchmarks.
if(INGOT_TESTS)
  find_package(GTest QUIET)
  ingot_require(GTest_FOUND "GoogleTest" libgmock-dev)
  # A build for another machine has no MPFR. Its reference of mathematics is long double, which has 113 bits on AArch64.
  if(PKG_CONFIG_FOUND AND NOT CMAKE_CROSSCOMPILING)
    pkg_check_modules(mpfr QUIET IMPORTED_TARGET mpfr)
    ingot_require(mpfr_FOUND "MPFR" libmpfr-dev)
  endif()
  if(INGOT_COMPILER)
    find_program(INGOT_LIT lit HINTS ${LLVM_TOOLS_BINARY_DIR} ${LLVM_TOOLS_BINARY_DIR}/../build/utils/lit)
    ingot_require(INGOT_LIT "lit, the test runner of LLVM" llvm-${INGOT_LLVM_MAJOR}-tools)
  endif()
endif()
if(INGOT_BENCHMARKS)
  # Debian's packages of single OpenCV modules do not contain OpenCV's CMake files.
  find_path(INGOT_OPENCV_HEADERS opencv2/imgproc.hpp PATH_SUFFIXES opencv4)
  find_library(INGOT_OPENCV_CORE opencv_core)
  find_library(INGOT_OPENCV_IMGPROC opencv_imgproc)
  ingot_require(INGOT_OPENCV_HEADERS "OpenCV" libopencv-imgproc-dev)
  ingot_require(INGOT_OPENCV_CORE "OpenCV's core" libopencv-imgproc-dev)
  ingot_require(INGOT_OPENCV_IMGPROC "OpenCV's imgproc" libopencv-imgproc-dev)
endif()

get_property(missing GLOBAL PROPERTY INGOT_MISSING)
if(missing)
  message(FATAL_ERROR "Ingot cannot be built, because these packages are not installed:\n${missing}"
                      "`./dev run` installs them on Debian; docs/building.md lists the package names of other distributions.")
endif()
