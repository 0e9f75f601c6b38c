#include "intents/extraction/slots.h"

#include <algorithm>

#include "base/boundaries.h"
#include "base/fold.h"
#include "base/time.h"
#include "config/several_types.h"
#include "intents/condition.h"
#include "intents/entities/matches.h"
#include "intents/entities/spoken_digits.h"
#include "intents/param_type.h"

namespace parley::intents::extraction {
namespace {

// Whether a question for the param is about something that fails: "What does not work?".
bool asks_what_fails(const config::Param& param) {
  static const Pattern kFails(
      "\\b(?:not|fail(?:s|ed)?|wrong|broken|missing|down|problem|trouble|fault|issue|lack)\\b|n't",
      Pattern::Case::kCounts);
  bool fails = false;
  for (const config::TextVariants& ask : param.ask) {
    config::for_each_variant(
        ask, [&](const config::Template& text) { fails = fails || kFails.occurs_in(base::fold(text.source)); });
  }
  return fails;
}

Slot slot_for(const config::Param& param, const Types& types, config::Diagnostics& findings) {
  Slot slot;
  slot.param = &param;
  slot.type_name = type_read_for(param);
  slot.type = types.find(slot.type_name);
  slot.whole = slot.type && !slot.type->whole().empty() ? slot.type->whole() : slot.type_name;
  slot.is_declared_type = types.is_declared(param.type.value);
  slot.is_value_list = types.is_value_list(param.type.value);
  slot.is_identifier = !param.list && types.has_patterns(param.type.value);
  slot.asks_what_fails = asks_what_fails(param);
  for (const config::Text& regex : param.mapping) {
    auto pattern = compile_pattern(regex, findings);
    if (!pattern) continue;
    const int number = types.prefilter().share(required_literals(pattern->regex()), Prefilter::Text::kFolded);
    slot.hints.push_back({std::move(*pattern), number});
  }
  return slot;
}

void compare_with_siblings(Slot& slot, const std::vector<Slot>& all) {
  for (const Slot& other : all) {
    if (other.type_name != slot.type_name) continue;
    slot.shares_type = slot.shares_type || &other != &slot;
    slot.siblings_asked += other.is_asked_for() ? 1 : 0;
    slot.siblings_have_conditions = slot.siblings_have_conditions || other.param->when;
  }
}

}  // namespace

ParamSlots::ParamSlots(const config::Intent& intent, const Types& types, config::Diagnostics& findings)
    : vocabulary(types.vocabulary()),
      naming(intent, types.prefilter()),
      needs(corrections().add_to(types.prefilter())),
      is_english(types.is_english()) {
  for (const config::Param& param : intent.params) {
    all.push_back(slot_for(param, types, findings));
    has_lists = has_lists || param.list;
  }
  for (const std::string_view type : types.with_patterns()) {
    const bool is_own = std::any_of(all.begin(), all.end(), [&](const Slot& slot) { return slot.type_name == type; });
    const Recogniser* recogniser = is_own ? nullptr : types.find(type);
    if (recogniser) other_identifiers.push_back(recogniser);
  }
  for (Slot& slot : all) compare_with_siblings(slot, all);
}

std::size_t ParamSlots::index_of(std::string_view param) const {
  if (param.empty()) return all.size();
  const auto slot = std::find_if(all.begin(), all.end(), [&](const Slot& s) { return s.id() == param; });
  return static_cast<std::size_t>(slot - all.begin());
}

void find_hints(const Slot& slot, const Reading& reading, std::vector<Found>& out) {
  for (const MappingPattern& one : slot.hints) {
    if (reading.passed && !reading.passed->may_match(one.number)) continue;
    const Pattern& hint = one.pattern;
    for_each_match(hint, reading.text, [&](const Pattern::Groups& groups, std::size_t, std::size_t) {
      const std::string_view named = hint.group(groups, "value");
      const std::string_view matched = named.data() ? named : groups[0];
      const auto begin = static_cast<std::size_t>(matched.data() - reading.text.data());
      std::vector<Found> inside;
      slot.type->find({matched, reading.now, true, reading.in_past}, inside);
      if (!inside.empty()) {
        out.push_back({std::move(inside.front().value), begin + inside.front().begin, begin + inside.front().end,
                       inside.front().is_misspelt});
      } else if (auto value = matched.empty() ? std::nullopt : slot.type->from_hint(matched)) {
        out.push_back({std::move(*value), begin, begin + matched.size()});
      }
    });
  }
}

void validate(const config::Param& param, const Now& now, ParamValue& judged) {
  if (param.validate.empty()) return;
  constexpr std::size_t kMinute = 16;  // the length of "2026-03-02T09:00"
  const std::string moment = base::format_iso8601(now.local()).substr(0, kMinute);
  const Scope scope = [&](std::string_view path) {
    return path == "value" ? config::inner_value(param.type.value, judged.value) : nullptr;
  };
  for (const config::Validation& validation : param.validate) {
    if (holds(validation.must, scope, moment)) continue;
    judged.valid = false;
    for (const auto& piece : validation.otherwise.pieces) judged.rejection += piece.literal;  // no placeholders
    return;
  }
}

ParamValue to_value(const Slot& slot, const Found& found, const FoldedText& text, const Now& now) {
  ParamValue value;
  value.param = slot.id();
  value.span = text.original_span(found.begin, found.end);
  value.raw = text.original(value.span);
  // Free text stays as the user typed it.
  value.value = slot.type->takes_whole_message() ? Value(value.raw) : found.value;
  value.misspelt = found.is_misspelt;
  validate(*slot.param, now, value);
  const bool has_digit = std::any_of(value.raw.begin(), value.raw.end(), base::is_digit);
  if (!value.valid && slot.type->takes_whole_message() && !has_digit) {
    // A dictated text may have its numbers as words: "twenty two Cactus Lane".
    ParamValue written = value;
    written.value = Value(with_digits(value.raw));
    written.valid = true;
    written.rejection.clear();
    validate(*slot.param, now, written);
    if (written.valid) return written;
  }
  return value;
}

// Found::why is in English. In other languages the bot's own reply tells the user that the value is invalid.
ParamValue refused(const Slot& slot, const Found& found, const FoldedText& text, bool is_english) {
  ParamValue value;
  value.param = slot.id();
  value.span = text.original_span(found.begin, found.end);
  value.raw = text.original(value.span);
  value.valid = false;
  // The bot's own texts say that a check digit is wrong.
  if (is_english && found.why != kWrongCheckDigits) value.rejection = found.why;
  return value;
}

}  // namespace parley::intents::extraction
