# Writes a header with a hash of all headers that a sample can include, relative to their include folders.
#
#   cmake -DOUTPUT=interface_hash.hpp -DVERSION=0.2.0 -DFOLDERS=folder|folder… -P write_interface_hash.cmake
string(REPLACE "|" ";" FOLDERS "${FOLDERS}")
set(all "")
foreach(folder IN LISTS FOLDERS)
  file(GLOB_RECURSE headers RELATIVE ${folder} ${folder}/*.hpp)
  list(SORT headers)
  foreach(header IN LISTS headers)
    file(SHA256 ${folder}/${header} hash)
    string(APPEND all "${header} ${hash}\n")
  endforeach()
endforeach()
string(SHA256 hash "${all}")
string(SUBSTRING ${hash} 0 16 hash)
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT
"// Written by the build of Ingot; do not edit.
#pragma once

namespace ingot {

/// Identifies the contents of Ingot's headers.
inline constexpr const char* sample_interface_hash = \"@hash@\";
/// The version of Ingot.
inline constexpr const char* sample_interface_version = \"@VERSION@\";

}  // namespace ingot
")
