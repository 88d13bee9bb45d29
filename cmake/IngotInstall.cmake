# Rules for `cmake --install`: the programs and the files that they read, the host library, and the CMake package for
# find_package(Ingot).
include(CMakePackageConfigHelpers)

set(package_folder ${CMAKE_INSTALL_LIBDIR}/cmake/Ingot)
set(exported_targets ingot ingotc ingot_language ingot_files ingot_archive ingot_installation ingot_processes ingot_runtime_archive ingot_runtime)
install(TARGETS ${exported_targets} EXPORT IngotTargets)
install(DIRECTORY compute/language/include/ compute/archive/include/ compute/runtime/include/ DESTINATION ${INGOT_INSTALL_HEADERS})
install(DIRECTORY ${CMAKE_BINARY_DIR}/compute/runtime/include/ DESTINATION ${INGOT_INSTALL_HEADERS})
# Headers of samples from outside, and the files of `ingot new`.
install(DIRECTORY app_shell/sample/include/ compute/gl_sharing/include/ media/pictures/include/ ${INGOT_GENERATED_SAMPLE_HEADERS}/
  DESTINATION ${INGOT_INSTALL_HEADERS})
install(DIRECTORY app_shell/new_sample/template DESTINATION ${INGOT_INSTALL_RESOURCES}/app_shell/new_sample)
install(EXPORT IngotTargets NAMESPACE Ingot:: DESTINATION ${package_folder})

configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/IngotConfig.cmake.in ${CMAKE_BINARY_DIR}/IngotConfig.cmake
  INSTALL_DESTINATION ${package_folder})
write_basic_package_version_file(${CMAKE_BINARY_DIR}/IngotConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_BINARY_DIR}/IngotConfig.cmake ${CMAKE_BINARY_DIR}/IngotConfigVersion.cmake cmake/IngotKernels.cmake cmake/IngotOutsideSamples.cmake
  DESTINATION ${package_folder})

# The same package for the build folder: CMake finds it where PATH contains the build's folder bin, or with
# -DCMAKE_PREFIX_PATH=build/release. Static libraries name ingot_warnings, which nothing that links them uses.
export(TARGETS ${exported_targets} ingot_warnings NAMESPACE Ingot:: FILE ${CMAKE_BINARY_DIR}/IngotTargets.cmake)
foreach(file IN ITEMS IngotKernels.cmake IngotOutsideSamples.cmake)
  configure_file(${CMAKE_CURRENT_LIST_DIR}/${file} ${CMAKE_BINARY_DIR}/${file} COPYONLY)
endforeach()
# An installation has all headers in one folder, and its libraries do not name nlohmann_json, which has no code to link.
set(folders app_shell/sample/include compute/gl_sharing/include media/pictures/include compute/runtime/include compute/archive/include)
list(TRANSFORM folders PREPEND ${PROJECT_SOURCE_DIR}/)
list(APPEND folders ${INGOT_GENERATED_SAMPLE_HEADERS} ${CMAKE_BINARY_DIR}/compute/runtime/include)
file(CONFIGURE OUTPUT ${CMAKE_BINARY_DIR}/IngotBuildFolder.cmake @ONLY CONTENT
"set(INGOT_SAMPLE_HEADERS \"@folders@\")
find_dependency(nlohmann_json)
")

# Data files that presets use. Samples install their own folders (cmake/IngotSamples.cmake).
install(DIRECTORY assets/ DESTINATION ${INGOT_INSTALL_RESOURCES}/assets FILES_MATCHING PATTERN *.csv)

# Desktop menu entry, icons, shell completions, man pages and documentation.
install(FILES desktop/ingot.desktop DESTINATION ${CMAKE_INSTALL_DATADIR}/applications)
install(DIRECTORY desktop/icons/hicolor DESTINATION ${CMAKE_INSTALL_DATADIR}/icons)
install(FILES desktop/completions/ingot.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ingot)
install(FILES desktop/completions/ingot.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME ingotc)
install(FILES desktop/completions/_ingot DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${INGOT_MAN_PAGES} DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES README.md CHANGELOG.md THIRD_PARTY.md LICENSE DESTINATION ${INGOT_INSTALL_DOC})
install(DIRECTORY docs/ DESTINATION ${INGOT_INSTALL_DOC}/docs FILES_MATCHING PATTERN *.md PATTERN pictures EXCLUDE PATTERN man EXCLUDE)
