// Tested by tests/intents/templates_test.cc.
#include "intents/templates/slot_lists.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/boundaries.h"
#include "intents/entities/built_in.h"
#include "intents/entities/range.h"
#include "intents/entities/spoken_number.h"
#include "intents/entities/value_list.h"

namespace parley::intents {
namespace {

// Above this number, a range is read in digits only.
constexpr double kMaxSpokenNumber = 1'000;

// Returns the list's own value that a recogniser found by a pattern, or null if the list does not have it.
const config::EntityValue* value_named(const SlotList& list, const Value& found) {
  if (!list.entity) return nullptr;
  const std::vector<config::EntityValue>& values = list.entity->values;
  const auto named = std::find_if(values.begin(), values.end(), [&](const auto& one) { return one.value == found; });
  return named == values.end() ? nullptr : &*named;
}

Value number_value(double number) {
  return number == std::floor(number) ? Value(static_cast<std::int64_t>(number)) : Value(number);
}

}  // namespace

// ---- the lists ------------------------------------------------------------------------------------------------

int SlotLists::named(const config::BotDefinition& bot, const std::string& name, bool in_past) {
  const std::pair key(name, in_past);
  if (const auto known = by_name_.find(key); known != by_name_.end()) return known->second;
  SlotList list;
  list.in_past = in_past;
  list.entity = bot.find_entity(name);
  list.recogniser = types_.find(name);
  if (!list.recogniser && !list.entity) {
    own_.push_back(make_built_in(name));
    list.recogniser = own_.back().get();
    if (!list.recogniser) return -1;
  }
  return by_name_[key] = add(list);
}

int SlotLists::of(const config::BotDefinition& bot, const config::Entity& entity, config::Diagnostics& findings) {
  own_.push_back(make_entity(bot, entity, types_, findings));
  SlotList list;
  list.entity = &entity;
  list.recogniser = own_.back().get();
  return add(list);
}

int SlotLists::add(SlotList list) {
  const int id = size();
  const bool is_extended = list.entity && !list.entity->extends.value.empty();
  if (list.entity && !is_extended && (!list.entity->values.empty() || list.entity->range)) {
    list.kind = SlotList::Kind::kLooked;
  } else if (list.recogniser && list.recogniser->takes_whole_message()) {
    list.kind = SlotList::Kind::kWild;
  } else if (list.recogniser && list.recogniser->needs_context()) {
    list.kind = SlotList::Kind::kJudged;
  }
  lists_.push_back(list);
  if (list.kind == SlotList::Kind::kLooked) index(id);
  return id;
}

void SlotLists::index(int list) {
  SlotList& indexed = lists_[static_cast<std::size_t>(list)];
  for (const config::EntityValue& value : indexed.entity->values) {
    const int entry = static_cast<int>(entries_.size());
    entries_.push_back({list, &value.value, value.facts.if_object() ? &value.facts : nullptr});
    phrases_.add(value.canonical.value, entry);
    for (const config::Text& synonym : value.synonyms) {
      if (is_plain_phrase(synonym.value)) {
        phrases_.add(synonym.value, entry);
      } else {
        indexed.has_patterns = true;
      }
    }
  }
  if (!indexed.entity->range) return;
  const config::Range& range = *indexed.entity->range;
  ranges_.push_back(list);
  const int first = static_cast<int>(std::max(0.0, std::floor(range.from)));
  for (int whole = first; whole <= std::min(range.to, kMaxSpokenNumber); ++whole) index_numbers(range, whole, list);
}

// Indexes the whole number and the numbers with one decimal digit after it.
void SlotLists::index_numbers(const config::Range& range, int whole, int list) {
  const int tenths = range.step == std::floor(range.step) ? 1 : 10;
  for (int tenth = 0; tenth < tenths; ++tenth) {
    const double number = whole + tenth / 10.0;
    if (!is_in(number, range)) continue;
    for (const std::string& words : spoken(whole)) {
      const std::string point = tenth == 0 ? "" : " point " + spoken(tenth).front();
      phrases_.add(words + point, static_cast<int>(entries_.size()));
    }
    entries_.push_back({list, &numbers_.emplace_back(number_value(number)), nullptr});
  }
}

// ---- values in a message --------------------------------------------------------------------------------------

Spots::Spots(const SlotLists& lists, const Words& words, const Reading& reading)
    : lists_(lists),
      words_(words),
      reading_(reading),
      spots_(static_cast<std::size_t>(lists.size())),
      is_asked_(static_cast<std::size_t>(lists.size())) {
  look_up();
}

const std::vector<Spot>& Spots::of(int list) {
  const auto index = static_cast<std::size_t>(list);
  const SlotList& asked = lists_[list];
  if (!is_asked_[index] && (asked.kind == SlotList::Kind::kFound || asked.has_patterns)) ask(list);
  is_asked_[index] = true;
  return spots_[index];
}

const Value* Spots::judged(int list, std::size_t begin, std::size_t end) {
  const Words::Place place = words_.place_of(words_.text().substr(begin, end - begin));
  std::vector<Found> found;
  const std::string_view piece = reading_.text.substr(place.begin, place.end - place.begin);
  lists_[list].recogniser->find({piece, reading_.now, true}, found);
  if (found.size() != 1 || found.front().begin != 0 || found.front().end != piece.size()) return nullptr;
  return &values_.emplace_back(std::move(found.front().value));
}

void Spots::add(int list, const Spot& spot) { spots_[static_cast<std::size_t>(list)].push_back(spot); }

// Looks up the phrases of the message. "The lamp's" also counts as "the lamp" followed by an s.
void Spots::look_up() {
  const std::string_view text = words_.text();
  for (std::size_t first = 0; first < words_.size(); ++first) {
    const std::size_t begin = words_.begin_of(first);
    const auto take = [&](const std::vector<int>& meanings, std::size_t end) {
      for (const int meaning : meanings) {
        const SlotLists::Entry& entry = lists_.entries_[static_cast<std::size_t>(meaning)];
        add(entry.list, {begin, end, entry.value, entry.facts});
      }
    };
    lists_.phrases_.at(words_, first, [&](const std::vector<int>& meanings, std::size_t count) {
      take(meanings, words_.end_of(first + count - 1));
      return false;
    });
    const std::size_t after = std::min(words_.size(), first + lists_.phrases_.longest());
    for (std::size_t last = first; last < after; ++last) {
      const Words::Place& place = words_[last];
      if (place.end - place.begin < 3 || reading_.text[place.end - 2] != '\'') continue;
      const std::size_t end = words_.end_of(last) - 1;
      if (const auto* meanings = lists_.phrases_.find(text.substr(begin, end - begin))) take(*meanings, end);
      break;
    }
    if (base::is_digit(text[begin])) look_up_digits(first);
  }
}

// Reads "20", "20%" and "-5". "20.5" is two words with a point between them.
void Spots::look_up_digits(std::size_t word) {
  const std::string_view text = words_.text(), folded = reading_.text;
  const std::size_t begin = words_.begin_of(word);
  std::size_t end = begin;
  while (end < text.size() && base::is_digit(text[end])) ++end;
  const auto read = [&](std::size_t stop, const std::string& digits) {
    double number = 0;
    const auto [rest, error] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
    if (error != std::errc() || rest != digits.data() + digits.size()) return;
    const std::size_t at = words_[word].begin;
    const bool is_negative = at > 0 && folded[at - 1] == '-' && (at == 1 || folded[at - 2] == ' ');
    if (is_negative) number = -number;
    for (const int list : lists_.ranges_) {
      if (!is_in(number, *lists_[list].entity->range)) continue;
      add(list, {begin, stop, &values_.emplace_back(number_value(number)), nullptr});
    }
  };
  const std::string whole(text.substr(begin, end - begin));
  const bool is_whole_word = end == words_.end_of(word);
  const bool has_point = is_whole_word && word + 1 < words_.size() && words_[word + 1].begin == words_[word].end + 1 &&
                         folded[words_[word].end] == '.' && base::is_digit(text[words_.begin_of(word + 1)]);
  if (!has_point) {
    read(end, whole);
    return;
  }
  std::size_t stop = words_.begin_of(word + 1);
  const std::size_t fraction = stop;
  while (stop < text.size() && base::is_digit(text[stop])) ++stop;
  read(stop, whole + '.' + std::string(text.substr(fraction, stop - fraction)));
}

void Spots::ask(int list) {
  const SlotList& asked = lists_[list];
  if (!asked.recogniser) return;
  std::vector<Found> found;
  asked.recogniser->find({reading_.text, reading_.now, reading_.asked, reading_.in_past || asked.in_past}, found);
  for (Found& one : found) {
    const auto place = words_.within(one.begin, one.end);
    if (!place) continue;
    const config::EntityValue* named = value_named(asked, one.value);
    const Value* value = named ? &named->value : &values_.emplace_back(std::move(one.value));
    Spot spot{place->begin, place->end, value, nullptr, {one.begin, one.end}};
    if (named && named->facts.if_object()) spot.facts = &named->facts;
    add(list, spot);
  }
  std::vector<Spot>& spots = spots_[static_cast<std::size_t>(list)];
  std::stable_sort(spots.begin(), spots.end(), [](const Spot& a, const Spot& b) { return a.begin < b.begin; });
}

}  // namespace parley::intents
