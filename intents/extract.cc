#include "intents/extract.h"

#include <algorithm>

#include "intents/condition.h"
#include "intents/entities/matches.h"
#include "intents/param_type.h"

namespace parley::intents {
namespace {

bool overlap(const Found& a, const Found& b) { return a.begin < b.end && b.begin < a.end; }

void validate(const config::Param& param, ParamValue& judged) {
  const Scope scope = [&](std::string_view path) -> const Value* { return path == "value" ? &judged.value : nullptr; };
  for (const config::Validation& validation : param.validate) {
    if (holds(validation.must, scope)) continue;
    judged.valid = false;
    for (const auto& piece : validation.otherwise.pieces) judged.rejection += piece.literal;  // it has no placeholders
    return;
  }
}

bool is_filled(const config::Param& param, const Question& question) {
  const std::vector<std::string>& filled = *question.filled;
  return std::find(filled.begin(), filled.end(), param.id.value) != filled.end();
}

}  // namespace

Extractor::Extractor(const config::Intent& intent, const Types& types, config::Findings& findings) {
  for (const config::Param& param : intent.params) {
    Slot slot;
    slot.param = &param;
    const std::string_view type = type_read_for(param);
    slot.type = types.find(type);
    slot.whole = slot.type && !slot.type->whole().empty() ? slot.type->whole() : type;
    slot.is_declared_type = types.is_declared(param.type.value);
    slot.shares_type = std::count_if(intent.params.begin(), intent.params.end(),
                                     [&](const config::Param& other) { return type_read_for(other) == type; }) > 1;
    for (const config::Text& regex : param.mapping) {
      if (auto pattern = compile_pattern(regex, findings)) slot.hints.push_back(std::move(*pattern));
    }
    slots_.push_back(std::move(slot));
  }
}

std::vector<ParamValue> Extractor::extract(const FoldedText& text, const Question& question,
                                           std::vector<std::string>* notes) const {
  std::vector<Claim> open;
  for (std::size_t slot = 0; slot < slots_.size(); ++slot) {
    for (Claim& claim : claims_of(slot, text.text(), question)) open.push_back(std::move(claim));
  }
  std::vector<const Claim*> taken(slots_.size());
  const auto is_free = [&](const Claim& claim) {
    return !taken[claim.slot] && std::none_of(taken.begin(), taken.end(), [&](const Claim* other) {
      return other && !is_whole_message(*other) && overlap(other->found, claim.found);
    });
  };
  const auto take = [&](const Claim& claim) {
    if (is_free(claim)) taken[claim.slot] = &claim;
  };

  for (const Claim& claim : open) {
    if (slots_[claim.slot].param->id.value == question.asked) take(claim);
  }
  for (const Claim& claim : open) {
    if (claim.is_hint) take(claim);
  }
  std::vector<const Claim*> left;
  for (const Claim& claim : open) {
    if (is_free(claim)) left.push_back(&claim);
  }
  const auto is_beaten = [&](const Claim* claim) {
    return std::any_of(left.begin(), left.end(), [&](const Claim* other) { return yields(*claim, *other); });
  };
  std::vector<const Claim*> unbeaten;
  std::remove_copy_if(left.begin(), left.end(), std::back_inserter(unbeaten), is_beaten);
  for (const Claim* claim : unbeaten) {
    const bool is_only_value = std::all_of(unbeaten.begin(), unbeaten.end(), [&](const Claim* other) {
      return other->slot != claim->slot || other->found.value == claim->found.value;
    });
    if (is_only_value) {
      take(*claim);
    } else if (notes) {
      const std::string note = slots_[claim->slot].param->id.value + ": more than one value, none taken";
      if (notes->empty() || notes->back() != note) notes->push_back(note);
    }
  }

  std::vector<ParamValue> values;
  for (const Claim* claim : taken) {
    if (claim) values.push_back(to_value(*claim, text));
  }
  return values;
}

std::vector<Extractor::Claim> Extractor::claims_of(std::size_t index, std::string_view text,
                                                   const Question& question) const {
  const Slot& slot = slots_[index];
  if (!slot.type) return {};
  Claim claim;
  claim.slot = index;
  Reading reading{text, question.now, slot.param->id.value == question.asked, slot.param->in_past};
  reading.whole_asked = is_akin_asked(slot, question);
  reading.for_param = true;
  std::vector<Found> found;
  find_hints(slot, reading, found);
  claim.is_hint = !found.empty();
  const bool may_be_found = reading.asked || (!slot.type->only_when_asked() && !slot.shares_type);
  if (found.empty() && may_be_found) slot.type->find(reading, found);
  if (found.empty() && may_be_found && question.confirming && is_filled(*slot.param, question)) {
    reading.asked = true;
    claim.is_lenient = true;
    slot.type->find(reading, found);
  }
  std::vector<Claim> claims;
  for (Found& one : found) {
    claim.found = std::move(one);
    claims.push_back(claim);
  }
  return claims;
}

bool Extractor::is_akin_asked(const Slot& slot, const Question& question) const {
  return std::any_of(slots_.begin(), slots_.end(), [&](const Slot& other) {
    return other.param->id.value == question.asked && other.whole == slot.whole;
  });
}

void Extractor::find_hints(const Slot& slot, const Reading& reading, std::vector<Found>& out) {
  for (const Pattern& hint : slot.hints) {
    for_each_match(hint, reading.text, [&](const Pattern::Groups& groups, std::size_t, std::size_t) {
      const std::string_view named = hint.group(groups, "value");
      const std::string_view said = named.data() ? named : groups[0];
      const auto begin = static_cast<std::size_t>(said.data() - reading.text.data());
      std::vector<Found> inside;
      slot.type->find({said, reading.now, true, reading.in_past}, inside);
      if (!inside.empty()) {
        out.push_back({std::move(inside.front().value), begin + inside.front().begin, begin + inside.front().end,
                       inside.front().is_misspelt});
      } else if (auto value = said.empty() ? std::nullopt : slot.type->from_hint(said)) {
        out.push_back({std::move(*value), begin, begin + said.size()});
      }
    });
  }
}

bool Extractor::yields(const Claim& claim, const Claim& other) const {
  if (claim.slot == other.slot || !overlap(claim.found, other.found)) return false;
  const std::size_t length = claim.found.end - claim.found.begin;
  const std::size_t other_length = other.found.end - other.found.begin;
  if (length != other_length) return length < other_length;
  if (claim.is_lenient || other.is_lenient) return true;  // a bare "60" that could be either is neither
  const bool is_declared = slots_[claim.slot].is_declared_type;
  if (is_declared != slots_[other.slot].is_declared_type) return !is_declared;
  return claim.slot > other.slot;
}

bool Extractor::is_whole_message(const Claim& claim) const {
  return slots_[claim.slot].type->takes_whole_message() && !claim.is_hint;
}

ParamValue Extractor::to_value(const Claim& claim, const FoldedText& text) const {
  const Slot& slot = slots_[claim.slot];
  ParamValue value;
  value.param = slot.param->id.value;
  value.span = text.original_span(claim.found.begin, claim.found.end);
  value.raw = text.original(value.span);
  // Free text stays as it was typed.
  value.value = slot.type->takes_whole_message() ? Value(value.raw) : claim.found.value;
  value.whole_message = is_whole_message(claim);
  value.misspelt = claim.found.is_misspelt;
  validate(*slot.param, value);
  return value;
}

ParamValue Extractor::accept(const Captured& captured, const FoldedText& text) const {
  const Slot& slot = slots_[captured.param];
  ParamValue value;
  value.param = slot.param->id.value;
  if (captured.end > captured.begin) value.span = text.original_span(captured.begin, captured.end);
  value.raw = text.original(value.span);
  value.value = captured.is_text ? Value(value.raw) : captured.value;
  validate(*slot.param, value);
  return value;
}

ParamValue Extractor::judge(std::string_view param, const Value& value, const Now& now) const {
  ParamValue judged;
  judged.param = param;
  judged.value = value;
  judged.raw = value.to_text();
  judged.span = {0, judged.raw.size()};
  judged.valid = false;
  const auto slot =
      std::find_if(slots_.begin(), slots_.end(), [&](const Slot& s) { return s.param->id.value == param; });
  if (slot == slots_.end() || !slot->type) return judged;
  if (!slot->type->takes(value)) {
    if (value.is_null() || value.if_array() || value.if_object()) return judged;
    const FoldedText said(judged.raw);
    std::vector<Found> found;
    slot->type->find({said.text(), now, true, slot->param->in_past}, found);
    if (found.empty()) return judged;
    judged.misspelt = found.front().is_misspelt;
    judged.value = slot->type->takes_whole_message() ? Value(judged.raw) : std::move(found.front().value);
  }
  judged.valid = true;
  validate(*slot->param, judged);
  return judged;
}

}  // namespace parley::intents
