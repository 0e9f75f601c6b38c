// Tested by tests/intents/extract_test.cc.
#include "intents/extract_reader.h"

#include <algorithm>

#include "intents/alternatives.h"
#include "intents/amendment.h"
#include "intents/entities/day_references.h"
#include "intents/lexicon.h"

namespace parley::intents {
namespace {

constexpr std::size_t kBareNumberWords = 4;  // in a message of at most this many words, a bare number is a value

// Words that may precede a value that the message announces.
const Pattern& fillers() {
  static const Pattern compiled("^(?:(?:the|a|an|on|at|for|in|about|around|just|only|my|not|be|it's) +)*");
  return compiled;
}

const Pattern& introduces_name() {
  static const Pattern compiled("\\b(?:(?:sur|fore)?names?|call(?:ed)? me|under)\\b");
  return compiled;
}

const Pattern& last_name_after() {
  static const Pattern compiled("^ \\p{Lu}", Pattern::Case::kCounts);
  return compiled;
}

const Pattern& first_name_before() {
  static const Pattern compiled("(?:^| )\\p{Lu}[\\pL-]+ $", Pattern::Case::kCounts);
  return compiled;
}

}  // namespace

ExtractReader::ExtractReader(const Extractor& extractor, const Message& message, const Question& question,
                             std::vector<std::string>* notes)
    : extractor_(extractor),
      message_(message),
      text_(message.text),
      folded_(message.text.text()),
      words_(message.words),
      question_(question),
      notes_(notes),
      asked_(extractor.index_of(question.asked)),
      filled_last_(extractor.index_of(question.filled_last)),
      replaced_(extractor.slots_.size()) {
  is_settled_.resize(extractor.slots_.size());
  const bool has_asked = asked_ < extractor.slots_.size() && extractor.slots_[asked_].type;
  is_strict_ = has_asked && extractor.slots_[asked_].type->takes_whole_message();
  if (!question.is_open) return;
  if (question.confirming) amended_from_ = amendment_begin(words_);
  may_negate_ = may_negate();
  if (message.passed.may_match(extractor.needs_.correction)) correcting_ = corrections().read(words_, is_strict_);
  if (correcting_ >= Correcting::kNewValue) turning_point_ = corrections().turning_point(words_);
  may_negate_ = may_negate_ || turning_point_ > 0;
  if (correcting_ == Correcting::kCertainly) corrected_from_ = corrections().value_begin(words_, folded_);
  // "No, the date" answers a confirmation the way it answers "what should I change?".
  const bool changing = question.changing || (question.confirming && words_.text().rfind("no ", 0) == 0);
  named_ = extractor.naming_.find(message, changing, is_strict_);
}

Extraction ExtractReader::read() {
  gather();
  change_instead_of_text();
  drop_guesses();
  drop_negated_claims();
  for (const NamedParam& named : named_) settle(named.param, By::kName);
  for (const std::size_t slot : {replaced_, filled_last_}) {
    if (slot < is_settled_.size()) settle(slot, By::kCorrection);
  }
  if (asked_ < is_settled_.size()) {
    settle(asked_, By::kHint);
    settle(asked_, By::kType);
  }
  for (const Claim& claim : claims_) {
    if (claim.by == By::kHint && is_free(claim)) take(claim);
  }
  if (!is_free_text_answer()) {
    settle_others();
    settle_contested();
    settle_nested();
  }
  correct_loose();
  note_named();
  collect_untaken();
  result_.values = values();
  refuse_impossible();
  clear_lists();
  return std::move(result_);
}

// ---- gathering claims -----------------------------------------------------------------------------------

void ExtractReader::gather() {
  for (const NamedParam& named : named_) gather_named(named);
  for (std::size_t slot = 0; slot < extractor_.slots_.size(); ++slot) {
    if (extractor_.slots_[slot].type) gather_of(slot);
  }
}

void ExtractReader::gather_named(const NamedParam& named) {
  const Slot& slot = extractor_.slots_[named.param];
  if (!slot.type || (slot.is_loose() && !named.is_assigned)) return;
  std::vector<Found> found = read_from(named.value_begin, slot, true);
  const auto lead = fillers().find(folded_.substr(named.value_begin));
  if (!found.empty() && found[0].begin > named.value_begin + lead->end) found.clear();
  // "the date is wrong, it is on Friday"
  if (found.empty() && named.to_change && !slot.is_loose()) {
    found = read_from(named.end, slot, correcting_ == Correcting::kCertainly);
  }
  add(named.param, found, By::kName);
}

std::vector<Found> ExtractReader::read_from(std::size_t begin, const Slot& slot, bool asked) const {
  std::vector<Found> found;
  if (begin >= folded_.size()) return found;
  Reading reading{folded_.substr(begin), question_.now, asked, slot.param->in_past};
  reading.for_param = true;
  reading.passed = &message_.passed;
  slot.type->find(reading, found);
  for (Found& one : found) {
    one.begin += begin;
    one.end += begin;
  }
  return found;
}

void ExtractReader::gather_of(std::size_t index) {
  const Slot& slot = extractor_.slots_[index];
  Reading reading{folded_, question_.now, index == asked_, slot.param->in_past};
  reading.whole_asked = asked_ < is_settled_.size() && extractor_.slots_[asked_].whole == slot.whole;
  reading.for_param = true;
  reading.passed = &message_.passed;
  reading.words = &words_;
  base::Recycled<std::vector<Found>> all_found;
  std::vector<Found>& found = *all_found;
  find_hints(slot, reading, found);
  if (!found.empty()) return add(index, found, By::kHint);
  if (reading.asked) {
    find_with_impossible(index, reading, found);
    find_name_in_clause(slot, reading, found);
    return add(index, found, By::kType);
  }
  if (slot.type->only_when_asked() || !may_take_unasked(index)) return;
  const bool is_correction = correcting_ >= Correcting::kNewValue;
  const bool may_be_meant = is_filled(index) && (question_.confirming || (is_correction && !slot.is_loose()));
  find_with_impossible(index, reading, found);
  find_name_in_clause(slot, reading, found);
  drop_parts_of_others(slot, found);
  if (!found.empty() && keeps_name(index, found[0])) return;
  std::string remaining_text;  // the text without negated values
  const std::size_t before = found.size();
  const bool are_all_negated = drop_negated_values(slot, found, remaining_text);
  // "Not the wrong item, too heavy": the other value may be the same in the bot's terms.
  if (found.size() < before && !found.empty() && question_.confirming) refused_.push_back(index);
  const bool is_last = may_be_meant && !question_.confirming && index == filled_last_;
  const By strict_by = is_last ? By::kCorrection : slot.shares_type ? By::kShared : By::kType;
  if (!found.empty()) return add(index, found, strict_by);
  if (!may_be_meant && !(are_all_negated && is_correction && !slot.is_loose())) return;
  reading.asked = true;
  if (are_all_negated) {
    reading.text = remaining_text;
    reading.passed = nullptr;  // the blanks are not in the message
    reading.words = nullptr;
  }
  find_with_impossible(index, reading, found);
  drop_negated_values(slot, found, remaining_text);
  if (found.empty() && are_all_negated && question_.confirming) refused_.push_back(index);
  is_guess_ = true;
  is_correction_guess_ = is_correction_guess_ || is_last;
  if (are_all_negated) replaced_ = index;
  add(index, found, is_last || are_all_negated ? By::kCorrection : By::kLeniency);
}

// Drops identifiers inside a longer identifier of a type that the intent does not take, if it is one word.
void ExtractReader::drop_parts_of_others(const Slot& slot, std::vector<Found>& found) const {
  if (found.empty() || !slot.is_identifier) return;
  for (const Recogniser* other : extractor_.other_identifiers_) {
    if (!other->may_find(message_.passed)) continue;
    Reading reading{folded_, question_.now, false};
    reading.for_param = true;
    reading.passed = &message_.passed;
    std::vector<Found> others;
    other->find(reading, others);
    std::erase_if(found, [&](const Found& one) {
      return std::any_of(others.begin(), others.end(), [&](const Found& longer) {
        const std::size_t length = longer.end - longer.begin;
        return longer.begin <= one.begin && one.end <= longer.end && length > one.end - one.begin &&
               folded_.substr(longer.begin, length).find(' ') == std::string_view::npos;
      });
    });
  }
}

void ExtractReader::find_with_impossible(std::size_t slot, const Reading& reading, std::vector<Found>& found) {
  Reading all = reading;
  all.with_impossible = true;
  const Slot& of = extractor_.slots_[slot];
  of.type->find(all, found);
  if (of.type_name == "date" && extractor_.is_english_) read_day_references(folded_, value_of(slot), found);
  for (Found& one : found) {
    if (one.why.empty()) continue;
    Claim claim;
    claim.slot = slot;
    claim.found = one;
    impossible_.push_back(std::move(claim));
  }
  drop_impossible(reading, found);
}

// Returns false for a param that the bot does not ask for, if another param of its type may be meant.
bool ExtractReader::may_take_unasked(std::size_t index) const {
  const Slot& slot = extractor_.slots_[index];
  if (!slot.shares_type) return true;
  if (slot.siblings_have_conditions) return false;
  if (is_filled(index) && (question_.confirming || correcting_ != Correcting::kNo)) return true;
  if (slot.siblings_asked < 2) return false;
  if (slot.type_name == "number" && words_.size() > kBareNumberWords) return false;
  return asked_ >= is_settled_.size() || extractor_.slots_[asked_].type_name != slot.type_name;
}

// Returns true if the param keeps its old value, a name. A single word that the message mentions in passing does not
// replace a known name.
bool ExtractReader::keeps_name(std::size_t index, const Found& found) const {
  if (!extractor_.slots_[index].is_name() || !is_filled(index)) return false;
  const bool is_asked = asked_ < is_settled_.size() && extractor_.slots_[asked_].is_name();
  if (is_asked || question_.confirming || correcting_ != Correcting::kNo || introduces_name().occurs_in(folded_))
    return false;
  const std::string_view name = folded_.substr(found.begin, found.end - found.begin);
  return name.find(' ') == std::string_view::npos && !last_name_after().occurs_in(folded_.substr(found.end)) &&
         !first_name_before().occurs_in(folded_.substr(0, found.begin));
}

// Moves the values.
void ExtractReader::add(std::size_t slot, std::vector<Found>& found, By by) {
  if (found.empty()) return;
  const Slot& of = extractor_.slots_[slot];
  if (by != By::kHint && !of.is_loose() && !of.param->list) {
    find_alternatives(*of.type, {folded_, question_.now, by == By::kName, of.param->in_past}, found);
  }
  for (Found& one : found) {
    Claim claim;
    claim.slot = slot;
    claim.found = std::move(one);
    claim.by = by;
    claims_.push_back(std::move(claim));
  }
}

// Drops guesses that other evidence contradicts. A bare "7" may be the new value of a filled param, unless the context
// shows what it is ("at 7", "make it 7 people"). After "not 6" it is the new value of the param that had 6.
void ExtractReader::drop_guesses() {
  if (!is_guess_) return;
  const auto is_distinct = [&](const Slot& slot) {
    return slot.type_name != "number" &&
           (filled_last_ >= is_settled_.size() || slot.type_name != extractor_.slots_[filled_last_].type_name);
  };
  std::vector<Found> firm;
  bool has_firm = false, has_answer = false, has_correction = false;
  if (asked_ < is_settled_.size() && extractor_.slots_[asked_].type && !is_strict_ &&
      is_distinct(extractor_.slots_[asked_])) {
    firm = read_from(0, extractor_.slots_[asked_], correcting_ == Correcting::kNewValue);
  }
  for (const Claim& claim : claims_) {
    has_answer = has_answer || (claim.slot == asked_ && !is_whole_message(claim));
    const bool is_firm = claim.by == By::kHint || (claim.by == By::kType && claim.slot != asked_);
    has_firm = has_firm || is_firm;
    has_correction = has_correction || claim.by == By::kCorrection;
    if (is_firm && is_distinct(slot_of(claim))) firm.push_back(claim.found);
  }
  const auto is_answer = [&](const Claim& claim) {
    return std::any_of(claims_.begin(), claims_.end(), [&](const Claim& other) {
      return other.slot == asked_ && !is_whole_message(other) && overlap(claim.found, other.found);
    });
  };
  std::vector<Claim> kept;
  for (const Claim& claim : claims_) {
    const bool is_guess = claim.by == By::kLeniency || (claim.by == By::kCorrection && is_correction_guess_);
    kept.push_back(claim);
    if (!is_guess || claim.slot == replaced_) continue;
    const bool is_other =
        std::any_of(firm.begin(), firm.end(), [&](const Found& other) { return overlap(claim.found, other); });
    const bool contradicts_other = (has_answer && !is_answer(claim)) || (has_firm && !question_.confirming);
    const bool is_second = claim.by == By::kLeniency && has_correction;
    if (is_other || contradicts_other || is_second || replaced_ < is_settled_.size()) kept.pop_back();
  }
  claims_ = std::move(kept);
}

// ---- results -----------------------------------------------------------------------------------------

void ExtractReader::note_named() {
  for (const NamedParam& named : named_) {
    const std::string& id = extractor_.slots_[named.param].param->id.value;
    const bool is_new = std::find(result_.named.begin(), result_.named.end(), id) == result_.named.end();
    const bool is_open = !is_settled_[named.param] && named.param != asked_ && is_filled(named.param);
    if (named.to_change && is_open && is_new) result_.named.push_back(id);
  }
  for (const std::size_t slot : refused_) {
    if (is_filled(slot)) result_.named.push_back(extractor_.slots_[slot].param->id.value);
  }
  const auto has = [&](const auto& is) {
    return std::any_of(taken_.begin(), taken_.end(),
                       [&](const Claim* claim) { return !is_whole_message(*claim) && is(*claim); });
  };
  const bool has_value = has([](const Claim&) { return true; });
  const bool has_named = has([&](const Claim& claim) { return claim.by == By::kName && is_filled(claim.slot); });
  const bool has_new = !result_.ambiguous.empty() || has([&](const Claim& claim) {
    return is_filled(claim.slot) && !slot_of(claim).param->list && !repeats_value(claim);
  });
  const bool is_certain =
      correcting_ == Correcting::kCertainly && !has_value && !is_strict_ && folded_.find('?') == std::string_view::npos;
  const bool is_amended = has([&](const Claim& claim) { return amends_loose(claim); });
  result_.corrects = has_named || is_certain || is_amended || (correcting_ != Correcting::kNo && has_new);
  if (!result_.corrects && result_.named.empty()) return;
  // A message that corrects or names a param is not free text. The "no" of "no, I meant Berlin" is about the old value.
  const auto is_no_answer = [&](const Claim* claim) {
    const bool is_no =
        result_.corrects && claim->slot == asked_ && claim->by == By::kType && claim->found.value == Value(false);
    return (is_no && !is_joined_after(claim->found.end)) || is_whole_message(*claim);
  };
  taken_.erase(std::remove_if(taken_.begin(), taken_.end(), is_no_answer), taken_.end());
}

// Returns true if a message that answers yes or no says a value that the param has: "no, Dr Amin knows me".
bool ExtractReader::repeats_value(const Claim& claim) const {
  if (asked_ >= is_settled_.size() || extractor_.slots_[asked_].type_name != "boolean") return false;
  const Value* value = value_of(claim.slot);
  return value && *value == claim.found.value;
}

// Returns true if "and" joins what follows: "no, and move it to Friday".
bool ExtractReader::is_joined_after(std::size_t end) const {
  std::size_t word = 0;
  while (word < words_.size() && words_[word].begin < end) ++word;
  return word < words_.size() && lexicon::kEn.clauses.adding.has(words_.text(word, 1));
}

// ---- helpers --------------------------------------------------------------------------------------------

bool ExtractReader::is_whole_message(const Claim& claim) const {
  return slot_of(claim).type->takes_whole_message() && claim.by == By::kType;
}

bool ExtractReader::is_filled(std::size_t slot) const {
  if (!question_.is_open || !question_.filled) return false;
  const std::vector<std::string>& filled = *question_.filled;
  return std::find(filled.begin(), filled.end(), extractor_.slots_[slot].param->id.value) != filled.end();
}

// Returns the value that the param has; null if it has none, or the caller gives no values.
const Value* ExtractReader::value_of(std::size_t slot) const {
  return is_filled(slot) && question_.values ? question_.values->find(extractor_.slots_[slot].param->id.value)
                                             : nullptr;
}

std::string_view ExtractReader::between(const Claim& a, const Claim& b) const {
  if (b.found.begin < a.found.end) return "-";
  return folded_.substr(a.found.end, b.found.begin - a.found.end);
}

}  // namespace parley::intents
