# The archive brings along what a Debian desktop does not have: shared libraries, Clang's headers, libclc, fonts.
set(bundle ${prefix}/${CPACK_INGOT_BUNDLE})

# Left to the system: glibc, and the C++ library, which kernels that are compiled while a program runs share with it; drivers, and
# what they, the display and sound bring, which has to fit them.
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

# The licence of each, as its Debian package has it.
list(APPEND brought ${CPACK_INGOT_CLANG_RESOURCES}/include/stddef.h ${CPACK_INGOT_LIBCLC_FOLDER}/nvptx64--.bc ${fonts})
foreach(file IN LISTS brought)
  # dpkg knows some files of /usr/lib as files of /lib, which is a link to it.
  file(REAL_PATH ${file} real)
  string(REGEX REPLACE "^/usr" "" without_usr ${real})
  execute_process(COMMAND dpkg-query --search ${real} ${without_usr} OUTPUT_VARIABLE package ERROR_QUIET)
  if(NOT package)
    message(FATAL_ERROR "${real} is of no Debian package: nobody says what its licence is")
  endif()
  string(REGEX REPLACE ":.*" "" package "${package}")
  file(REAL_PATH /usr/share/doc/${package}/copyright copyright)
  configure_file(${copyright} ${doc}/licences/${package} COPYONLY)
endforeach()
