// Part of ExtractReader: changes of earlier values while the bot asks for a free text ("leave out the lilies"), and a
// name that stands beside other values ("Lena Moor, zip code 70173").
// Tested by tests/intents/extract_changes_test.cc.
#include <algorithm>

#include "intents/extract_reader.h"
#include "intents/lexicon.h"

namespace parley::intents {
namespace {

constexpr std::size_t kMostClauses = 8;

// Returns the first clauses of a text, which punctuation separates, as spans.
std::vector<Span> clauses_by_punctuation(std::string_view text) {
  std::vector<Span> clauses;
  std::size_t begin = 0;
  while (begin < text.size() && clauses.size() < kMostClauses) {
    const std::size_t end = std::min(text.find_first_of(",.;!\n", begin), text.size());
    const std::size_t first = text.find_first_not_of(' ', begin);
    if (first < end) clauses.push_back({first, end});
    begin = end + 1;
  }
  return clauses;
}

}  // namespace

// Returns true if the value differs from what the param has.
bool ExtractReader::changes_value(const Claim& claim) const {
  const Value* old = value_of(claim.slot);
  if (!old || slot_of(claim).is_loose() || slot_of(claim).type->only_when_asked()) return false;
  const Value::Array* items = old->if_array();
  if (!items) return *old != claim.found.value;
  const bool has = std::find(items->begin(), items->end(), claim.found.value) != items->end();
  const ListOp op = list_changes().read(folded_, claim.found.begin, claim.found.end);
  return op == ListOp::kSet || has == (op == ListOp::kRemove);
}

// A message that has only values, names of their params, and words of change is no text.
void ExtractReader::change_instead_of_text() {
  if (!is_strict_ || !extractor_.is_english_ || !question_.is_open || question_.confirming) return;
  const auto is_change = [&](const Claim& claim) { return !is_whole_message(claim) && changes_value(claim); };
  if (std::none_of(claims_.begin(), claims_.end(), is_change)) return;
  const lexicon::Texts& texts = lexicon::kEn.texts;
  bool has_change = false;
  for (std::size_t i = 0; i < words_.size(); ++i) {
    const std::string_view word = words_.text(i, 1);
    const bool is_of_value = std::any_of(claims_.begin(), claims_.end(), [&](const Claim& claim) {
      if (is_whole_message(claim) || !is_filled(claim.slot)) return false;
      const bool is_in = claim.found.begin < words_[i].end && words_[i].begin < claim.found.end;
      return is_in || extractor_.naming_.is_name_of(claim.slot, word);
    });
    const bool changes = texts.changes.has(word);
    has_change = has_change || (changes && !is_of_value);
    if (!is_of_value && !changes && !texts.beside_change.has(word)) return;
  }
  if (!has_change) return;
  is_strict_ = false;
  correcting_ = std::max(correcting_, corrections().read(words_, false));
  std::erase_if(claims_, [&](const Claim& claim) { return is_whole_message(claim); });
}

// A name beside other values is a clause of its own. Two words may also be the name that helps to find what the bot
// asks for.
void ExtractReader::find_name_in_clause(const Slot& slot, const Reading& reading, std::vector<Found>& found) const {
  const bool may_help = asked_ < is_settled_.size() && extractor_.slots_[asked_].param->if_unknown.has_value();
  if (!slot.is_name() || !found.empty() || !(reading.asked || reading.whole_asked || may_help)) return;
  std::vector<Found> values;
  for (const Slot& other : extractor_.slots_) {
    if (!other.type || other.is_loose() || other.type->only_when_asked() || !other.type->may_find(message_.passed))
      continue;
    Reading of_other{folded_, question_.now, false};
    of_other.for_param = true;
    of_other.passed = &message_.passed;
    other.type->find(of_other, values);
  }
  if (values.empty()) return;
  for (const Span& clause : clauses_by_punctuation(folded_)) {
    const Found place{Value(), clause.begin, clause.end};
    if (std::any_of(values.begin(), values.end(), [&](const Found& one) { return overlap(one, place); })) continue;
    Reading of_clause = reading;
    of_clause.text = folded_.substr(clause.begin, clause.end - clause.begin);
    of_clause.whole_asked = true;
    of_clause.passed = nullptr;
    slot.type->find(of_clause, found);
    if (found.empty()) continue;
    found.resize(1);
    found[0].begin += clause.begin;
    found[0].end += clause.begin;
    return;
  }
}

}  // namespace parley::intents
