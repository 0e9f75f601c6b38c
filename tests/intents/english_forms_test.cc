// Tests the forms of English words that no ending reveals.
#include "intents/scoring/english_forms.h"

#include <string>
#include <vector>

#include <catch2/catch.hpp>

#include "intents/scoring/features.h"

namespace parley::intents::scoring {
namespace {

TEST_CASE("a contraction in plain letters is two words") {
  using Parts = std::array<std::string_view, 2>;
  struct Row {
    std::string word;
    Parts parts;
  };
  const std::vector<Row> rows = {
      {"hasnt", {"has", "not"}}, {"cant", {"can", "not"}}, {"wheres", {"where", "is"}},
      {"well", {"well", ""}},    {"its", {"its", ""}},     {"want", {"want", ""}},
  };
  for (const Row& row : rows) {
    INFO(row.word);
    CHECK(expanded(row.word) == row.parts);
  }
}

TEST_CASE("forms of a word have one stem") {
  const std::vector<std::vector<std::string>> rows = {
      {"come", "came", "coming"},           {"send", "sent", "sending"},  {"break", "broke", "broken", "breaks"},
      {"allergy", "allergies", "allergys"}, {"copy", "copies", "copied"}, {"pay", "paid"},
  };
  for (const std::vector<std::string>& forms : rows) {
    for (const std::string& form : forms) {
      INFO(form);
      CHECK(stem_of(form) == stem_of(forms.front()));
    }
  }
}

}  // namespace
}  // namespace parley::intents::scoring
