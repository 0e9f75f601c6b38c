#include "intents/extraction/gathering.h"

#include <algorithm>

#include "intents/alternatives.h"
#include "intents/entities/day_references.h"
#include "intents/extraction/dropping.h"
#include "intents/trailing_values.h"

namespace parley::intents::extraction {
namespace {

constexpr std::size_t kBareNumberWords = 4;  // in a message of at most this many words, a bare number is a value
constexpr std::size_t kMostClauses = 8;

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

// ---- values of other types in the message ---------------------------------------------------------------

// Appends the values of the type as if the bot did not ask for it.
void find_unasked(const ExtractionContext& context, const Recogniser& type, std::vector<Found>& found) {
  if (!type.may_find(context.message.passed)) return;
  Reading reading{context.folded(), context.question.now, false};
  reading.for_param = true;
  reading.passed = &context.message.passed;
  type.find(reading, found);
}

// Returns the values whose form shows what they are.
std::vector<Found> identifiers(const ExtractionContext& context) {
  std::vector<Found> found;
  for (const Recogniser* type : context.slots.other_identifiers) find_unasked(context, *type, found);
  for (const Slot& slot : context.slots) {
    const std::string_view name = slot.type_name;
    const bool has_form = slot.is_identifier || name == "email" || name == "phone" || name == "iban";
    if (slot.type && has_form) find_unasked(context, *slot.type, found);
  }
  return found;
}

// Reads a free text without the values of other params after it, if the mapping patterns then still find it.
void find_mapped(const ExtractionContext& context, const Slot& slot, const Reading& reading,
                 std::vector<Found>& found) {
  find_hints(slot, reading, found);
  if (found.empty() || !slot.type->takes_whole_message() || !context.slots.is_english) return;
  const std::size_t end = end_before_values(context.folded(), identifiers(context));
  if (end == context.folded().size()) return;
  Reading shorter = reading;
  shorter.text = context.folded().substr(0, end);
  std::vector<Found> before;
  find_hints(slot, shorter, before);
  if (!before.empty()) found = std::move(before);
}

// Drops identifiers inside a longer identifier of a type that the intent does not take, if it is one word.
void drop_parts_of_others(const ExtractionContext& context, const Slot& slot, std::vector<Found>& found) {
  if (found.empty() || !slot.is_identifier) return;
  for (const Recogniser* other : context.slots.other_identifiers) {
    std::vector<Found> others;
    find_unasked(context, *other, others);
    std::erase_if(found, [&](const Found& one) {
      return std::any_of(others.begin(), others.end(), [&](const Found& longer) {
        const std::size_t length = longer.end - longer.begin;
        return longer.begin <= one.begin && one.end <= longer.end && length > one.end - one.begin &&
               context.folded().substr(longer.begin, length).find(' ') == std::string_view::npos;
      });
    });
  }
}

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

// Finds a name that stands in a clause of its own, next to other values: "Lena Moor, zip code 70173". Two words may
// also be the name that helps to find what the bot asks for.
void find_name_in_clause(const ExtractionContext& context, const Slot& slot, const Reading& reading,
                         std::vector<Found>& found) {
  const bool may_help = context.asked_slot() && context.asked_slot()->param->if_unknown.has_value();
  if (!slot.is_name() || !found.empty() || !(reading.asked || reading.whole_asked || may_help)) return;
  std::vector<Found> values;
  for (const Slot& other : context.slots) {
    if (other.type && !other.is_loose() && !other.type->only_when_asked()) find_unasked(context, *other.type, values);
  }
  if (values.empty()) return;
  for (const Span& clause : clauses_by_punctuation(context.folded())) {
    const Found place{Value(), clause.begin, clause.end};
    if (std::any_of(values.begin(), values.end(), [&](const Found& one) { return overlap(one, place); })) continue;
    Reading of_clause = reading;
    of_clause.text = context.folded().substr(clause.begin, clause.end - clause.begin);
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

// ---- params that may take a value unasked ---------------------------------------------------------------

// Returns false for a param that the bot does not ask for, if another param of its type may be meant.
bool may_take_unasked(const ExtractionContext& context, const Slot& slot) {
  if (!slot.shares_type) return true;
  if (slot.siblings_have_conditions) return false;
  if (context.is_filled(slot) && (context.question.confirming || context.is_correction())) return true;
  if (slot.siblings_asked < 2) return false;
  if (slot.type_name == "number" && context.message.words.size() > kBareNumberWords) return false;
  return !context.asked_slot() || context.asked_slot()->type_name != slot.type_name;
}

// Returns true if the param keeps its old value, a name. A single word that the message mentions in passing does not
// replace a known name.
bool keeps_name(const ExtractionContext& context, const Slot& slot, const Found& found) {
  if (!slot.is_name() || !context.is_filled(slot)) return false;
  const std::string_view folded = context.folded();
  const bool is_asked = context.asked_slot() && context.asked_slot()->is_name();
  if (is_asked || context.question.confirming || context.is_correction() || introduces_name().occurs_in(folded)) {
    return false;
  }
  const std::string_view name = folded.substr(found.begin, found.end - found.begin);
  return name.find(' ') == std::string_view::npos && !last_name_after().occurs_in(folded.substr(found.end)) &&
         !first_name_before().occurs_in(folded.substr(0, found.begin));
}

class Gathering {
 public:
  explicit Gathering(const ExtractionContext& context) : context_(context) {
    gathered_.guesses.replaced = context.slots.size();
  }

  Gathered run() && {
    for (const NamedParam& named : context_.named) gather_named(named);
    for (std::size_t slot = 0; slot < context_.slots.size(); ++slot) {
      if (context_.slots[slot].type) gather_of(slot);
    }
    return std::move(gathered_);
  }

 private:
  void gather_named(const NamedParam& named);
  void gather_of(std::size_t index);
  void gather_unasked(std::size_t index, Reading& reading, std::vector<Found>& found);
  void find_with_impossible(std::size_t index, const Reading& reading, std::vector<Found>& found);
  void add(std::size_t index, std::vector<Found>& found, By by);

  const ExtractionContext& context_;
  Gathered gathered_;
};

void Gathering::gather_named(const NamedParam& named) {
  const Slot& slot = context_.slots[named.param];
  if (!slot.type || (slot.is_loose() && !named.is_assigned)) return;
  std::vector<Found> found = context_.read_from(named.value_begin, slot, true);
  const auto lead = fillers().find(context_.folded().substr(named.value_begin));
  if (!found.empty() && found[0].begin > named.value_begin + lead->end) found.clear();
  // "the date is wrong, it is on Friday"
  if (found.empty() && named.to_change && !slot.is_loose()) {
    found = context_.read_from(named.end, slot, context_.correction.kind == Correcting::kCertainly);
  }
  add(named.param, found, By::kName);
}

void Gathering::gather_of(std::size_t index) {
  const Slot& slot = context_.slots[index];
  Reading reading{context_.folded(), context_.question.now, index == context_.asked, slot.param->in_past};
  reading.whole_asked = context_.asked_slot() && context_.asked_slot()->whole == slot.whole;
  reading.for_param = true;
  reading.passed = &context_.message.passed;
  reading.words = &context_.message.words;
  base::Recycled<std::vector<Found>> all_found;
  std::vector<Found>& found = *all_found;
  find_mapped(context_, slot, reading, found);
  if (!found.empty()) return add(index, found, By::kHint);
  if (reading.asked) {
    find_with_impossible(index, reading, found);
    find_name_in_clause(context_, slot, reading, found);
    return add(index, found, By::kType);
  }
  if (slot.type->only_when_asked() || !may_take_unasked(context_, slot)) return;
  gather_unasked(index, reading, found);
}

// If the param may be meant although the bot does not ask for it, also reads the message as if it did.
void Gathering::gather_unasked(std::size_t index, Reading& reading, std::vector<Found>& found) {
  const Slot& slot = context_.slots[index];
  const bool is_confirming = context_.question.confirming;
  const bool is_correction = context_.correction.kind >= Correcting::kNewValue;
  const bool may_be_meant = context_.is_filled(slot) && (is_confirming || (is_correction && !slot.is_loose()));
  find_with_impossible(index, reading, found);
  find_name_in_clause(context_, slot, reading, found);
  drop_parts_of_others(context_, slot, found);
  if (!found.empty() && keeps_name(context_, slot, found[0])) return;
  std::string remaining_text;  // the text without negated values
  const std::size_t before = found.size();
  const bool are_all_negated = drop_negated_values(context_, slot, found, remaining_text);
  // "Not the wrong item, too heavy": the other value may be the same in the bot's terms.
  if (found.size() < before && !found.empty() && is_confirming) gathered_.refused.push_back(index);
  const bool is_last = may_be_meant && !is_confirming && index == context_.filled_last;
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
  drop_negated_values(context_, slot, found, remaining_text);
  if (found.empty() && are_all_negated && is_confirming) gathered_.refused.push_back(index);
  Guesses& guesses = gathered_.guesses;
  guesses.any = true;
  guesses.of_correction = guesses.of_correction || is_last;
  if (are_all_negated) guesses.replaced = index;
  add(index, found, is_last || are_all_negated ? By::kCorrection : By::kLeniency);
}

void Gathering::find_with_impossible(std::size_t index, const Reading& reading, std::vector<Found>& found) {
  Reading all = reading;
  all.with_impossible = true;
  const Slot& slot = context_.slots[index];
  slot.type->find(all, found);
  if (slot.type_name == "date" && context_.slots.is_english) {
    read_day_references(context_.folded(), context_.value_of(index), found);
  }
  for (const Found& one : found) {
    if (!one.why.empty()) gathered_.impossible.push_back({index, one, By::kType});
  }
  drop_impossible(reading, found);
}

// Moves the values.
void Gathering::add(std::size_t index, std::vector<Found>& found, By by) {
  if (found.empty()) return;
  const Slot& slot = context_.slots[index];
  if (by != By::kHint && !slot.is_loose() && !slot.param->list) {
    find_alternatives(*slot.type, {context_.folded(), context_.question.now, by == By::kName, slot.param->in_past},
                      found);
  }
  for (Found& one : found) gathered_.claims->push_back({index, std::move(one), by});
}

}  // namespace

Gathered gather(const ExtractionContext& context) { return Gathering(context).run(); }

}  // namespace parley::intents::extraction
