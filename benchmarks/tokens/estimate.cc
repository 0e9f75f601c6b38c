// estimate: prints the result of estimate_tokens for each line of standard input. scripts/check_tokens compares the
// output with real tokenizers.
#include <iostream>
#include <string>

#include "parley/tokens.h"

int main() {
  for (std::string line; std::getline(std::cin, line);) std::cout << parley::estimate_tokens(line) << '\n';
}
