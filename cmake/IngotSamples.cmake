# ingot_add_sample(NAME TITLE text SUMMARY text SOURCES file… [KERNELS file…] [LIBRARIES target…] [LIBRARY_KERNELS folder])
#
# Makes the sample in this folder part of the shell. One of its sources defines `std::unique_ptr<ingot::sample> create_NAME()` in
# namespace ingot::samples; a file presets.json beside it is found by itself.
# A sample that shows kernels of a library names the folder that they are in, so that they are shown and can be edited.
function(ingot_add_sample name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "TITLE;SUMMARY;LIBRARY_KERNELS" "SOURCES;KERNELS;LIBRARIES")
  foreach(required TITLE SUMMARY SOURCES)
    if(NOT arg_${required})
      message(FATAL_ERROR "ingot_add_sample(${name}): ${required} is missing")
    endif()
  endforeach()
  set(target ingot_sample_${name})
  add_library(${target} STATIC ${arg_SOURCES})
  target_link_libraries(${target} PUBLIC Ingot::sample PRIVATE ingot_warnings ${arg_LIBRARIES})
  target_include_directories(${target} PUBLIC ${CMAKE_CURRENT_SOURCE_DIR})
  ingot_reuse_headers(${target} ingot_sample)
  if(arg_KERNELS)
    ingot_add_kernels(${target} ${arg_KERNELS})
  endif()
  set_property(GLOBAL APPEND PROPERTY INGOT_SAMPLES ${name})
  set_property(GLOBAL PROPERTY INGOT_SAMPLE_${name}_TITLE "${arg_TITLE}")
  set_property(GLOBAL PROPERTY INGOT_SAMPLE_${name}_SUMMARY "${arg_SUMMARY}")
  set_property(GLOBAL PROPERTY INGOT_SAMPLE_${name}_FOLDER "${CMAKE_CURRENT_SOURCE_DIR}")
  set_property(GLOBAL PROPERTY INGOT_SAMPLE_${name}_LIBRARY_KERNELS "${arg_LIBRARY_KERNELS}")

  # What the shell reads while it runs: presets, cases and goldens, the browser's picture, kernels and the headers beside them.
  foreach(folder IN ITEMS ${CMAKE_CURRENT_SOURCE_DIR} ${arg_LIBRARY_KERNELS})
    ingot_resource_name(${folder} place)
    install(DIRECTORY ${folder}/ DESTINATION ${INGOT_INSTALL_RESOURCES}/${place}
      FILES_MATCHING PATTERN include EXCLUDE PATTERN *.json PATTERN *.png PATTERN *.state PATTERN *.hpp PATTERN *.kernels.cpp)
  endforeach()
endfunction()

# A folder's name among the resources, in the sources as in an installed tree: samples/nbody.
function(ingot_resource_name folder variable)
  cmake_path(IS_PREFIX PROJECT_SOURCE_DIR ${folder} NORMALIZE is_inside)
  if(NOT is_inside)
    message(FATAL_ERROR "${folder} lies outside of ${PROJECT_SOURCE_DIR}: what a sample reads is found from there")
  endif()
  cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE name)
  set(${variable} ${name} PARENT_SCOPE)
endfunction()

# Writes the body of ingot::all_samples() into TARGET and links all samples.
function(ingot_link_samples target)
  get_property(names GLOBAL PROPERTY INGOT_SAMPLES)
  set(declarations "")
  set(entries "")
  foreach(name IN LISTS names)
    get_property(title GLOBAL PROPERTY INGOT_SAMPLE_${name}_TITLE)
    get_property(summary GLOBAL PROPERTY INGOT_SAMPLE_${name}_SUMMARY)
    get_property(folder GLOBAL PROPERTY INGOT_SAMPLE_${name}_FOLDER)
    get_property(library_kernels GLOBAL PROPERTY INGOT_SAMPLE_${name}_LIBRARY_KERNELS)
    ingot_resource_name(${folder} place)
    set(presets "{}")
    if(EXISTS ${folder}/presets.json)
      set(presets "resources / \"${place}/presets.json\"")
    endif()
    set(kernels "{}")
    if(library_kernels)
      ingot_resource_name(${library_kernels} kernels)
      set(kernels "resources / \"${kernels}\"")
    endif()
    string(APPEND declarations "std::unique_ptr<sample> create_${name}();\n")
    string(APPEND entries "        {\"${name}\", R\"ingot(${title})ingot\", R\"ingot(${summary})ingot\", ${presets}, &samples::create_${name}, resources / \"${place}\", ${kernels}},\n")
    target_link_libraries(${target} PRIVATE ingot_sample_${name})
  endforeach()
  file(CONFIGURE OUTPUT ${CMAKE_CURRENT_BINARY_DIR}/all_samples.cpp @ONLY CONTENT
"// Made by ingot_link_samples() from every ingot_add_sample(); do not edit.
#include <ingot/installation/installation.hpp>
#include <ingot/sample/sample.hpp>

namespace ingot {
namespace samples {
@declarations@}

std::vector<sample_description> all_samples() {
    const std::filesystem::path& resources = installation::own_tree().resources;
    return {
@entries@    };
}

}  // namespace ingot
")
  target_sources(${target} PRIVATE ${CMAKE_CURRENT_BINARY_DIR}/all_samples.cpp)
  target_link_libraries(${target} PRIVATE Ingot::installation)
endfunction()
