# parley_room(NAME [USES rooms...] [LIBRARIES libs...]) defines a room: one top-level folder, compiled to an object library.
# USES and LIBRARIES are private: a room can use only the rooms and libraries that it names itself.

find_package(Threads REQUIRED)

add_library(parley_flags INTERFACE)
target_compile_options(parley_flags INTERFACE -Wall -Wextra -Wpedantic $<$<BOOL:${PARLEY_WERROR}>:-Werror>)
# g++ 12 falsely warns of an overlap in every optimised "text" + std::string (GCC bug 105651).
target_compile_options(parley_flags INTERFACE $<$<AND:$<CXX_COMPILER_ID:GNU>,$<CONFIG:Release>>:-Wno-restrict>)
if(PARLEY_SANITIZE)
  target_compile_options(parley_flags INTERFACE -fsanitize=${PARLEY_SANITIZE} -fno-omit-frame-pointer
                                                -fno-sanitize-recover=all)
  target_link_options(parley_flags INTERFACE -fsanitize=${PARLEY_SANITIZE})
endif()

# mold links a test program in a fraction of the time. Release builds use the system's linker.
find_program(PARLEY_MOLD mold)
mark_as_advanced(PARLEY_MOLD)
if(PARLEY_MOLD)
  target_link_options(parley_flags INTERFACE $<$<CONFIG:Debug>:-fuse-ld=mold>)
endif()

if(PARLEY_FUZZ)
  target_compile_options(parley_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()

# The third-party libraries of all rooms. The library parley links them.
set_property(GLOBAL PROPERTY PARLEY_LIBRARIES Threads::Threads)

# Precompiles headers for clang, which take more than half of its time. g++ compiles without them, to find missing
# includes; also, with them g++ 12 falsely warns of writes beyond strings.
function(parley_precompile target)
  if(CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
    target_precompile_headers(${target} ${ARGN})
  endif()
endfunction()

# Joins the sources of a target to a few translation units, because most of the time of a file goes into its headers. The
# files of a target therefore share one anonymous namespace.
function(parley_unity target)
  set_target_properties(${target} PROPERTIES UNITY_BUILD ${PARLEY_UNITY} UNITY_BUILD_BATCH_SIZE 20)
endfunction()

function(parley_room name)
  # Some rooms are components as a whole. A build without the component has no such room.
  string(TOUPPER PARLEY_${name} option)
  if(name MATCHES "^(importers|fixtures|report|audit)$" AND NOT ${option})
    return()
  endif()
  cmake_parse_arguments(room "" "" "USES;LIBRARIES" ${ARGN})
  file(GLOB sources CONFIGURE_DEPENDS *.cc)
  add_library(parley_${name} OBJECT ${sources})
  target_compile_features(parley_${name} PUBLIC cxx_std_20)
  target_include_directories(parley_${name} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(parley_${name} PRIVATE parley_flags Threads::Threads)
  if(TARGET parley_base AND NOT name STREQUAL base)
    parley_precompile(parley_${name} REUSE_FROM parley_base)
  else()
    parley_precompile(parley_${name} PRIVATE <algorithm> <functional> <map> <memory> <optional> <string> <string_view>
                      <variant> <vector>)
  endif()
  set_target_properties(parley_${name} PROPERTIES
                        POSITION_INDEPENDENT_CODE ON PARLEY_USES "${room_USES}" PARLEY_LIBRARIES "${room_LIBRARIES}")
  parley_unity(parley_${name})
  set_property(GLOBAL APPEND PROPERTY PARLEY_LIBRARIES ${room_LIBRARIES})
  set_property(GLOBAL APPEND PROPERTY PARLEY_ROOMS ${name})
endfunction()

# parley_component(ROOM OPTION [SOURCES patterns...] [ABSENT files...] [LIBRARIES libs...]): the part of a room that is a
# component (cmake/Components.cmake). Without the component, the ABSENT files take the place of the SOURCES.
function(parley_component room option)
  cmake_parse_arguments(component "" "" "SOURCES;ABSENT;LIBRARIES" ${ARGN})
  set(target parley_${room})
  file(GLOB files CONFIGURE_DEPENDS ${component_SOURCES})
  get_target_property(sources ${target} SOURCES)
  list(REMOVE_ITEM sources ${files})
  if(${option})
    list(APPEND sources ${files})
    set_property(TARGET ${target} APPEND PROPERTY PARLEY_LIBRARIES ${component_LIBRARIES})
    set_property(GLOBAL APPEND PROPERTY PARLEY_LIBRARIES ${component_LIBRARIES})
  else()
    list(APPEND sources ${component_ABSENT})
  endif()
  set_target_properties(${target} PROPERTIES SOURCES "${sources}")
endfunction()

# Links the objects of the given rooms, and their libraries, into a target. The target links no other rooms. So linking
# fails if one of these rooms uses a room that is not given.
function(parley_link_rooms target)
  foreach(room IN LISTS ARGN)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:parley_${room}>)
    get_target_property(libraries parley_${room} PARLEY_LIBRARIES)
    if(libraries)
      target_link_libraries(${target} PRIVATE ${libraries})
    endif()
  endforeach()
  target_include_directories(${target} PRIVATE ${PROJECT_SOURCE_DIR} ${PROJECT_SOURCE_DIR}/include)
  target_link_libraries(${target} PRIVATE parley_flags Threads::Threads)
  target_compile_features(${target} PRIVATE cxx_std_20)
endfunction()
