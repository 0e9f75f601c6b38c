# Installs the library and its headers, the files with which CMake and pkg-config find them, and the command. share/parley
# gets the shipped bot, the schema of bot files, and the licence of the token tables in the library.

include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/parley)

install(TARGETS parley EXPORT parleyTargets)
install(DIRECTORY include/parley TYPE INCLUDE)
if(TARGET parley_command)
  file(RELATIVE_PATH bin_to_lib ${CMAKE_INSTALL_FULL_BINDIR} ${CMAKE_INSTALL_FULL_LIBDIR})
  set_target_properties(parley_command PROPERTIES INSTALL_RPATH $<$<BOOL:${BUILD_SHARED_LIBS}>:$ORIGIN/${bin_to_lib}>)
  install(TARGETS parley_command)
endif()
install(FILES config/intents.yaml config/bot.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/parley)
install(FILES context/tokens/tables/README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/parley RENAME token-tables.md)

# CMake: find_package(parley).
install(EXPORT parleyTargets NAMESPACE parley:: DESTINATION ${package_dir})
write_basic_package_version_file(parleyConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES cmake/parleyConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/parleyConfigVersion.cmake
        DESTINATION ${package_dir})

# pkg-config. A program that links the static library also links the libraries that parley uses; with the shared library
# it links only parley.
set(pc_libraries ${PARLEY_LIBRARIES})
list(FILTER pc_libraries EXCLUDE REGEX "::|^date-tz$")  # date-tz has no .pc file; parley.pc.in names it
list(TRANSFORM pc_libraries REPLACE "^(curl|pq|sodium|utf8proc|zstd)$" "lib\\1")
list(TRANSFORM pc_libraries REPLACE "^icu(i18n|uc)$" "icu-\\1")
list(JOIN pc_libraries " " pc_requires)
if(BUILD_SHARED_LIBS)
  set(pc_private .private)
endif()
file(RELATIVE_PATH pc_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/parley.pc.in parley.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/parley.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
