// estimate: for every line of standard input, what estimate_tokens says of it. scripts/check_tokens sets this against
// real tokenizers.
#include <iostream>
#include <string>

#include "parley/tokens.h"

int main() {
  for (std::string line; std::getline(std::cin, line);) std::cout << parley::estimate_tokens(line) << '\n';
}
