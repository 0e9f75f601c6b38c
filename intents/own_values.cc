// Tested by tests/intents/own_values_test.cc.
#include "intents/own_values.h"

#include <algorithm>
#include <utility>

#include "config/several_types.h"
#include "intents/words.h"

namespace parley::intents {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool has_digit(std::string_view text) { return std::any_of(text.begin(), text.end(), is_digit); }

bool is_type_of(const config::Param& param, const std::string& type) {
  const std::vector<std::string> types = config::types_in(param.type.value);
  return std::find(types.begin(), types.end(), type) != types.end();
}

std::vector<bool> takers_of(const config::BotDefinition& bot, const std::string& type) {
  std::vector<bool> takers;
  for (const config::Intent& intent : bot.intents) {
    takers.push_back(std::any_of(intent.params.begin(), intent.params.end(),
                                 [&](const config::Param& param) { return is_type_of(param, type); }));
  }
  return takers;
}

// Returns a word that no message contains.
std::string placeholder_of(const std::string& type) {
  std::string word = "x";
  for (const char c : type) {
    if ((c >= 'a' && c <= 'z') || is_digit(c)) word += c;
  }
  return word + "x";
}

// Shorter values are numbers and words that any message may contain.
bool may_be_code(std::string_view text) {
  constexpr std::size_t kShortest = 4;
  return text.size() >= kShortest && has_digit(text);
}

struct Place {
  std::size_t type = 0, begin = 0, end = 0;
};

bool is_inside(const Place& one, const Place& other) {
  return other.begin <= one.begin && one.end <= other.end && one.end - one.begin < other.end - other.begin;
}

}  // namespace

OwnValues::OwnValues(const config::BotDefinition& bot, const Types& types) {
  for (const config::Entity& entity : bot.entities) {
    const Recogniser* recogniser = types.find(entity.id.value);
    if (!recogniser || !entity.extends.value.empty()) continue;
    std::vector<bool> takers = takers_of(bot, entity.id.value);
    if (std::find(takers.begin(), takers.end(), true) == takers.end()) continue;
    std::vector<Type>* const all = !entity.patterns.empty() ? &codes_ : !entity.values.empty() ? &lists_ : nullptr;
    if (all) all->push_back({recogniser, placeholder_of(entity.id.value), std::move(takers)});
  }
}

OwnValues::Codes OwnValues::codes_in(std::string_view folded_text, const Prefilter::Passed* passed) const {
  Codes codes;
  if (codes_.empty() || !has_digit(folded_text)) return codes;
  std::vector<Place> places;
  std::vector<Found> found;
  Reading reading{folded_text};
  reading.passed = passed;
  for (std::size_t type = 0; type < codes_.size(); ++type) {
    found.clear();
    codes_[type].recogniser->find(reading, found);
    for (const Found& one : found) {
      if (may_be_code(folded_text.substr(one.begin, one.end - one.begin))) places.push_back({type, one.begin, one.end});
    }
  }
  for (const Place& place : places) {
    const bool is_part =
        std::any_of(places.begin(), places.end(), [&](const auto& other) { return is_inside(place, other); });
    if (!is_part && std::find(codes.begin(), codes.end(), place.type) == codes.end()) codes.push_back(place.type);
  }
  return codes;
}

bool OwnValues::takes(std::size_t intent, const Codes& codes) const {
  return std::any_of(codes.begin(), codes.end(), [&](std::size_t type) { return codes_[type].takers[intent]; });
}

std::string OwnValues::with_lists(std::string_view folded_text) const {
  constexpr std::size_t kFewestWords = 3;  // fewer say nothing beside the value
  if (lists_.empty()) return {};
  const Words words(folded_text);
  if (words.size() < kFewestWords) return {};
  Reading reading{folded_text};
  reading.words = &words;
  std::vector<Place> places;
  std::vector<Found> found;
  for (std::size_t type = 0; type < lists_.size(); ++type) {
    found.clear();
    lists_[type].recogniser->find(reading, found);
    for (const Found& one : found) places.push_back({type, one.begin, one.end});
  }
  std::stable_sort(places.begin(), places.end(), [](const Place& a, const Place& b) {
    return a.begin != b.begin ? a.begin < b.begin : a.end > b.end;
  });
  std::string text;
  std::size_t copied = 0;
  for (const Place& place : places) {
    if (place.begin < copied) continue;
    text.append(folded_text.substr(copied, place.begin - copied)).append(lists_[place.type].placeholder);
    copied = place.end;
  }
  if (copied == 0) return text;
  return text.append(folded_text.substr(copied));
}

}  // namespace parley::intents
