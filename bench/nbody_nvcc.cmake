# The baseline of N-body on CUDA, compiled by NVIDIA's compiler. It is built only if that compiler is installed and
# works.
find_program(INGOT_NVCC nvcc HINTS ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
set(INGOT_NVCC_ARCHITECTURE sm_90 CACHE STRING "GPU architecture of bench/nbody_nvcc: the value of nvcc's -arch")
if(NOT INGOT_NVCC)
  return()
endif()

set(nvcc_flags -std=c++17 -O3 -use_fast_math -arch=${INGOT_NVCC_ARCHITECTURE})
if(NOT INGOT_NVCC_TRIED STREQUAL "${INGOT_NVCC} ${nvcc_flags}")
  # The compiler must support the architecture and this machine's C++ compiler.
  file(WRITE ${CMAKE_CURRENT_BINARY_DIR}/nvcc_try.cu "#include <vector>\n__global__ void nothing() {}\n")
  execute_process(COMMAND ${INGOT_NVCC} ${nvcc_flags} -c nvcc_try.cu -o nvcc_try.o WORKING_DIRECTORY ${CMAKE_CURRENT_BINARY_DIR}
                  RESULT_VARIABLE failed OUTPUT_QUIET ERROR_QUIET)
  set(INGOT_NVCC_TRIED "${INGOT_NVCC} ${nvcc_flags}" CACHE INTERNAL "compiler and flags that INGOT_NVCC_FAILED is about")
  set(INGOT_NVCC_FAILED ${failed} CACHE INTERNAL "nvcc's exit status")
endif()
if(INGOT_NVCC_FAILED)
  message(STATUS "bench/nbody_nvcc is not built: ${INGOT_NVCC} cannot compile for ${INGOT_NVCC_ARCHITECTURE} here")
  return()
endif()

set(nbody_nvcc ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/nbody_nvcc)
add_custom_command(
  OUTPUT ${nbody_nvcc}
  COMMAND ${INGOT_NVCC} ${nvcc_flags} ${CMAKE_CURRENT_SOURCE_DIR}/nbody_nvcc.cu -o ${nbody_nvcc}
  DEPENDS nbody_nvcc.cu
  COMMENT "Compiling nbody_nvcc with NVIDIA's compiler" VERBATIM)
add_custom_target(nbody_nvcc ALL DEPENDS ${nbody_nvcc})
