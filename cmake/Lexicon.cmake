# The words of each language: files that a program of the build makes constant tables of. docs/lexicon.md describes them.

add_executable(parley_lexicon cmake/lexicon/main.cc cmake/lexicon/lexicon_file.cc cmake/lexicon/phrases.cc
                              cmake/lexicon/tables.cc)
target_compile_features(parley_lexicon PRIVATE cxx_std_20)
target_include_directories(parley_lexicon PRIVATE ${PROJECT_SOURCE_DIR})
parley_unity(parley_lexicon)
target_compile_options(parley_lexicon PRIVATE -Wall -Wextra -Wpedantic $<$<BOOL:${PARLEY_WERROR}>:-Werror>)

# Makes "ROOM/lexicon.h" of the files ROOM/lexicon/LANGUAGE/SUBJECT.lex.
function(parley_lexicon_of room)
  file(GLOB files CONFIGURE_DEPENDS lexicon/*/*.lex)
  set(folder ${PROJECT_BINARY_DIR}/lexicon)
  set(output ${folder}/${room}/lexicon)
  file(MAKE_DIRECTORY ${folder}/${room})
  add_custom_command(
    OUTPUT ${output}.h ${output}.cc
    COMMAND parley_lexicon ${room} ${output} ${files}
    DEPENDS parley_lexicon ${files}
    COMMENT "Compiling the lexicon of ${room}"
    VERBATIM)
  target_sources(parley_${room} PRIVATE ${output}.h ${output}.cc)
  target_include_directories(parley_${room} PRIVATE ${folder})
endfunction()
