#include "engine/stand_ins.h"

#include <algorithm>

#include "config/definition.h"
#include "engine/made_up.h"
#include "intents/classifier.h"
#include "intents/entities/built_in.h"
#include "intents/folded_text.h"

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
      const bool is_inside_word = (at > 0 && is_word(text[at - 1]) && is_word(literal.front())) ||
                                  (end < text.size() && is_word(text[end]) && is_word(literal.back()));
      if (!is_inside_word) all.push_back({{at, end}, type, value, false});
    }
  };
  for (const PrivateParam& param : params_) add_literal("{" + param.param + "}", param.type, "{" + param.param + "}");
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

bool StandIns::suits(const std::string& candidate, const std::string& type) const {
  return std::all_of(params_.begin(), params_.end(), [&](const PrivateParam& param) {
    return param.type != type || catalog_.judge(param.intent, param.param, Value(candidate)).valid;
  });
}

const std::string& StandIns::stand_in_for(const Place& place, std::string_view original) {
  auto& of_type = stand_ins_[place.type];
  if (const auto known = of_type.find(place.value); known != of_type.end()) return known->second;
  const auto is_taken = [&](const std::string& candidate) {
    return candidate == original || std::any_of(of_type.begin(), of_type.end(),
                                                [&](const auto& stand_in) { return stand_in.second == candidate; });
  };
  std::string last = "(" + place.type + ")";
  for (const std::string& candidate : made_up_values(catalog_, place.type)) {
    if (!suits(candidate, place.type)) continue;
    last = candidate;
    if (!is_taken(candidate)) break;
  }
  return of_type.emplace(place.value, std::move(last)).first->second;
}

std::string StandIns::replaced(std::string_view text, TimeMs now) {
  const std::vector<Place> places = places_in(text, now);
  std::vector<Span> spans;
  for (const Place& place : places) spans.push_back(place.span);
  return with_each(text, spans, [&](std::size_t i) {
    return stand_in_for(places[i], text.substr(spans[i].begin, spans[i].end - spans[i].begin));
  });
}

std::string StandIns::blurred(std::string_view text, TimeMs now) const {
  std::string out(text);
  for (const auto& [type, stand_ins] : stand_ins_) {
    for (const auto& [value, stand_in] : stand_ins) {
      const std::string shown = "{" + type + "}";
      for (auto at = out.find(stand_in); at != std::string::npos; at = out.find(stand_in, at + shown.size())) {
        out.replace(at, stand_in.size(), shown);
      }
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
