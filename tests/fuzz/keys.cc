// Fuzz target: reads files of master keys.
#include <filesystem>

#include "parley/parley.h"
#include "tests/fuzz/target.h"

namespace parley::fuzz {
namespace {

void fuzz_keys(std::string_view input) {
  const std::string path = scratch() + "/master.keys";
  write_file(path, input);
  std::filesystem::permissions(path, std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  const auto keys = load_encryption(path);
  if (keys) (void)(*keys)->master_key((*keys)->current);
}

std::vector<std::string> key_seeds() {
  const std::string key = "MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=";
  return {"k1 " + key + "\n", "# comment\nk2 " + key + "\r\nk1\t" + key + "\n\n", "k1 " + key.substr(4) + "\n"};
}

}  // namespace

const Target kKeys{"keys", fuzz_keys, key_seeds};

}  // namespace parley::fuzz
