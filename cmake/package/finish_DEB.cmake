# Adds the files that Debian's policy requires, and the exceptions for lintian, Debian's package checker.
file(REMOVE ${doc}/LICENSE)  # the file `copyright` contains it
configure_file(${CPACK_INGOT_SOURCE_DIR}/cmake/package/copyright ${doc}/copyright COPYONLY)
file(RENAME ${doc}/CHANGELOG.md ${doc}/changelog)

# The Debian changelog gets the date of this version's entry in CHANGELOG.md.
file(STRINGS ${CPACK_INGOT_SOURCE_DIR}/CHANGELOG.md entry REGEX "^## ${CPACK_PACKAGE_VERSION} ")
if(NOT entry MATCHES "[0-9]+-[0-9]+-[0-9]+")
  message(FATAL_ERROR "CHANGELOG.md has no line '## ${CPACK_PACKAGE_VERSION} (YEAR-MONTH-DAY)'; add one")
endif()
execute_process(COMMAND date --utc --rfc-email --date=${CMAKE_MATCH_0} OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE
                COMMAND_ERROR_IS_FATAL ANY)
configure_file(${CPACK_INGOT_SOURCE_DIR}/cmake/package/changelog.Debian.in ${doc}/changelog.Debian @ONLY)
run(gzip -9nf ${doc}/changelog ${doc}/changelog.Debian)

configure_file(${CPACK_INGOT_SOURCE_DIR}/cmake/package/lintian-overrides ${prefix}/share/lintian/overrides/ingot COPYONLY)
