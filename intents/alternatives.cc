// Tested by tests/intents/ambiguity_test.cc.
#include "intents/alternatives.h"

#include <algorithm>
#include <string>

#include "base/boundaries.h"
#include "intents/entities/numbers.h"
#include "intents/pattern.h"

namespace parley::intents {
namespace {

// The patterns do not depend on a type, so they are compiled once.
struct AlternativePatterns {
  Pattern alternative{
      "^ *,? *(?:/|or)(?: (?:maybe|perhaps|possibly|even|rather|on|at|in|for|the|a|an|to|with|next|this))* *$"};
  Pattern listed{"^ *(?:,|&|and|,? *and)(?: (?:the|a|an|my|our|on|at|in|for|also))* *$"};
  Pattern number_before{"([a-z0-9]+)(?: or | ?/ ?)$"};
};

const AlternativePatterns& joints() {
  static const AlternativePatterns patterns;
  return patterns;
}

}  // namespace

bool are_alternatives(std::string_view between, bool is_declared) {
  return joints().alternative.occurs_in(between) || (is_declared && joints().listed.occurs_in(between));
}

bool are_listed(std::string_view between) { return joints().listed.occurs_in(between); }

void find_alternatives(const Recogniser& type, const Reading& reading, std::vector<Found>& found) {
  constexpr std::size_t kReach = 24;  // bytes: a number and the joint
  const std::size_t count = found.size();
  if (count == 0 ||
      (reading.text.find(" or ") == std::string_view::npos && reading.text.find('/') == std::string_view::npos)) {
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t begin = found[i].begin, end = found[i].end;
    const auto number = read_number(reading.text, begin);
    if (!number || number->end >= end) continue;
    const std::size_t from = begin - std::min(begin, kReach);
    Pattern::Groups groups;
    if (!joints().number_before.find(reading.text.substr(from, begin - from), 0, groups)) continue;
    const auto place = static_cast<std::size_t>(groups[1].data() - reading.text.data());
    const auto other = read_number(reading.text, place);
    if (base::letter_before(reading.text, place) || !other || other->end != place + groups[1].size()) continue;
    const std::string composed = std::string(groups[1]).append(reading.text.substr(number->end, end - number->end));
    Reading alone = reading;
    alone.text = composed;
    alone.asked = true;
    std::vector<Found> read;
    type.find(alone, read);
    const bool is_taken = std::any_of(found.begin(), found.end(),
                                      [&](const Found& one) { return one.begin <= place && place < one.end; });
    if (is_taken || read.size() != 1 || read[0].begin != 0 || read[0].end != composed.size()) continue;
    found.push_back({std::move(read[0].value), place, place + groups[1].size()});
  }
  if (found.size() == count) return;
  std::sort(found.begin(), found.end(), [](const Found& a, const Found& b) { return a.begin < b.begin; });
}

}  // namespace parley::intents
