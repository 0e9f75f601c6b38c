# cmake -DFOLDER=DIR -DFILES=a;b -DOUTPUT=OUT.cc -P EmbedFiles.cmake: writes the files of a folder as arrays of bytes, for
# server/assets.h. The names in FILES are relative to FOLDER.
set(arrays "")
set(entries "")
set(number 0)
foreach(name IN LISTS FILES)
  file(READ "${FOLDER}/${name}" bytes HEX)
  string(REGEX REPLACE "(..)" "0x\\1," bytes "${bytes}")
  file(SIZE "${FOLDER}/${name}" size)
  string(APPEND arrays "const unsigned char kFile${number}[] = {${bytes}0};\n")
  string(APPEND entries "    {\"${name}\", kFile${number}, ${size}},\n")
  math(EXPR number "${number} + 1")
endforeach()
file(WRITE "${OUTPUT}" "#include \"server/assets.h\"

namespace parley::server {
namespace {
${arrays}}  // namespace

extern const EmbeddedFile kEmbeddedFiles[] = {
${entries}    {nullptr, nullptr, 0},
};

}  // namespace parley::server
")
