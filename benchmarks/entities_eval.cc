// How well the built-in types read text that others labelled: entities_eval LINES.jsonl [TYPE...]
//
// A line of the input is {"text", "entities": [{"type", "start", "end", "value"?: [accepted...]}], "types": [...],
// "source"?, "now"?, "asked"?}, offsets in code points; "asked": true reads the text as the answer to a question. All
// the line's types read it, and of what overlaps the longer piece stays, as it does among the params of an intent.
// Prints every miss (of TYPE... alone when given), then one table by type, counting entities, and one by source,
// counting lines on which nothing is wrong.
//
// Conventions that differ are compared by what they mean: numbers as numbers, money by its amount (cents as they
// are said), instants by the second however they are written. Where a label accepts no value, the place counts alone.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "base/text.h"
#include "base/time.h"
#include "intents/entities/built_in.h"
#include "intents/folded_text.h"

namespace {

using parley::Value;
namespace base = parley::base;
namespace intents = parley::intents;

struct Entity {
  std::string type;
  std::int64_t begin = 0;
  std::int64_t end = 0;
  Value value;  // found: canonical; expected: an array of what is accepted, or null
};

struct Tally {
  int cases = 0;
  int exact = 0;
  int wrong_value = 0;
  int wrong_type = 0;
  int wrong_span = 0;
  int missed = 0;
  int extra = 0;
};

struct Lines {
  int all = 0;
  int right = 0;
};

bool overlap(const Entity& a, const Entity& b) { return a.begin < b.end && b.begin < a.end; }
bool same_place(const Entity& a, const Entity& b) { return a.begin == b.begin && a.end == b.end; }

std::string text_of(const Value* value) { return value ? value->to_text() : std::string(); }

std::int64_t integer_of(const Value* value) {
  const std::int64_t* whole = value ? value->if_int() : nullptr;
  return whole ? *whole : -1;
}

// "2016-11-07T08:00" and "2016-11-07 08:00:00" are one instant.
std::string instant(std::string text) {
  std::replace(text.begin(), text.end(), 'T', ' ');
  if (text.size() > 3 && text.substr(text.size() - 3) == ":00" && std::count(text.begin(), text.end(), ':') == 2) {
    text.resize(text.size() - 3);
  }
  return text;
}

bool same_number(double found, const std::string& accepted) {
  char* end = nullptr;
  const double wanted = std::strtod(accepted.c_str(), &end);
  return end != accepted.c_str() && std::fabs(found - wanted) <= 1e-6 * std::max(1.0, std::fabs(wanted));
}

bool means(const Entity& found, const std::string& accepted) {
  const Value* amount = found.value.find("amount");
  double number = 0;
  // The data counts cents where only cents are said.
  if (amount && amount->get_number(number)) return same_number(number, accepted) || same_number(number * 100, accepted);
  if (found.value.get_number(number)) return same_number(number, accepted);
  return instant(found.value.to_text()) == instant(accepted);
}

bool is_accepted(const Entity& found, const Value& accepted) {
  const Value::Array* values = accepted.if_array();
  return !values ||
         std::any_of(values->begin(), values->end(), [&](const Value& v) { return means(found, v.to_text()); });
}

const intents::Recogniser* recogniser(const std::string& type) {
  static std::map<std::string, std::unique_ptr<const intents::Recogniser>> made;
  const auto at = made.find(type);
  return (at != made.end() ? at : made.emplace(type, intents::make_built_in(type)).first)->second.get();
}

std::vector<Entity> expected_on(const Value& line) {
  std::vector<Entity> out;
  const Value* entities = line.find("entities");
  if (!entities || !entities->if_array()) return out;
  for (const Value& one : *entities->if_array()) {
    const Value* accepted = one.find("value");
    out.push_back({text_of(one.find("type")), integer_of(one.find("start")), integer_of(one.find("end")),
                   accepted ? *accepted : Value()});
  }
  return out;
}

std::vector<Entity> found_on(const Value& line) {
  const std::string text = text_of(line.find("text"));
  const std::string now = text_of(line.find("now"));
  const Value* asked = line.find("asked");
  const bool is_asked = asked && asked->if_bool() && *asked->if_bool();
  const intents::FoldedText folded(text);
  std::vector<Entity> all;
  for (const Value& type : *line.find("types")->if_array()) {
    const intents::Recogniser* reader = recogniser(type.to_text());
    if (!reader) continue;
    std::vector<intents::Found> found;
    reader->find({folded.text(), base::parse_iso8601(now + (now.empty() ? "" : "Z")).value_or(0), is_asked}, found);
    for (const intents::Found& one : found) {
      const parley::Span span = folded.original_span(one.begin, one.end);
      all.push_back({type.to_text(), static_cast<std::int64_t>(base::code_point_offset(text, span.begin)),
                     static_cast<std::int64_t>(base::code_point_offset(text, span.end)), one.value});
    }
  }
  std::stable_sort(all.begin(), all.end(),
                   [](const Entity& a, const Entity& b) { return a.end - a.begin > b.end - b.begin; });
  std::vector<Entity> kept;
  for (const Entity& one : all) {
    if (std::none_of(kept.begin(), kept.end(), [&](const Entity& other) { return overlap(one, other); })) {
      kept.push_back(one);
    }
  }
  return kept;
}

class Evaluation {
 public:
  explicit Evaluation(std::set<std::string> shown) : shown_(std::move(shown)) {}

  void judge(const Value& line) {
    const std::vector<Entity> expected = expected_on(line);
    const std::vector<Entity> found = found_on(line);
    const std::string text = text_of(line.find("text"));
    bool is_right = true;
    const auto miss = [&](int& count, const char* what, const std::string& type, const Entity* wanted,
                          const Entity* got) {
      ++count;
      is_right = false;
      if (!shown_.empty() && shown_.count(type) == 0) return;
      std::cout << type << '\t' << what << '\t' << described(wanted, text) << '\t' << described(got, text) << '\t'
                << text << '\n';
    };
    for (const Entity& wanted : expected) {
      Tally& tally = by_type_[wanted.type];
      ++tally.cases;
      const auto got = std::find_if(found.begin(), found.end(), [&](const Entity& f) { return overlap(f, wanted); });
      if (got == found.end()) {
        miss(tally.missed, "missed", wanted.type, &wanted, nullptr);
      } else if (!same_place(*got, wanted)) {
        miss(tally.wrong_span, "span", wanted.type, &wanted, &*got);
      } else if (got->type != wanted.type) {
        miss(tally.wrong_type, "type", wanted.type, &wanted, &*got);
      } else if (!is_accepted(*got, wanted.value)) {
        miss(tally.wrong_value, "value", wanted.type, &wanted, &*got);
      } else {
        ++tally.exact;
      }
    }
    for (const Entity& got : found) {
      const auto meets = [&](const Entity& wanted) { return overlap(got, wanted); };
      if (std::any_of(expected.begin(), expected.end(), meets)) continue;
      miss(by_type_[got.type].extra, "extra", got.type, nullptr, &got);
    }
    Lines& lines = by_source_[text_of(line.find("source"))];
    ++lines.all;
    if (is_right) ++lines.right;
  }

  void print() const {
    std::printf("\n%-16s %6s %6s %7s %6s %6s %6s %7s %6s\n", "type", "cases", "exact", "", "value", "type", "span",
                "missed", "extra");
    for (const auto& [type, tally] : by_type_) {
      std::printf("%-16s %6d %6d %6.1f%% %6d %6d %6d %7d %6d\n", type.c_str(), tally.cases, tally.exact,
                  percent(tally.exact, tally.cases), tally.wrong_value, tally.wrong_type, tally.wrong_span,
                  tally.missed, tally.extra);
    }
    std::printf("\n%-34s %6s %6s\n", "source", "lines", "right");
    for (const auto& [source, lines] : by_source_) {
      std::printf("%-34s %6d %6d %6.1f%%\n", source.c_str(), lines.all, lines.right, percent(lines.right, lines.all));
    }
  }

 private:
  static double percent(int part, int all) { return all == 0 ? 0 : 100.0 * part / all; }

  static std::string described(const Entity* entity, const std::string& text) {
    if (!entity) return "-";
    std::string piece;
    std::int64_t place = 0;
    for (std::size_t at = 0; at < text.size(); ++place) {
      const char32_t c = base::next_code_point(text, at);
      if (place >= entity->begin && place < entity->end) base::append_code_point(piece, c);
    }
    return "'" + piece + "' " + entity->value.to_json();
  }

  std::set<std::string> shown_;
  std::map<std::string, Tally> by_type_;
  std::map<std::string, Lines> by_source_;
};

}  // namespace

int main(int argc, char** argv) {
  std::ifstream file(argc > 1 ? argv[1] : "");
  if (!file) {
    std::cerr << "usage: entities_eval LINES.jsonl [TYPE...]\n";
    return 2;
  }
  Evaluation evaluation(std::set<std::string>(argv + 2, argv + argc));
  for (std::string text; std::getline(file, text);) {
    const auto line = Value::parse(text);
    if (!line || !line->find("types") || !line->find("types")->if_array()) {
      std::cerr << "entities_eval: a line is no JSON or has no types\n";
      return 2;
    }
    evaluation.judge(*line);
  }
  evaluation.print();
  return 0;
}
