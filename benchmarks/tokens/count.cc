// count ENCODING: reads one JSON string per line of standard input and prints its count by create_token_counter.
// scripts/token_tables compares the output with tiktoken.
#include <iostream>
#include <string>

#include "parley/tokens.h"
#include "parley/value.h"

int main(int argc, char** argv) {
  const auto encoding = parley::parse_encoding(argc == 2 ? argv[1] : "");
  const auto counter = encoding ? parley::create_token_counter(*encoding) : parley::TokenCounter();
  if (!encoding || !counter) return std::cerr << "count cl100k_base|o200k_base\n", 2;
  for (std::string line; std::getline(std::cin, line);) {
    const auto text = parley::Value::parse(line);
    if (!text || !text->if_string()) return std::cerr << "not a JSON string: " << line << '\n', 1;
    std::cout << (*counter)(*text->if_string()) << '\n';
  }
}
