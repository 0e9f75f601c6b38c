#include "intents/param_mentions.h"

#include <algorithm>
#include <string>

#include "intents/lexicon.h"
#include "intents/word_patterns.h"

namespace parley::intents {
namespace {

constexpr std::size_t kShortMessageWords = 8;  // a message of at most this many words may only name params
constexpr std::size_t kMaxMentions = 8;
constexpr std::size_t kNameReach = 120;  // bytes; how far before a name the words for its change may begin

const lexicon::Params& mention_words() { return lexicon::kEn.params; }

// The patterns do not depend on an intent, so they are compiled once.
struct Around {
  Pattern begins{concat({"^", any_before(mention_words().before_change), mention_words().change,
                         "(?: ", mention_words().whose, ")? $"}),
                 Pattern::Case::kCounts};
  Pattern before{concat({"(?:^| )", mention_words().before_name, " $"}), Pattern::Case::kCounts};
  Pattern after{concat({"^ (?:", mention_words().after_name, "|", mention_words().after_name_at_end, "$)"}),
                Pattern::Case::kCounts};
  Pattern joined{concat({"^ ", mention_words().joints, " $"}), Pattern::Case::kCounts};
  Pattern is_given{
      "^(?:(?: +now)? +(?:from +\\S+(?: +\\S+){0,3} +)?(?:to|into|is|was|as|should(?: +(?:be|have "
      "+been|say|read))|must +be|"
      "(?:has|needs|ought) +to +be|will +be)\\b| *[:=])(?: |now\\b|actually\\b|really\\b|[:=-])*"};
  Pattern is_assigned{"^ +(?:from +\\S+(?: +\\S+){0,3} +)?(?:to|into) +"};
  Pattern should_be{"^ +(?:should|must|needs +to|has +to|ought +to) +be +"};
};

const Around& around() {
  static const Around patterns;
  return patterns;
}

// Returns "orders" for "order" and "order" for "orders".
std::string in_other_number(std::string_view name) {
  std::string other(name);
  if (other.size() > 2 && other.back() == 's' && other[other.size() - 2] != 's') {
    other.pop_back();
  } else {
    other += 's';
  }
  return other;
}

}  // namespace

Naming::Naming(const config::Intent& intent, Prefilter& prefilter) {
  std::vector<Words> names;
  AnyOf texts;
  const auto add = [&](std::string_view name, std::size_t param) {
    names_.add(name, static_cast<int>(param));
    texts.emplace_back(name);
  };
  for (const config::Param& param : intent.params) names.emplace_back(config::shown_name(param.name, param.id));
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].size() == 0 || mention_words().common.has(names[i].text())) continue;
    add(names[i].text(), i);
    add(in_other_number(names[i].text()), i);
    const std::string_view last = names[i].text(names[i].size() - 1, 1);
    const bool is_only = std::none_of(names.begin(), names.end(), [&](const Words& other) {
      if (&other == &names[i]) return false;
      for (std::size_t word = 0; word < other.size(); ++word) {
        if (other.text(word, 1) == last) return true;
      }
      return false;
    });
    if (!is_only || mention_words().common.has(last)) continue;
    add(last, i);
    add(in_other_number(last), i);
  }
  number_ = prefilter.share({std::move(texts)}, Prefilter::Text::kPlain);
}

std::vector<NamedParam> Naming::find(const Message& message, bool changing, bool strictly) const {
  std::vector<NamedParam> named;
  if (names_.empty() || !message.passed.may_match(number_)) return named;
  const Words& words = message.words;
  const std::string_view text = message.text.text();
  const std::string_view plain = words.text();
  std::size_t last_end = 0;  // end in `plain` of the last mention
  for (std::size_t first = 0; first < words.size() && named.size() < kMaxMentions;) {
    std::size_t length = 0;
    names_.at(words, first, [&](const std::vector<int>& meanings, std::size_t count) {
      if (meanings.size() != 1) return false;
      NamedParam one;
      one.param = static_cast<std::size_t>(meanings.front());
      length = count;
      const std::size_t begin = words.begin_of(first);
      const std::size_t from = begin - std::min(begin, kNameReach);
      const std::string_view before = plain.substr(from, begin - from);
      const std::size_t end = words.end_of(first + count - 1);
      const bool is_begun = from == 0 && around().begins.occurs_in(before);
      const bool is_next = !named.empty() && named.back().to_change &&
                           around().joined.occurs_in(plain.substr(last_end, begin - last_end));
      one.to_change = is_begun || is_next;
      const bool is_wrong = around().after.occurs_in(plain.substr(end));
      if (!one.to_change && !strictly) {
        one.to_change =
            is_wrong || around().before.occurs_in(before) || (changing && words.size() <= kShortMessageWords);
      }
      const std::size_t folded_end = words[first + count - 1].end;
      const std::string_view rest = text.substr(folded_end);
      const auto given = around().is_given.find(rest);
      one.end = folded_end;
      one.value_begin = folded_end + (given && !is_wrong ? given->end : rest.size());
      one.is_assigned = !is_wrong && ((is_begun && around().is_assigned.occurs_in(rest)) ||
                                      (!strictly && around().should_be.occurs_in(rest)));
      if (strictly && !one.is_assigned) one.value_begin = text.size();
      last_end = end;
      named.push_back(one);
      return true;
    });
    first += std::max<std::size_t>(length, 1);
  }
  return named;
}

bool Naming::is_name_of(std::size_t param, std::string_view plain) const {
  const std::vector<int>* meanings = names_.find(plain);
  return meanings && meanings->size() == 1 && meanings->front() == static_cast<int>(param);
}

}  // namespace parley::intents
