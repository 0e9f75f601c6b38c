// Tested by tests/intents/names_test.cc.
#include "intents/param_type.h"

#include <algorithm>
#include <array>

#include "base/text.h"

namespace parley::intents {
namespace {

struct Narrowing {
  std::string_view type;
  std::string_view last_words;  // last words of the id
  std::string_view narrower;
};

constexpr std::array<Narrowing, 13> kNarrowings = {{{"person_name", "first_name", "first_name"},
                                                    {"person_name", "firstname", "first_name"},
                                                    {"person_name", "given_name", "first_name"},
                                                    {"person_name", "forename", "first_name"},
                                                    {"person_name", "last_name", "last_name"},
                                                    {"person_name", "lastname", "last_name"},
                                                    {"person_name", "surname", "last_name"},
                                                    {"person_name", "family_name", "last_name"},
                                                    {"number", "people", "head_count"},
                                                    {"number", "persons", "head_count"},
                                                    {"number", "guests", "head_count"},
                                                    {"number", "party_size", "head_count"},
                                                    {"number", "head_count", "head_count"}}};

bool ends_with_words(std::string_view id, std::string_view words) {
  return id.size() >= words.size() && id.substr(id.size() - words.size()) == words &&
         (id.size() == words.size() || id[id.size() - words.size() - 1] == '_');
}

}  // namespace

std::string_view type_read_for(const config::Param& param) {
  const std::string id = base::lower_ascii(param.id.value);
  const auto narrowing = std::find_if(kNarrowings.begin(), kNarrowings.end(), [&](const Narrowing& one) {
    return param.type.value == one.type && ends_with_words(id, one.last_words);
  });
  return narrowing == kNarrowings.end() ? std::string_view(param.type.value) : narrowing->narrower;
}

}  // namespace parley::intents
