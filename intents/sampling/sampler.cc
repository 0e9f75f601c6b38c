// Tested by tests/intents/sampling_test.cc.
#include "intents/sampling/sampler.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text.h"
#include "config/by_id.h"
#include "intents/entities/value_list.h"
#include "intents/pattern.h"
#include "intents/sampling/regex_sample.h"
#include "intents/templates/expression.h"
#include "intents/words.h"

namespace parley::intents {
namespace {

constexpr int kMaxSampleAttempts = 20;  // attempts for one sentence

// Typical words for the built-in types.
const std::multimap<std::string, std::string, std::less<>>& said_for_types() {
  static const std::multimap<std::string, std::string, std::less<>> kSaid = {
      {"number", "3"},
      {"number", "twelve"},
      {"ordinal", "3rd"},
      {"percent", "ten percent"},
      {"money", "$20"},
      {"money", "fifty euros"},
      {"date", "tomorrow"},
      {"date", "5 May"},
      {"time", "9:30"},
      {"time", "half past nine"},
      {"datetime", "tomorrow at 9:30"},
      {"duration", "3 days"},
      {"date_range", "from Monday to Friday"},
      {"time_range", "from 3 to 5 pm"},
      {"datetime_range", "tomorrow from 3 to 5 pm"},
      {"age", "29 years old"},
      {"temperature", "20 degrees celsius"},
      {"boolean", "yes"},
      {"boolean", "no"},
      {"email", "jo@example.org"},
      {"phone", "+44 20 7946 0958"},
      {"url", "https://example.org/a"},
      {"ip", "192.0.2.1"},
      {"uuid", "123e4567-e89b-12d3-a456-426614174000"},
      {"credit_card", "4111 1111 1111 1111"},
      {"iban", "GB82 WEST 1234 5698 7654 32"},
      {"us_ssn", "123-45-6789"},
      {"uk_postcode", "SW1A 1AA"},
      {"person_name", "Jane Doe"},
      {"first_name", "Jane"},
      {"last_name", "Doe"},
      {"head_count", "4 people"},
      {"free_text", "something"},
      {"free_text", "this and that"},
  };
  return kSaid;
}

// Leaves one space between two words and none at the ends.
std::string tidy(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == ' ' && (out.empty() || out.back() == ' ')) continue;
    out += c;
  }
  return std::string(base::trim(out));
}

}  // namespace

std::string Sampler::of_rule(const config::Rule& rule, Dice& dice) const {
  const Pattern pattern(rule.regex.value);
  if (!pattern.is_valid()) return {};
  for (int i = 0; i < kMaxSampleAttempts; ++i) {
    std::string text = sample_of_regex(rule.regex.value, dice);
    std::string neat = tidy(text);
    if (pattern.occurs_in(neat)) return neat;
    if (pattern.occurs_in(text)) return text;
  }
  return {};
}

std::string Sampler::of_entity(const config::Entity& entity, Dice& dice) const {
  if (entity.range) {
    const auto steps = static_cast<std::size_t>((entity.range->to - entity.range->from) / entity.range->step);
    return Value(entity.range->from + static_cast<double>(dice.below(steps + 1)) * entity.range->step).to_text();
  }
  if (!entity.values.empty()) {
    const config::EntityValue& value = entity.values[dice.below(entity.values.size())];
    const std::size_t which = dice.below(value.synonyms.size() + 1);
    if (which == value.synonyms.size()) return value.canonical.value;
    const std::string& synonym = value.synonyms[which].value;
    return is_plain_phrase(synonym) ? synonym : tidy(sample_of_regex(synonym, dice));
  }
  if (!entity.templates.empty()) return of_text(entity.templates[dice.below(entity.templates.size())], {}, {}, dice);
  if (!entity.examples.empty()) return entity.examples[dice.below(entity.examples.size())].value;
  if (entity.patterns.empty()) return {};
  return tidy(sample_of_regex(entity.patterns[dice.below(entity.patterns.size())].value, dice));
}

std::string Sampler::of_type(const std::string& type, Dice& dice) const {
  if (const config::Entity* entity = classifier_.bot().find_entity(type)) return of_entity(*entity, dice);
  const auto [first, last] = said_for_types().equal_range(type);
  if (first == last) return {};
  return std::next(first, static_cast<std::ptrdiff_t>(dice.below(static_cast<std::size_t>(std::distance(first, last)))))
      ->second;
}

std::string Sampler::of_template(const config::Text& text, const config::Intent& intent,
                                 const config::Sentences& sentences, Dice& dice) const {
  return of_text(text, intent.params, sentences, dice);
}

std::string Sampler::of_text(const config::Text& text, const std::vector<config::Param>& params,
                             const config::Sentences& sentences, Dice& dice) const {
  config::Diagnostics ignored({});
  const auto say = [&](const Expression& expression, const auto& self) -> std::string {
    std::string out;
    switch (expression.kind) {
      case Expression::Kind::kText: return expression.text;
      case Expression::Kind::kSpace: return " ";
      case Expression::Kind::kSlot: {
        const std::string& name = expression.list.empty() ? expression.text : expression.list;
        if (const config::Entity* local = config::find_by_id(sentences.lists, name)) return of_entity(*local, dice);
        const config::Param* param = config::find_by_id(params, expression.text);
        return of_type(expression.list.empty() && param ? param->type.value : name, dice);
      }
      case Expression::Kind::kRule: {
        const config::TemplateRule* rule = config::find_by_id(sentences.rules, expression.text);
        if (!rule) rule = config::find_by_id(classifier_.bot().rules, expression.text);
        const auto parsed = rule ? parse_expression(rule->text, ignored) : std::nullopt;
        return parsed ? self(*parsed, self) : std::string();
      }
      case Expression::Kind::kSequence:
        for (const Expression& item : expression.items) out += self(item, self);
        return out;
      case Expression::Kind::kAlternatives: return self(expression.items[dice.below(expression.items.size())], self);
      case Expression::Kind::kPermutation: {
        std::vector<const Expression*> order;
        for (const Expression& item : expression.items) {
          order.insert(order.begin() + static_cast<std::ptrdiff_t>(dice.below(order.size() + 1)), &item);
        }
        for (const Expression* item : order) out += ' ' + self(*item, self) + ' ';
        return out;
      }
    }
    return out;
  };
  const auto expression = parse_expression(text, ignored);
  return expression ? tidy(say(*expression, say)) : std::string();
}

std::vector<std::string> Sampler::of_intent(const config::Intent& intent, std::size_t count, Dice& dice) const {
  std::vector<std::string> out;
  std::set<std::string> seen;
  const auto keep = [&](std::string sentence) {
    if (!sentence.empty() && out.size() < count && seen.insert(sentence).second) out.push_back(std::move(sentence));
  };
  for (int round = 0; round < kMaxSampleAttempts && out.size() < count; ++round) {
    for (const config::Sentences& sentences : intent.sentences) {
      for (const config::Text& text : sentences.templates) keep(of_template(text, intent, sentences, dice));
    }
    for (const config::Rule& rule : intent.rules) keep(of_rule(rule, dice));
    if (round > 0) continue;
    for (const config::Text& example : intent.examples) keep(example.value);
  }
  return out;
}

}  // namespace parley::intents
