// detect [TYPE...]: reads one JSON string per line of standard input and prints the spans that the detectors find, as
// `type begin end` separated by tabs. Offsets are bytes from 0. Without TYPE, runs all detectors.
// scripts/check_detectors compares the output with labelled texts.
#include <iostream>
#include <string>

#include "parley/value.h"
#include "privacy/detectors.h"

int main(int argc, char** argv) {
  using namespace parley;
  privacy::PrivateTypes types;
  for (int i = 1; i < argc; ++i) {
    const auto type = privacy::private_type(argv[i]);
    if (!type) return std::cerr << argv[i] << " is no type\n", 2;
    types.add(*type);
  }
  if (types.is_empty()) types = privacy::PrivateTypes::all();
  for (std::string line; std::getline(std::cin, line);) {
    const auto text = Value::parse(line);
    if (!text || !text->if_string()) return std::cerr << "no JSON string: " << line << '\n', 2;
    const char* separator = "";
    for (const privacy::Detected& one : privacy::detect(*text->if_string(), types)) {
      std::cout << separator << privacy::to_string(one.type) << ' ' << one.span.begin << ' ' << one.span.end;
      separator = "\t";
    }
    std::cout << '\n';
  }
}
