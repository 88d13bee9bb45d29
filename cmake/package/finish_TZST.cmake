# Adds to the archive the third-party files that a Debian desktop does not have: shared libraries, Clang's headers, libclc,
# fonts.
set(bundle ${prefix}/${CPACK_INGOT_BUNDLE})

# These libraries are not copied, so that the programs use those of the system: glibc; the C++ library, which a program
# shares with kernels that are compiled while it runs; drivers; and libraries for drivers, display and sound, whose versions
# must match the system's drivers and servers.
set(of_system
  "^ld-linux" "^lib(c|m|dl|pthread|rt)\\.so" "^lib(stdc\\+\\+|gcc_s)\\.so" "^libz\\.so"
  "^lib(GL|EGL|GLX|OpenGL|GLdispatch|OpenCL|cuda|drm|gbm)\\.so"
  "^libX(11|11-xcb|ext|cursor|i|fixes|randr|render|au|dmcp)\\.so" "^libxcb" "^libwayland-" "^libxkbcommon\\.so"
  "^lib(asound|pulse|dbus-1|systemd)\\.so")
file(GET_RUNTIME_DEPENDENCIES EXECUTABLES ${prefix}/bin/ingot ${prefix}/bin/ingotc
  RESOLVED_DEPENDENCIES_VAR libraries PRE_EXCLUDE_REGEXES ${of_system})
set(brought ${libraries})
foreach(library IN LISTS libraries)
  file(COPY ${library} DESTINATION ${bundle} FOLLOW_SYMLINK_CHAIN)
endforeach()
file(GLOB copies ${bundle}/*.so*)
foreach(copy IN LISTS copies)
  if(NOT IS_SYMLINK ${copy})
    run(patchelf --set-rpath $ORIGIN ${copy})
  endif()
endforeach()
run(patchelf --set-rpath $ORIGIN/../${CPACK_INGOT_BUNDLE} ${prefix}/bin/ingot ${prefix}/bin/ingotc)

file(COPY ${CPACK_INGOT_CLANG_RESOURCES}/include DESTINATION ${bundle}/clang)
file(COPY ${CPACK_INGOT_LIBCLC_FOLDER}/nvptx64--.bc DESTINATION ${bundle}/clc)
set(fonts /usr/share/fonts/opentype/inter/Inter-Regular.otf /usr/share/fonts/opentype/inter/Inter-SemiBold.otf
  /usr/share/fonts/truetype/jetbrains-mono/JetBrainsMono-Regular.ttf)
file(COPY ${fonts} DESTINATION ${bundle}/fonts)

# Copy the licence of each file from the Debian package that contains the file.
list(APPEND brought ${CPACK_INGOT_CLANG_RESOURCES}/include/stddef.h ${CPACK_INGOT_LIBCLC_FOLDER}/nvptx64--.bc ${fonts})
foreach(file IN LISTS brought)
  # For some files in /usr/lib, dpkg has recorded a path in /lib, which is a link to /usr/lib.
  file(REAL_PATH ${file} real)
  string(REGEX REPLACE "^/usr" "" without_usr ${real})
  execute_process(COMMAND dpkg-query --search ${real} ${without_usr} OUTPUT_VARIABLE package ERROR_QUIET)
  if(NOT package)
    message(FATAL_ERROR "${real} belongs to no Debian package, so its licence is unknown; install it from a package")
  endif()
  string(REGEX REPLACE ":.*" "" package "${package}")
  file(REAL_PATH /usr/share/doc/${package}/copyright copyright)
  configure_file(${copyright} ${doc}/licences/${package} COPYONLY)
endforeach()
