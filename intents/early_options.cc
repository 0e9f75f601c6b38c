#include "intents/early_options.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "intents/folded_text.h"
#include "intents/lexicon.h"
#include "intents/option_words.h"
#include "intents/pattern.h"
#include "intents/word_patterns.h"

namespace parley::intents {
namespace {

using OptionSet = std::set<std::size_t>;
using WordForms = std::set<std::string, std::less<>>;

const lexicon::Options& item_words() { return lexicon::kEn.options; }

// Types whose values often describe an item of a list.
constexpr std::array<std::string_view, 8> kDescriptiveTypes = {"date",           "time",       "datetime", "date_range",
                                                               "datetime_range", "time_range", "number",   "ordinal"};

template <class List>
bool is_listed_word(const List& all, std::string_view word) {
  return std::find(all.begin(), all.end(), word) != all.end();
}

bool is_decimal_digit(char c) { return c >= '0' && c <= '9'; }

bool has_only_digits(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), is_decimal_digit);
}

bool is_short_number(std::string_view word) {
  constexpr std::size_t kLongest = 2;
  return word.size() <= kLongest && has_only_digits(word);
}

bool is_ordinal_word(std::string_view word) {
  return !word.empty() && is_decimal_digit(word.front()) && !has_only_digits(word);
}

// The options that have each word.
class ListedWords {
 public:
  ListedWords(const std::vector<std::string>& labels, std::string_view topic) : count_(labels.size()) {
    const FoldedText folded_topic(topic);
    const Words topic_words(folded_topic.text());
    for (std::size_t i = 0; i < topic_words.size(); ++i) topic_.insert(word_form(topic_words.text(i, 1)));
    for (std::size_t option = 0; option < labels.size(); ++option) {
      const FoldedText folded(labels[option]);
      const Words words(folded.text());
      for (std::size_t i = 0; i < words.size(); ++i) options_[word_form(words.text(i, 1))].insert(option);
    }
  }

  // Returns the options with this word; null if it tells none from the others.
  const OptionSet* with(std::string_view word) const {
    if (item_words().function_words.has(word)) return nullptr;
    const std::string form = word_form(word);
    const auto found = options_.find(form);
    if (found == options_.end() || topic_.count(form) != 0) return nullptr;
    return count_ == 1 || found->second.size() < count_ ? &found->second : nullptr;
  }

  // Whether one of the options has this word, which may be in all labels.
  bool shares(const OptionSet& options, std::string_view word) const {
    const auto found = options_.find(word_form(word));
    return found != options_.end() && std::any_of(options.begin(), options.end(),
                                                  [&](std::size_t option) { return found->second.count(option) != 0; });
  }

 private:
  std::size_t count_;
  WordForms topic_;
  std::map<std::string, OptionSet, std::less<>> options_;
};

std::string_view plain_word_at(const Words& words, std::size_t index) {
  return index < words.size() ? words.text(index, 1) : std::string_view();
}

// Returns the word before the article of this word: "to" of "to the 9th".
std::string_view word_before_article(const Words& words, std::size_t index) {
  while (index > 0 && item_words().before_articles.has(plain_word_at(words, index - 1))) --index;
  return index > 0 ? plain_word_at(words, index - 1) : std::string_view();
}

// "9 december": a neighbour that is a word of the same label. "9" alone may count something else.
bool has_neighbour(const Words& words, std::size_t index, const OptionSet& options, const ListedWords& labels) {
  const auto is_neighbour = [&](std::string_view word) {
    return word.size() > 2 && !has_only_digits(word) && !item_words().function_words.has(word) &&
           labels.shares(options, word);
  };
  const bool has_before = index > 0 && is_neighbour(plain_word_at(words, index - 1));
  const std::size_t next = plain_word_at(words, index + 1) == "of" ? index + 2 : index + 1;
  return has_before || is_neighbour(plain_word_at(words, next));
}

// "On the 9th" is a day; "my 2nd order" is a position.
bool is_day_word(const Words& words, std::size_t index) {
  return item_words().before_days.has(word_before_article(words, index));
}

bool is_month_word(const Words& words, std::size_t index) {  // "may I" is no month
  return item_words().before_months.has(word_before_article(words, index)) ||
         has_only_digits(plain_word_at(words, index + 1)) ||
         (index > 0 && is_decimal_digit(plain_word_at(words, index - 1).front()));
}

bool may_describe(const Words& words, std::size_t index, const OptionSet& options, const ListedWords& labels) {
  const std::string_view word = plain_word_at(words, index);
  if (word == "may") return is_month_word(words, index);
  if (is_short_number(word)) return has_neighbour(words, index, options, labels);
  if (is_ordinal_word(word)) return is_day_word(words, index) || has_neighbour(words, index, options, labels);
  return true;
}

// Whether a word up to four words before this one negates it: "not the november one".
bool has_negation_before(const Words& words, std::size_t index) {
  constexpr std::size_t kReach = 4;
  for (std::size_t i = index > kReach ? index - kReach : 0; i < index; ++i) {
    if (item_words().negations.has(plain_word_at(words, i))) return true;
  }
  return false;
}

bool is_bounded(const Words& words, std::size_t index) {
  const std::string_view before = word_before_article(words, index);
  const bool is_day = is_decimal_digit(plain_word_at(words, index).front());
  return item_words().bounds.has(before) || (is_day && item_words().day_bounds.has(before));
}

// Adds the words of one message to the options that have them. Returns false if the message negates one of them.
bool add_named_options(std::string_view line, const ListedWords& labels, std::vector<WordForms>& named) {
  const Words words(line);
  for (std::size_t i = 0; i < words.size(); ++i) {
    const OptionSet* options = labels.with(plain_word_at(words, i));
    if (!options || !may_describe(words, i, *options, labels)) continue;
    if (has_negation_before(words, i)) return false;
    if (is_bounded(words, i)) continue;
    for (const std::size_t option : *options) named[option].insert(word_form(plain_word_at(words, i)));
  }
  return true;
}

bool has_more_words(const WordForms& all, const WordForms& some) {
  return all.size() > some.size() && std::includes(all.begin(), all.end(), some.begin(), some.end());
}

// Whether the bot may still list options for a param of the intent.
bool needs_option(const config::Intent& intent, const NluContext& nlu_context) {
  const bool is_open = nlu_context.intent == intent.id.value;
  return std::any_of(intent.params.begin(), intent.params.end(), [&](const config::Param& param) {
    return param.options && !(is_open && is_listed_word(nlu_context.filled, param.id.value));
  });
}

struct CoveredText {
  std::vector<Span> spans;

  void add(const std::vector<ParamValue>& values, const std::string& asked) {
    for (const ParamValue& value : values) {
      // A free text that no question asked for is seldom taken.
      if (!value.whole_message || value.param == asked) spans.push_back(value.span);
    }
  }
  void add(const Ambiguous& ambiguous, const std::string& asked) {
    for (const auto& readings : ambiguous) add(readings, asked);
  }
  bool has(const Span& place) const {
    return std::any_of(spans.begin(), spans.end(),
                       [&](const Span& span) { return span.begin < place.end && place.begin < span.end; });
  }
};

WordForms words_of_picked(const NluContext& nlu_context, const MessageReading& result) {
  WordForms picked;
  if (!result.choice || result.choice->meaning != acts::Choose::Meaning::kThese) return picked;
  for (const int index : result.choice->options) {
    const auto place = static_cast<std::size_t>(index);
    if (place >= nlu_context.choices.size()) continue;
    const FoldedText label(nlu_context.choices[place]);
    const Words words(label.text());
    for (std::size_t i = 0; i < words.size(); ++i) picked.insert(word_form(words.text(i, 1)));
  }
  return picked;
}

}  // namespace

std::string words_outside_values(const Message& message, const NluContext& nlu_context, const MessageReading& result) {
  const std::string& asked = nlu_context.waiting_for_param;
  CoveredText covered;
  covered.add(result.reply.values, asked), covered.add(result.reply.ambiguous, asked);
  covered.add(result.elsewhere, asked);
  if (const acts::Request* now = result.request_now()) {
    covered.add(now->wanted.params, asked), covered.add(now->wanted.ambiguous, asked);
  }
  for (const acts::Request& request : result.requests) {
    if (request.role == acts::Request::Role::kNext) covered.spans.push_back(request.wanted.candidate.span);
  }
  const WordForms picked = words_of_picked(nlu_context, result);
  std::string said;
  for (std::size_t i = 0; i < message.words.size(); ++i) {
    const std::string_view word = message.words.text(i, 1);
    const Span place = message.text.original_span(message.words[i].begin, message.words[i].end);
    if (covered.has(place) || picked.count(word_form(word)) != 0) continue;
    if (!said.empty()) said += ' ';
    said += word;
  }
  return said;
}

std::string words_kept_in(std::string_view said, std::string_view masked) {
  const FoldedText folded(masked);
  const Words left(folded.text());
  WordForms known;
  for (std::size_t i = 0; i < left.size(); ++i) known.insert(std::string(left.text(i, 1)));
  std::string kept;
  const Words words(said);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (known.count(words.text(i, 1)) == 0) continue;
    if (!kept.empty()) kept += ' ';
    kept += words.text(i, 1);
  }
  return kept;
}

std::optional<std::size_t> option_said_before(std::string_view said, const std::vector<std::string>& labels,
                                              std::string_view topic) {
  const ListedWords all(labels, topic);
  std::vector<WordForms> named(labels.size());
  for (std::size_t begin = 0; begin < said.size();) {
    const std::size_t end = std::min(said.find('\n', begin), said.size());
    if (!add_named_options(said.substr(begin, end - begin), all, named)) return std::nullopt;
    begin = end + 1;
  }
  for (std::size_t i = 0; i < named.size(); ++i) {
    bool is_only = !named[i].empty();
    for (std::size_t k = 0; k < named.size(); ++k) is_only = is_only && (k == i || has_more_words(named[i], named[k]));
    if (is_only) return i;
  }
  return std::nullopt;
}

void drop_descriptions_of_items(const Message& message, const config::Intent& intent, const NluContext& nlu_context,
                                std::vector<ParamValue>& values) {
  const std::string_view plain = message.words.text();
  if (values.empty() || plain.find("one ") == std::string_view::npos) return;
  if (!needs_option(intent, nlu_context)) return;
  static const Pattern described{concat({"\\b", item_words().described, " (?:", item_words().article, " )?"}),
                                 Pattern::Case::kCounts};
  const Words& words = message.words;
  for (std::size_t begin = 0; const auto found = described.find(plain, begin);) {
    begin = found->end;
    std::size_t word = 0;
    while (word < words.size() && words.begin_of(word) < found->end) ++word;
    if (word == words.size()) return;
    const std::size_t place = message.text.original_span(words[word].begin, words[word].end).begin;
    std::erase_if(values, [&](const ParamValue& value) {
      const config::Param* param = intent.find_param(value.param);
      return param && is_listed_word(kDescriptiveTypes, param->type.value) && value.span.begin <= place &&
             place < value.span.end;
    });
  }
}

}  // namespace parley::intents
