#include "intents/lint_alternatives.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "intents/entities/value_list.h"
#include "intents/folded_text.h"
#include "intents/templates/expression.h"
#include "intents/words.h"

namespace parley::intents {
namespace {

using config::Text;

void report(const Text& text, std::size_t at, std::string_view word, config::Diagnostics& findings) {
  findings.warning("W512", findings.inside(text, at), word,
                   "the alternative " + config::quoted(word) +
                       " is never needed: earlier alternatives match everything that it matches",
                   "remove it, or correct it");
}

// ---- sentence templates -----------------------------------------------------------------------------------------

// Returns a key that is equal for equal expressions.
std::string key_of(const Expression& expression) {
  std::string key = std::to_string(static_cast<int>(expression.kind)) + expression.text + ':' + expression.list + '(';
  for (const Expression& item : expression.items) key += key_of(item) + ',';
  return key + ')';
}

bool has_only_words(const Expression& expression) {
  return expression.kind != Expression::Kind::kSlot && expression.kind != Expression::Kind::kRule &&
         std::all_of(expression.items.begin(), expression.items.end(), has_only_words);
}

// Returns the sentences that an alternative matches. Returns its key if there are too many or they are unknown.
std::vector<std::string> meanings_of(const Expression& alternative) {
  constexpr std::size_t kMaxSentences = 64;
  if (has_only_words(alternative)) {
    if (auto sentences = all_sentences(alternative, kMaxSentences)) return std::move(*sentences);
  }
  return {key_of(alternative)};
}

// Returns the position where the brackets around `at` close.
std::size_t end_of_group(std::string_view source, std::size_t at) {
  int depth = 0;
  for (; at < source.size(); ++at) {
    const char c = source[at];
    if (c == '\\') {
      ++at;
    } else if (c == '(' || c == '[') {
      ++depth;
    } else if ((c == ')' || c == ']') && depth-- == 0) {
      break;
    }
  }
  return std::min(at, source.size());
}

void check_expression(const Text& text, const Expression& expression, config::Diagnostics& findings) {
  std::set<std::string> known;
  for (std::size_t i = 0; i < expression.items.size(); ++i) {
    const Expression& item = expression.items[i];
    check_expression(text, item, findings);
    if (expression.kind != Expression::Kind::kAlternatives) continue;
    const std::vector<std::string> meanings = meanings_of(item);
    const bool is_new = std::any_of(meanings.begin(), meanings.end(),
                                    [&](const std::string& meaning) { return known.insert(meaning).second; });
    known.insert(meanings.begin(), meanings.end());
    if (is_new || meanings.empty()) continue;
    const std::size_t end =
        i + 1 < expression.items.size() ? expression.items[i + 1].at - 1 : end_of_group(text.value, item.at);
    report(text, item.at, base::trim(std::string_view(text.value).substr(item.at, end - item.at)), findings);
  }
}

void check_template(const Text& text, config::Diagnostics& findings) {
  if (const auto expression = parse_expression(text, findings)) check_expression(text, *expression, findings);
}

// ---- regexes ----------------------------------------------------------------------------------------------------

// Returns the position after the opening of a group: "(", "(?:", "(?P<name>", "(?i)".
std::size_t group_begin(std::string_view regex, std::size_t open) {
  if (regex.substr(open, 2) != "(?") return open + 1;
  return std::min(regex.find_first_of(":>)", open), regex.size() - 1) + 1;
}

// Returns the position after "[...]".
std::size_t class_end(std::string_view regex, std::size_t open) {
  std::size_t at = open + 1;
  if (at < regex.size() && regex[at] == '^') ++at;
  if (at < regex.size() && regex[at] == ']') ++at;
  for (; at < regex.size() && regex[at] != ']'; ++at) {
    if (regex[at] == '\\') {
      ++at;
    } else if (regex.substr(at, 2) == "[:")
      at = std::min(regex.find(":]", at), regex.size() - 2) + 1;
  }
  return at + 1;
}

void check_regex(const Text& text, config::Diagnostics& findings) {
  const std::string_view regex = text.value;
  if (regex.find("\\Q") != std::string_view::npos) return;  // quoted text has no syntax
  struct Group {
    std::size_t begin = 0;  // where the current alternative begins
    std::set<std::string_view> known;
  };
  std::vector<Group> groups(1);
  const auto close_alternative = [&](std::size_t end) {
    const std::string_view alternative = regex.substr(groups.back().begin, end - groups.back().begin);
    if (!alternative.empty() && !groups.back().known.insert(alternative).second) {
      report(text, groups.back().begin, alternative, findings);
    }
    groups.back().begin = end + 1;
  };
  for (std::size_t at = 0; at < regex.size();) {
    switch (regex[at]) {
      case '\\': at += 2; continue;
      case '[': at = class_end(regex, at); continue;
      case '(': {
        const std::size_t begin = group_begin(regex, at);
        const bool is_flags = regex[begin - 1] == ')';
        if (!is_flags) groups.push_back({begin, {}});
        at = begin;
        continue;
      }
      case '|': close_alternative(at); break;
      case ')':
        close_alternative(at);
        if (groups.size() > 1) groups.pop_back();
        break;
      default: break;
    }
    ++at;
  }
  close_alternative(regex.size());
}

// ---- entities ---------------------------------------------------------------------------------------------------

// Returns a synonym in the form used for lookup, and a regex unchanged.
std::string lookup_form(const std::string& synonym) {
  if (!is_plain_phrase(synonym)) return synonym;
  std::string spaced(synonym);
  std::replace(spaced.begin(), spaced.end(), '_', ' ');
  return std::string(Words(spaced).text());
}

// Checks the words of an entity's values. Values with facts may share words, because templates distinguish the values
// by the facts.
void check_values(const config::Entity& entity, config::Diagnostics& findings) {
  std::map<std::string, const config::EntityValue*> owners;
  for (const config::EntityValue& value : entity.values) {
    const auto add_words = [&](const Text& words) {
      const auto [owner, is_new] = owners.emplace(lookup_form(words.value), &value);
      const bool has_facts = value.facts.if_object() && !value.facts.if_object()->empty();
      if (is_new || has_facts) return;
      const bool is_same = owner->second == &value;
      findings.warning("W513", words.mark, words.value,
                       config::quoted(words.value) + " is already a name or synonym of " +
                           (is_same ? "this value" : config::quoted(owner->second->canonical.value)),
                       is_same ? "remove it" : "remove it from one of the values; the first value in the file wins");
    };
    add_words(value.canonical);
    for (const Text& synonym : value.synonyms) {
      add_words(synonym);
      if (!is_plain_phrase(synonym.value)) check_regex(synonym, findings);
    }
  }
}

void check_entity(const config::Entity& entity, config::Diagnostics& findings) {
  for (const Text& regex : entity.patterns) check_regex(regex, findings);
  for (const Text& text : entity.templates) check_template(text, findings);
  check_values(entity, findings);
}

}  // namespace

void find_redundant_alternatives(const config::BotDefinition& bot, config::Diagnostics& findings) {
  for (const config::Entity& entity : bot.entities) check_entity(entity, findings);
  for (const config::TemplateRule& rule : bot.rules) check_template(rule.text, findings);
  for (const config::Intent& intent : bot.intents) {
    for (const config::Rule& rule : intent.rules) check_regex(rule.regex, findings);
    for (const config::Param& param : intent.params) {
      for (const Text& regex : param.mapping) check_regex(regex, findings);
    }
    for (const config::Sentences& sentences : intent.sentences) {
      for (const Text& text : sentences.templates) check_template(text, findings);
      for (const config::TemplateRule& rule : sentences.rules) check_template(rule.text, findings);
      for (const config::Entity& list : sentences.lists) check_entity(list, findings);
    }
  }
}

}  // namespace parley::intents
