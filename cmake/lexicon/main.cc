// parley_lexicon ROOM OUTPUT FILE.lex...: writes the lexicon of a room to OUTPUT.h and OUTPUT.cc. CMake runs it during
// a build (cmake/Lexicon.cmake). It prints each error as FILE:LINE and writes nothing if there is one.
#include <algorithm>
#include <fstream>
#include <iostream>
#include <sstream>

#include "cmake/lexicon/lexicon_file.h"
#include "cmake/lexicon/tables.h"

namespace {

using parley::lexicon::Problem;

bool read(const std::string& path, std::string& text) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream all;
  all << file.rdbuf();
  text = all.str();
  return file.good();
}

bool write(const std::string& path, const std::string& text) {
  std::string old;
  if (read(path, old) && old == text) return true;  // nothing is compiled again
  std::ofstream file(path, std::ios::binary);
  file << text << std::flush;
  if (!file.good()) std::cerr << path << ": error: cannot write the file\n";
  return file.good();
}

// A section with an error is reported once, although others may refer to it.
void print(const parley::lexicon::Problems& problems) {
  std::vector<std::string> printed;
  for (const Problem& problem : problems) {
    std::string text = text_of(problem);
    if (std::find(printed.begin(), printed.end(), text) != printed.end()) continue;
    std::cerr << text << '\n';
    printed.push_back(std::move(text));
  }
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() < 3) {
    std::cerr << "usage: parley_lexicon ROOM OUTPUT FILE.lex...\n";
    return 2;
  }
  parley::lexicon::Problems problems;
  std::vector<parley::lexicon::File> files;
  for (std::size_t i = 2; i < arguments.size(); ++i) {
    std::string text;
    if (!read(arguments[i], text)) problems.push_back({arguments[i], 0, "cannot read the file, or it is empty"});
    files.push_back(parley::lexicon::read_file(arguments[i], text, problems));
  }
  const parley::lexicon::Tables tables = parley::lexicon::tables_of(arguments[0], files, problems);
  print(problems);
  if (!problems.empty()) return 1;
  return write(arguments[1] + ".h", tables.header) && write(arguments[1] + ".cc", tables.source) ? 0 : 1;
}
