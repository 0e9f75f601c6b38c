#include "context/tokens/vocabulary.h"

#include <catch2/catch.hpp>

#include "context/tokens/shipped_tables.h"

using namespace parley;
using context::Vocabulary;

TEST_CASE("F55: the shipped tables have all tokens of their encodings") {
  struct Case {
    std::string_view table;
    std::size_t size;
  };
  for (const Case& c :
       {Case{context::shipped::cl100k_base(), 100'256}, Case{context::shipped::o200k_base(), 199'998}}) {
    const auto vocabulary = Vocabulary::unpack(c.table);
    REQUIRE(vocabulary);
    CHECK(vocabulary->size() == c.size);
    CHECK(vocabulary->longest() == 128);
    CHECK(vocabulary->rank_of("!") == 0U);
    CHECK(vocabulary->rank_of(" the").has_value());
    CHECK_FALSE(vocabulary->rank_of("").has_value());
    CHECK_FALSE(vocabulary->rank_of("parleyparley").has_value());
    CHECK_FALSE(vocabulary->rank_of(std::string(129, ' ')).has_value());
  }
}

TEST_CASE("F55: a damaged table is an error") {
  const std::string table(context::shipped::cl100k_base());
  const auto refused = [](const std::string& bytes) {
    const auto vocabulary = Vocabulary::unpack(bytes);
    return !vocabulary && vocabulary.error().code == ErrorCode::kInternal;
  };
  CHECK(refused(""));
  CHECK(refused("not a table"));
  CHECK(refused(table.substr(0, table.size() / 2)));
  for (std::size_t at = 5; at < table.size(); at += table.size() / 20) {
    INFO(at);
    std::string changed = table;
    changed[at] = static_cast<char>(changed[at] ^ 0x10);
    CHECK(refused(changed));
  }
}
