// Tested by tests/intents/untaken_values_test.cc.
#include "intents/findings/untaken_values.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "intents/context_facts.h"
#include "intents/correction.h"
#include "intents/findings/follow_ups.h"
#include "intents/findings/values.h"

namespace parley::intents {
namespace {

constexpr std::array<std::string_view, 3> kBuiltInTypes = {"email", "phone", "iban"};
constexpr std::size_t kMostTakers = 3;
constexpr double kLikelierThanTaker = 0.2;  // the message resembles an intent that does not take the value

// A value in the folded message.
struct TypedPlace {
  std::size_t type = 0;
  Found found;
};

bool shares_text(const Found& a, const Found& b) { return a.begin < b.end && b.begin < a.end; }

// "order_id" is named by "order".
std::vector<std::string> names_of_type(std::string_view id) {
  constexpr std::array<std::string_view, 6> kEmpty = {"id", "number", "no", "nr", "code", "of"};
  std::vector<std::string> names;
  std::string name;
  const auto end_name = [&] {
    if (!name.empty() && std::find(kEmpty.begin(), kEmpty.end(), name) == kEmpty.end()) names.push_back(name);
    name.clear();
  };
  for (const char c : base::lower_ascii(id)) {
    if (c == '_' || c == '-') {
      end_name();
    } else {
      name += c;
    }
  }
  end_name();
  return names;
}

bool may_have_built_in(std::string_view type, std::string_view text) {
  if (type == "email") return text.find('@') != std::string_view::npos;
  constexpr int kFewestDigits = 5;
  return std::count_if(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; }) >= kFewestDigits;
}

// Whether one of the two words before the value names its type: "order 54321", "invoice number 00108".
bool is_named(const std::vector<std::string>& names, std::string_view text, std::size_t begin) {
  const Words before(text.substr(0, begin));
  for (std::size_t i = before.size() > 2 ? before.size() - 2 : 0; i < before.size(); ++i) {
    if (std::find(names.begin(), names.end(), before.text(i, 1)) != names.end()) return true;
  }
  return false;
}

bool gives_values(Act act) {
  return act == Act::kInform || act == Act::kAffirm || act == Act::kDontKnow || is_courtesy(act);
}

bool has_rules(const config::Intent& intent) {
  return !intent.rules.empty() || !intent.sentences.empty() || !intent.examples.empty();
}

}  // namespace

std::vector<OpenType> open_types_of(const config::BotDefinition& bot, const Types& types) {
  std::vector<OpenType> all;
  const auto is_known = [&](std::string_view id) {
    return std::any_of(all.begin(), all.end(), [&](const OpenType& type) { return type.id == id; });
  };
  for (const config::Intent& intent : bot.intents) {
    for (const config::Param& param : intent.params) {
      const std::string_view id = param.type.value;
      const config::Entity* entity = bot.find_entity(id);
      const bool is_own =
          entity && (!entity->patterns.empty() || (!entity->values.empty() && entity->extends.value.empty()));
      const bool is_built_in = std::find(kBuiltInTypes.begin(), kBuiltInTypes.end(), id) != kBuiltInTypes.end();
      const Recogniser* recogniser = is_own || is_built_in ? types.find(id) : nullptr;
      if (!param.required || !recogniser || recogniser->only_when_asked() || is_known(id)) continue;
      all.push_back({id, recogniser, is_own, is_own && entity->patterns.empty(), names_of_type(id)});
    }
  }
  return all;
}

std::vector<UntakenValue> find_untaken(const Dialog& dialog, const Message& message, const MessageReading& reading) {
  std::vector<UntakenValue> untaken;
  if (!gives_values(reading.reply.act)) return untaken;
  const bool requests = reading.request_now() || reading.has_request(acts::Request::Role::kNext);
  const std::string_view text = message.text.text();
  std::vector<TypedPlace> places;
  for (std::size_t i = 0; i < dialog.bot.open_types.size(); ++i) {
    const OpenType& type = dialog.bot.open_types[i];
    // A word of a list may also name an intent.
    if (type.is_list && requests) continue;
    if (!type.is_declared && !may_have_built_in(type.id, text)) continue;
    if (!type.recogniser->may_find(message.passed)) continue;
    std::vector<Found> found;
    Reading input{text, dialog.now(), false};
    input.for_param = true;
    input.as_spelled = true;
    input.passed = &message.passed;
    input.words = &message.words;
    type.recogniser->find(input, found);
    for (Found& one : found) places.push_back({i, std::move(one)});
  }
  if (places.empty()) return untaken;
  const bool may_negate = corrections().may_negate(text);
  const auto is_left = [&](const TypedPlace& place) {
    const Span span = message.text.original_span(place.found.begin, place.found.end);
    bool is_taken = false;
    for_each_list(reading, [&](const std::vector<ParamValue>& values) {
      is_taken = is_taken || std::any_of(values.begin(), values.end(), [&](const ParamValue& value) {
                   return value.span.begin < span.end && span.begin < value.span.end;
                 });
    });
    return !is_taken && !(may_negate && (message.polarity().negates(place.found.begin) ||
                                         message.polarity().refuses(place.found.begin) ||
                                         corrections().is_old_value(text, place.found.begin)));
  };
  const auto named = [&](const TypedPlace& place) {
    return is_named(dialog.bot.open_types[place.type].names, text, place.found.begin);
  };
  const auto is_beaten = [&](const TypedPlace& place) {
    const std::size_t length = place.found.end - place.found.begin;
    return std::any_of(places.begin(), places.end(), [&](const TypedPlace& other) {
      if (other.type == place.type || !shares_text(other.found, place.found)) return false;
      const std::size_t other_length = other.found.end - other.found.begin;
      return other_length > length || (other_length == length && named(other) && !named(place));
    });
  };
  for (const TypedPlace& place : places) {
    if (!is_left(place) || is_beaten(place)) continue;
    untaken.push_back({std::string(dialog.bot.open_types[place.type].id), place.found.value,
                       message.text.original_span(place.found.begin, place.found.end)});
  }
  return untaken;
}

std::vector<acts::Request> find_takers(const Dialog& dialog, const Message& message, const MessageReading& reading) {
  const std::vector<UntakenValue>& values = reading.untaken;
  const bool names_nothing = !reading.names_intent() && reading.inquiries.empty() && !reading.follow_up;
  const bool is_free = dialog.open < 0 && reading.reply.act == Act::kInform && !reading.choice;
  if (!names_nothing || !is_free || !reading.elsewhere.empty() || values.empty()) return {};
  std::vector<ParamValue> said;
  for (const UntakenValue& value : values) said.emplace_back().span = value.span;
  const bool is_bare = says_only_values(message, said);
  const auto is_needed = [&](const config::Param& param) {
    const bool shows_its_type =
        dialog.bot.types.has_patterns(param.type.value) || (is_bare && dialog.bot.types.is_declared(param.type.value));
    return param.required && !param.ask.empty() && shows_its_type &&
           std::any_of(values.begin(), values.end(),
                       [&](const UntakenValue& value) { return value.type == param.type.value; });
  };
  std::vector<std::pair<double, std::size_t>> likely;
  for (std::size_t i = 0; i < dialog.bot.definition.intents.size(); ++i) {
    const config::Intent& intent = dialog.bot.definition.intents[i];
    const bool takes = has_rules(intent) && std::any_of(intent.params.begin(), intent.params.end(), is_needed);
    if (takes && holds(intent.when, facts_of(dialog.context))) likely.emplace_back(0, i);
  }
  const bool says_only_code = is_bare && std::all_of(values.begin(), values.end(), [&](const UntakenValue& value) {
                                return dialog.bot.types.has_patterns(value.type);
                              });
  if (likely.empty()) return {};
  // A code alone resembles no example, so the order of the file decides.
  const auto estimates = says_only_code ? std::vector<ExampleClassifier::Estimate>()
                                        : dialog.bot.matchers.likeness.estimates(message.words, message.text.text());
  for (const auto& estimate : estimates) {
    const auto taker =
        std::find_if(likely.begin(), likely.end(), [&](const auto& one) { return one.second == estimate.intent; });
    if (taker != likely.end()) {
      taker->first = estimate.confidence;
    } else if (estimate.shares_topic && estimate.confidence >= kLikelierThanTaker) {
      likely.emplace_back(estimate.confidence, estimate.intent);
    }
  }
  std::stable_sort(likely.begin(), likely.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  if (likely.size() > kMostTakers) likely.resize(kMostTakers);
  std::vector<acts::Request> takers;
  for (const auto& [confidence, intent] : likely) {
    takers.push_back({acts::Request::Role::kTakesValue, {}, {}});
    FurtherIntent& taker = takers.back().wanted;
    taker.candidate.intent = dialog.bot.definition.intents[intent].id.value;
    taker.candidate.confidence = confidence;
    Extraction extraction = extract_params(dialog, static_cast<int>(intent), message, nullptr);
    std::erase_if(extraction.values, [](const ParamValue& value) { return value.whole_message; });
    taker.params = std::move(extraction.values);
    taker.ambiguous = std::move(extraction.ambiguous);
    taker.others = std::move(extraction.others);
  }
  return takers;
}

}  // namespace parley::intents
