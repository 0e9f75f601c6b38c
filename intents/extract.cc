#include "intents/extract.h"

#include <algorithm>

#include "base/boundaries.h"
#include "base/fold.h"
#include "base/time.h"
#include "config/several_types.h"
#include "intents/condition.h"
#include "intents/entities/matches.h"
#include "intents/entities/spoken_digits.h"
#include "intents/extract_reader.h"
#include "intents/param_type.h"

namespace parley::intents {
namespace {

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

}  // namespace

void note_untaken(const std::vector<UntakenSpan>& values, const std::string& intent, std::vector<std::string>& notes) {
  for (const UntakenSpan& value : values) {
    std::string note = "no param takes " + std::to_string(value.span.begin) + ".." + std::to_string(value.span.end) +
                       ": it could be a value of ";
    for (const std::string& param : value.params) {
      if (&param != &value.params.front()) note += ", ";
      note.append(intent).append(".").append(param);
    }
    notes.push_back(std::move(note));
  }
}

Extractor::Extractor(const config::Intent& intent, const Types& types, config::Diagnostics& findings)
    : vocabulary_(types.vocabulary()),
      naming_(intent, types.prefilter()),
      needs_(corrections().add_to(types.prefilter())),
      is_english_(types.is_english()) {
  for (const config::Param& param : intent.params) {
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
    has_lists_ = has_lists_ || param.list;
    slots_.push_back(std::move(slot));
  }
  for (const std::string_view type : types.with_patterns()) {
    const bool is_own =
        std::any_of(slots_.begin(), slots_.end(), [&](const Slot& slot) { return slot.type_name == type; });
    const Recogniser* recogniser = is_own ? nullptr : types.find(type);
    if (recogniser) other_identifiers_.push_back(recogniser);
  }
  for (Slot& slot : slots_) {
    for (const Slot& other : slots_) {
      if (other.type_name != slot.type_name) continue;
      slot.shares_type = slot.shares_type || &other != &slot;
      slot.siblings_asked += other.is_asked_for() ? 1 : 0;
      slot.siblings_have_conditions = slot.siblings_have_conditions || other.param->when;
    }
  }
}

bool Extractor::may_have_value(const Slot& slot, const Message& message) {
  if (!slot.type) return false;
  const auto passes = [&](const Hint& hint) { return message.passed.may_match(hint.number); };
  return (!slot.type->only_when_asked() && slot.type->may_find(message.passed)) ||
         std::any_of(slot.hints.begin(), slot.hints.end(), passes);
}

Extraction Extractor::extract(const Message& message, const Question& question, std::vector<std::string>* notes) const {
  const auto may_have = [&](const Slot& slot) { return may_have_value(slot, message); };
  if (!question.is_open && std::none_of(slots_.begin(), slots_.end(), may_have)) return {};
  return ExtractReader(*this, message, question, notes).read();
}

std::optional<ParamValue> Extractor::answer(const FoldedText& text, std::string_view param, const Now& now) const {
  const std::size_t index = index_of(param);
  if (index >= slots_.size()) return std::nullopt;
  const Slot& slot = slots_[index];
  if (!slot.type || slot.is_loose() || slot.type->only_when_asked()) return std::nullopt;
  Reading reading{text.text(), now, true, slot.param->in_past};
  reading.for_param = true;
  std::vector<Found> found;
  find_hints(slot, reading, found);
  if (found.empty()) slot.type->find(reading, found);
  const bool is_one =
      !found.empty() && !found[0].is_misspelt &&
      std::all_of(found.begin(), found.end(), [&](const Found& one) { return one.value == found[0].value; });
  return is_one ? std::optional(to_value(index, found[0], text, now)) : std::nullopt;
}

void Extractor::drop_loose(std::vector<ParamValue>& values) const {
  const auto is_loose = [&](const ParamValue& value) { return slots_[index_of(value.param)].is_loose(); };
  values.erase(std::remove_if(values.begin(), values.end(), is_loose), values.end());
}

void Extractor::drop_unnamed(std::vector<ParamValue>& values, std::string_view asked) const {
  const std::size_t index = index_of(asked);
  if (index < slots_.size() && slots_[index].is_name()) return drop_loose(values);
  std::erase_if(values, [&](const ParamValue& value) {
    const Slot& slot = slots_[index_of(value.param)];
    return slot.is_loose() && !slot.is_name();
  });
}

std::size_t Extractor::index_of(std::string_view param) const {
  if (param.empty()) return slots_.size();
  const auto slot =
      std::find_if(slots_.begin(), slots_.end(), [&](const Slot& s) { return s.param->id.value == param; });
  return static_cast<std::size_t>(slot - slots_.begin());
}

bool Extractor::are_no_common_words(std::string_view text, const Found& found) const {
  const std::string_view said = text.substr(found.begin, found.end - found.begin);
  const Words words(said);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const char first = said[words[i].begin];
    const bool is_capital = first >= 'A' && first <= 'Z';
    if (!is_capital && vocabulary_.knows(words.text(i, 1))) return false;
  }
  return words.size() > 0;
}

void Extractor::find_hints(const Slot& slot, const Reading& reading, std::vector<Found>& out) {
  for (const Hint& one : slot.hints) {
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

ParamValue Extractor::to_value(std::size_t index, const Found& found, const FoldedText& text, const Now& now) const {
  const Slot& slot = slots_[index];
  ParamValue value;
  value.param = slot.param->id.value;
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
ParamValue Extractor::refused(std::size_t index, const Found& found, const FoldedText& text) const {
  ParamValue value;
  value.param = slots_[index].param->id.value;
  value.span = text.original_span(found.begin, found.end);
  value.raw = text.original(value.span);
  value.valid = false;
  // The bot's own texts say that a check digit is wrong.
  if (is_english_ && found.why != kWrongCheckDigits) value.rejection = found.why;
  return value;
}

ParamValue Extractor::accept(const Captured& captured, const FoldedText& text, const Now& now) const {
  const Slot& slot = slots_[captured.param];
  ParamValue value;
  value.param = slot.param->id.value;
  if (captured.end > captured.begin) value.span = text.original_span(captured.begin, captured.end);
  value.raw = text.original(value.span);
  value.value = captured.is_text ? Value(value.raw) : captured.value;
  validate(*slot.param, now, value);
  return value;
}

ParamValue Extractor::judge(std::string_view param, const Value& value, const Now& now) const {
  ParamValue judged = judge_type(param, value, now);
  if (judged.valid) validate(*slots_[index_of(param)].param, now, judged);
  return judged;
}

ParamValue Extractor::judge_type(std::string_view param, const Value& value, const Now& now) const {
  ParamValue judged;
  judged.param = param;
  judged.value = value;
  judged.raw = value.to_text();
  judged.span = {0, judged.raw.size()};
  judged.valid = false;
  const std::size_t index = index_of(param);
  if (index >= slots_.size() || !slots_[index].type) return judged;
  const Slot* slot = &slots_[index];
  if (!slot->type->takes(value)) {
    if (value.is_null() || value.if_array() || value.if_object()) return judged;
    const FoldedText raw_text(judged.raw);
    std::vector<Found> found;
    Reading reading{raw_text.text(), now, true, slot->param->in_past};
    reading.for_param = true;
    reading.with_impossible = true;
    slot->type->find(reading, found);
    if (found.empty()) {
      judged.valid = value.if_string() && slot->type->has_form(*value.if_string());
      return judged;
    }
    if (!found.front().why.empty()) return refused(index, found.front(), raw_text);
    judged.misspelt = found.front().is_misspelt;
    judged.value = slot->type->takes_whole_message() ? Value(judged.raw) : std::move(found.front().value);
  }
  judged.valid = true;
  return judged;
}

}  // namespace parley::intents
