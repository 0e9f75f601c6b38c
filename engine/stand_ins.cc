#include "engine/stand_ins.h"

#include <algorithm>
#include <utility>

#include "config/definition.h"
#include "engine/made_up.h"
#include "intents/classifier.h"
#include "intents/entities/built_in.h"
#include "intents/folded_text.h"
#include "intents/sampling/dice.h"
#include "privacy/mask.h"

namespace parley::engine {
namespace {

constexpr const char* kAlwaysPrivate[] = {"email", "phone", "credit_card", "iban", "person_name"};

bool is_named(const std::vector<config::Text>& names, const std::string& name) {
  return std::any_of(names.begin(), names.end(), [&](const config::Text& one) { return one.value == name; });
}

bool is_word(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
         (static_cast<unsigned char>(c) & 0x80U) != 0;
}

bool is_inside_word(std::string_view text, std::size_t begin, std::size_t end) {
  return (begin > 0 && is_word(text[begin - 1]) && is_word(text[begin])) ||
         (end < text.size() && is_word(text[end]) && is_word(text[end - 1]));
}

// Other letters and digits in the places of those that are there.
std::string shaped_like(std::string_view text, intents::Dice& dice) {
  std::string out(text);
  bool is_first_digit = true;
  for (char& c : out) {
    const bool is_digit = c >= '0' && c <= '9';
    if (is_digit) c = static_cast<char>(is_first_digit ? '1' + dice.below(9) : '0' + dice.below(10));
    if (c >= 'a' && c <= 'z') c = static_cast<char>('a' + dice.below(26));
    if (c >= 'A' && c <= 'Z') c = static_cast<char>('A' + dice.below(26));
    is_first_digit = !is_digit;
  }
  return out;
}

template <class Replace>
std::string with_each(std::string_view text, const std::vector<Span>& spans, Replace replace) {
  std::string out;
  std::size_t at = 0;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    out.append(text.substr(at, spans[i].begin - at)).append(replace(i));
    at = spans[i].end;
  }
  return out.append(text.substr(at));
}

}  // namespace

StandIns::StandIns(const Catalog& catalog) : catalog_(catalog) {
  const config::BotDefinition& bot = catalog.definition();
  for (const config::Intent& intent : bot.intents) {
    for (const config::Param& param : intent.params) {
      if (!param.sensitive && !is_named(bot.redaction.params, param.id.value)) continue;
      params_.push_back({intent.id.value, param.id.value, param.type.value});
      add_type(param.type.value, Kind::kBotsOwn);
    }
  }
  for (const config::Text& type : bot.redaction.detect) add_type(type.value, Kind::kBotsOwn);
  for (const config::Entity& entity : bot.entities) add_type(entity.id.value, Kind::kPublic);
  for (const char* type : kAlwaysPrivate) add_type(type, Kind::kAlways);
}

StandIns::~StandIns() = default;

void StandIns::add_type(const std::string& type, Kind kind) {
  const auto known = [&](const KnownType& one) { return one.type == type; };
  if (std::any_of(types_.begin(), types_.end(), known)) return;
  const intents::Recogniser* reads = catalog_.classifier().types().find(type);
  if (!reads) {
    own_.push_back(intents::make_built_in(type));
    reads = own_.back().get();
  }
  if (reads && reads->takes_whole_message()) reads = nullptr;
  types_.push_back({type, reads, kind});
  if (const auto detected = privacy::private_type(type); detected && kind != Kind::kPublic) detected_.add(*detected);
}

void StandIns::learn(const std::string& intent, const Value::Object& params) {
  for (const PrivateParam& param : params_) {
    const auto given = params.find(param.param);
    const bool has_no_shape = std::any_of(
        types_.begin(), types_.end(), [&](const KnownType& type) { return type.type == param.type && !type.reads; });
    if (param.intent != intent || given == params.end() || !has_no_shape) continue;
    const std::string text = given->second.to_text();
    const auto& stand_ins = stand_ins_[param.type];
    const bool is_stand_in =
        std::any_of(stand_ins.begin(), stand_ins.end(), [&](const auto& stand_in) { return stand_in.second == text; });
    if (!text.empty() && !is_stand_in) literals_.emplace(text, param.type);
  }
}

std::vector<StandIns::Place> StandIns::places_in(std::string_view text, TimeMs now) const {
  std::vector<Place> all;
  const auto add_literal = [&](const std::string& literal, const std::string& type, const std::string& value) {
    for (auto at = text.find(literal); at != std::string_view::npos; at = text.find(literal, at + 1)) {
      const std::size_t end = at + literal.size();
      if (!is_inside_word(text, at, end)) all.push_back({{at, end}, type, value, false});
    }
  };
  for (const PrivateParam& param : params_) {
    const std::vector<std::string_view> labels = {param.param};
    for (auto at = text.find('{'); at != std::string_view::npos; at = text.find('{', at + 1)) {
      const std::size_t end = privacy::end_of_mask(text, at, labels);
      if (end != std::string_view::npos)
        all.push_back({{at, end}, param.type, std::string(text.substr(at, end - at)), false});
    }
  }
  for (const auto& [literal, type] : literals_) add_literal(literal, type, literal);

  const intents::FoldedText folded(text);
  Situation situation;
  situation.now_ms = now;
  const intents::Now when = catalog_.classifier().now_of(situation);
  for (const KnownType& type : types_) {
    if (!type.reads) continue;
    std::vector<intents::Found> found;
    type.reads->find({folded.text(), when, type.kind == Kind::kBotsOwn}, found);
    for (const intents::Found& one : found) {
      all.push_back(
          {folded.original_span(one.begin, one.end), type.type, one.value.to_json(), type.kind == Kind::kPublic});
    }
  }
  for (const privacy::Detected& found : privacy::detect(text, detected_)) {
    const std::string type = privacy::name_of(found.type);
    std::string written(text.substr(found.span.begin, found.span.end - found.span.begin));
    all.push_back({found.span, type, value_of(type, std::move(written), when), false});
  }
  // Of those that overlap the longest; of these the one that is known best.
  std::stable_sort(all.begin(), all.end(), [](const Place& a, const Place& b) {
    return a.span.end - a.span.begin > b.span.end - b.span.begin;
  });
  std::vector<Place> kept;
  for (Place& place : all) {
    const bool is_free = std::none_of(kept.begin(), kept.end(), [&](const Place& other) {
      return place.span.begin < other.span.end && other.span.begin < place.span.end;
    });
    if (is_free) kept.push_back(std::move(place));
  }
  std::erase_if(kept, [](const Place& place) { return place.is_public; });
  std::sort(kept.begin(), kept.end(), [](const Place& a, const Place& b) { return a.span.begin < b.span.begin; });
  return kept;
}

// What a detector has found: as its type reads it, without the blanks between its characters.
std::string StandIns::value_of(const std::string& type, std::string written, const intents::Now& when) const {
  std::erase(written, ' ');
  const auto known = std::find_if(types_.begin(), types_.end(), [&](const KnownType& one) { return one.type == type; });
  if (known == types_.end() || !known->reads) return written;
  std::vector<intents::Found> found;
  known->reads->find({written, when, true}, found);
  const bool is_read = found.size() == 1 && found[0].begin == 0 && found[0].end == written.size();
  return is_read ? found[0].value.to_json() : written;
}

std::vector<bool> StandIns::takers_of(const std::string& value, const std::string& type) const {
  std::vector<bool> takers;
  for (const PrivateParam& param : params_) {
    if (param.type == type) takers.push_back(catalog_.judge(param.intent, param.param, Value(value)).valid);
  }
  return takers;
}

// As its type reads the whole of it.
std::optional<Value> StandIns::whole_value(const std::string& type, std::string_view text,
                                           const intents::Now& when) const {
  const auto known = std::find_if(types_.begin(), types_.end(), [&](const KnownType& one) { return one.type == type; });
  if (known == types_.end() || !known->reads) return Value(text);
  const intents::FoldedText folded(text);
  std::vector<intents::Found> found;
  known->reads->find({folded.text(), when, true}, found);
  const bool is_whole = found.size() == 1 && found[0].begin == 0 && found[0].end == folded.text().size();
  return is_whole ? std::optional<Value>(found[0].value) : std::nullopt;
}

// What tells a stand-in from others.
std::string StandIns::read(const std::string& type, const std::string& text, const intents::Now& when) const {
  const auto value = whole_value(type, text, when);
  return value ? value->to_json() : value_of(type, text, when);
}

// Values that are known to be nobody's come first. Then, of types that are no lists, others of the same shape, and at
// last longer ones. Of numbers nobody's are known.
std::vector<std::string> StandIns::candidates_for(const Place& place, std::string_view original,
                                                  const intents::Now& when) const {
  constexpr int kOfOneShape = 400;  // a check digit is right once in ten, two once in 97
  std::vector<std::string> all = made_up_values(catalog_, place.type);
  const config::Entity* entity = catalog_.definition().find_entity(place.type);
  if (entity && !entity->values.empty()) return all;
  const std::vector<std::string> made_up = place.type == "number" ? std::exchange(all, {}) : std::vector<std::string>();
  intents::Dice dice(1);
  const auto value = Value::parse(place.value);
  const std::string canonical = value && !value->is_null() ? value->to_text() : place.value;
  for (const std::string& shape : {std::string(original), canonical, canonical + "1", canonical + "111"}) {
    for (int i = 0; i < kOfOneShape; ++i) {
      std::string candidate = shaped_like(shape, dice);
      if (whole_value(place.type, candidate, when)) all.push_back(std::move(candidate));
    }
  }
  all.insert(all.end(), made_up.begin(), made_up.end());
  return all;
}

const std::string& StandIns::stand_in_for(const Place& place, std::string_view original, const intents::Now& when) {
  auto& of_type = stand_ins_[place.type];
  if (const auto known = of_type.find(place.value); known != of_type.end()) return known->second;
  std::set<std::string>& taken = read_[place.type];
  const bool is_stored = original.substr(0, 1) != "{";
  std::vector<bool> takers = takers_of(std::string(original), place.type);
  if (!is_stored) takers.assign(takers.size(), true);
  const config::Entity* entity = catalog_.definition().find_entity(place.type);
  const bool is_list = entity && !entity->values.empty();  // the values of a list may change places, or stay
  std::string chosen, shared = "(" + place.type + ")";
  for (const std::string& candidate : candidates_for(place, original, when)) {
    if (takers_of(candidate, place.type) != takers) continue;
    const std::string value = read(place.type, candidate, when);
    const bool is_itself = candidate == original || value == place.value;
    const bool is_taken = taken.count(value) > 0;
    if (is_list ? is_itself && !is_taken : !is_itself) shared = candidate;
    if (is_itself || is_taken) continue;
    chosen = candidate;
    break;
  }
  if (chosen.empty()) chosen = shared;
  taken.insert(read(place.type, chosen, when));
  return of_type.emplace(place.value, std::move(chosen)).first->second;
}

// Looked for in what came out, so that it holds however the stand-ins were found.
std::vector<std::string> StandIns::shared() const {
  std::vector<std::string> types;
  for (const auto& [type, stand_ins] : stand_ins_) {
    const auto different = read_.find(type);
    if (different != read_.end() && different->second.size() < stand_ins.size()) types.push_back(type);
  }
  return types;
}

std::string StandIns::replaced(std::string_view text, TimeMs now) {
  const std::vector<Place> places = places_in(text, now);
  std::vector<Span> spans;
  for (const Place& place : places) spans.push_back(place.span);
  Situation situation;
  situation.now_ms = now;
  const intents::Now when = catalog_.classifier().now_of(situation);
  return with_each(text, spans, [&](std::size_t i) {
    return stand_in_for(places[i], text.substr(spans[i].begin, spans[i].end - spans[i].begin), when);
  });
}

std::string StandIns::blurred(std::string_view text, TimeMs now) const {
  std::vector<std::pair<std::string_view, std::string_view>> known;  // stand-ins, with their type
  for (const auto& [type, stand_ins] : stand_ins_) {
    for (const auto& [value, stand_in] : stand_ins) known.emplace_back(stand_in, type);
  }
  std::stable_sort(known.begin(), known.end(),
                   [](const auto& a, const auto& b) { return a.first.size() > b.first.size(); });
  std::string out(text);
  for (const auto& [stand_in, type] : known) {
    const std::string shown = "{" + std::string(type) + "}";
    for (auto at = out.find(stand_in); at != std::string::npos; at = out.find(stand_in, at + 1)) {
      if (is_inside_word(out, at, at + stand_in.size())) continue;
      out.replace(at, stand_in.size(), shown);
      at += shown.size() - 1;
    }
  }
  const std::vector<Place> places = places_in(out, now);
  std::vector<Span> spans;
  for (const Place& place : places) spans.push_back(place.span);
  return with_each(out, spans, [&](std::size_t i) { return "{" + places[i].type + "}"; });
}

std::map<std::string, int> StandIns::counts() const {
  std::map<std::string, int> counts;
  for (const auto& [type, stand_ins] : stand_ins_) {
    if (!stand_ins.empty()) counts[type] = static_cast<int>(stand_ins.size());
  }
  return counts;
}

}  // namespace parley::engine
