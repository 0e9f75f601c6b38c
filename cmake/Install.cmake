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
install(FILES config/intents.yaml config/bot.schema.json config/part.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/parley)
if(PARLEY_TOKENS)
  install(FILES context/tokens/tables/README.md DESTINATION ${CMAKE_INSTALL_DATADIR}/parley RENAME token-tables.md)
endif()

# CMake: find_package(parley), or find_package(parley COMPONENTS postgres http) for a program that needs them.
set(installed_components)
foreach(component IN LISTS PARLEY_COMPONENTS)
  if(PARLEY_${component})
    string(TOLOWER ${component} component)
    list(APPEND installed_components ${component})
  endif()
endforeach()
configure_file(cmake/parleyConfig.cmake.in parleyConfig.cmake @ONLY)
install(EXPORT parleyTargets NAMESPACE parley:: DESTINATION ${package_dir})
write_basic_package_version_file(parleyConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/parleyConfig.cmake ${CMAKE_CURRENT_BINARY_DIR}/parleyConfigVersion.cmake
        DESTINATION ${package_dir})

# pkg-config. A program that links the static library also links the libraries that parley uses; with the shared library
# it links only parley.
set(pc_libraries ${PARLEY_LIBRARIES})
list(REMOVE_DUPLICATES pc_libraries)
set(pc_links -pthread)
if(PARLEY_TIME_ZONES)
  set(pc_links "-ldate-tz -pthread")  # date-tz has no .pc file
endif()
list(FILTER pc_libraries EXCLUDE REGEX "::|^date-tz$")
list(TRANSFORM pc_libraries REPLACE "^(curl|pq|sodium|utf8proc|zstd)$" "lib\\1")
list(TRANSFORM pc_libraries REPLACE "^icu(i18n|uc)$" "icu-\\1")
list(JOIN pc_libraries " " pc_requires)
list(JOIN installed_components " " pc_components)
if(BUILD_SHARED_LIBS)
  set(pc_private .private)
endif()
file(RELATIVE_PATH pc_to_prefix ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig ${CMAKE_INSTALL_PREFIX})
configure_file(cmake/parley.pc.in parley.pc @ONLY)
install(FILES ${CMAKE_CURRENT_BINARY_DIR}/parley.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
