#include "benchmarks/bare.h"

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>

namespace bare {
namespace {

bool is_postgres(const std::string& place) { return place.rfind("postgresql://", 0) == 0; }

}  // namespace

std::unique_ptr<Store> open(const std::string& place, bool full) {
  return is_postgres(place) ? open_postgres(place) : open_sqlite(place, full);
}

std::vector<Turn> turns_in(const std::string& place) {
  return is_postgres(place) ? turns_in_postgres(place) : turns_in_sqlite(place);
}

std::string migrations_of(const std::filesystem::path& folder) {
  std::set<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(folder)) files.insert(file.path());
  std::string sql;
  for (const std::filesystem::path& file : files) {
    std::ifstream migration(file);
    sql.append(std::istreambuf_iterator<char>(migration), {});
  }
  return sql;
}

void fail(const std::string& why) {
  std::fprintf(stderr, "bare: %s\n", why.c_str());
  std::exit(1);
}

}  // namespace bare
