// Tested by tests/intents/declared_entities_test.cc.
#include "intents/entities/value_list.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <string>

#include "base/boundaries.h"
#include "base/text.h"
#include "intents/entities/matches.h"
#include "intents/entities/misspellings.h"
#include "intents/pattern_set.h"
#include "intents/phrases.h"
#include "intents/words.h"

namespace parley::intents {
namespace {

constexpr std::size_t kWordGroup = 1;  // the group of a regex without its boundaries

// Returns true for text that may separate the words of a phrase.
bool is_gap(std::string_view text) { return text.find_first_not_of(" -_\t") == std::string_view::npos; }

bool is_joined_by_spaces(const Words& words, std::size_t first, std::size_t count, std::string_view text) {
  for (std::size_t i = first; i + 1 < first + count; ++i) {
    if (!is_gap(text.substr(words[i].end, words[i + 1].begin - words[i].end))) return false;
  }
  return true;
}

class ValueList : public Recogniser {
 public:
  ValueList(const config::Entity& entity, const Vocabulary& vocabulary, config::Diagnostics& findings)
      : entity_(entity), vocabulary_(vocabulary), regexes_(PatternSet::Match::kAnywhere) {
    values_.reserve(entity.values.size());
    for (const config::EntityValue& value : entity.values) {
      const int index = static_cast<int>(values_.size());
      values_.push_back(value.value);
      if (is_plain_phrase(value.canonical.value)) {
        phrases_.add(value.canonical.value, index);
      } else {
        add({literal_regex(value.canonical.value), value.canonical.mark}, index, findings);
      }
      for (const config::Text& synonym : value.synonyms) {
        if (is_plain_phrase(synonym.value)) {
          phrases_.add(synonym.value, index);
        } else {
          add(synonym, index, findings);
        }
      }
    }
    if (regexes_.compile()) return;
    findings.error("E407", entity.id.mark, entity.id.value, "the values of an entity exceed the memory limit",
                   "use shorter or fewer synonyms");
  }

  bool is_usable() const { return is_usable_; }

  void find(const Reading& reading, std::vector<Found>& out) const override {
    std::vector<Found> found;
    std::optional<Words> own;
    const Words& words = reading.words ? *reading.words : own.emplace(reading.text);
    find_phrases(words, reading.text, found);
    thread_local std::vector<int> hits;  // reuses memory between messages
    regexes_.hits(reading.text, hits);
    for (const int hit : hits) {
      const auto keep = [&](const auto&, std::size_t begin, std::size_t end) {
        found.push_back({value(regex_values_[static_cast<std::size_t>(hit)]), begin, end});
      };
      for_each_match(regexes_[hit], reading.text, keep, kWordGroup);
    }
    const bool may_err = entity_.typos && !reading.as_spelled && (reading.asked || reading.for_param);
    if (found.empty() && may_err) find_misspelt(words, reading, found);
    keep_longest(found);
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

 private:
  const Value& value(int index) const { return values_[static_cast<std::size_t>(index)]; }

  // Finds the longest phrase at each position. The first value with that phrase wins.
  void find_phrases(const Words& words, std::string_view text, std::vector<Found>& out) const {
    if (phrases_.empty()) return;
    for (std::size_t first = 0; first < words.size() && out.size() < kMaxFound; ++first) {
      phrases_.at(words, first, [&](const std::vector<int>& meanings, std::size_t count) {
        if (!is_joined_by_spaces(words, first, count, text)) return false;
        out.push_back({value(meanings.front()), words[first].begin, words[first + count - 1].end});
        return true;
      });
    }
  }

  // In a message that is no answer, a typo must be in a long word, after its first letter.
  void find_misspelt(const Words& words, const Reading& reading, std::vector<Found>& out) const {
    if (phrases_.empty()) return;
    constexpr std::size_t kShortestUnasked = 6;
    const std::string_view text = reading.text;
    constexpr std::size_t kMaxWords = 64;  // only this many words of a message are examined
    for (std::size_t word = 0; word < std::min(words.size(), kMaxWords) && out.size() < kMaxFound; ++word) {
      const std::string_view typed = words.text(word, 1);
      if (!reading.asked && (typed.size() < kShortestUnasked || vocabulary_.knows(typed))) continue;
      std::vector<std::string_view> meant = misspellings().meant_by(typed, reading.asked ? 2 : 1);
      if (!reading.asked) std::erase_if(meant, [&](std::string_view one) { return one[0] != typed[0]; });
      if (meant.empty() || (reading.asked && vocabulary_.knows(typed))) continue;
      if (auto found = corrected(words, word, meant, text)) out.push_back(std::move(*found));
    }
  }

  // Returns the longest phrase around `word` that contains one of `meant`, or nullopt if it could belong to different
  // values.
  std::optional<Found> corrected(const Words& words, std::size_t word, const std::vector<std::string_view>& meant,
                                 std::string_view text) const {
    constexpr std::size_t kMaxWords = 6;  // per phrase
    for (std::size_t count = std::min(kMaxWords, words.size()); count > 0; --count) {
      std::optional<int> only;
      std::size_t begin = 0;
      const std::size_t last_first = std::min(word, words.size() - count);
      for (std::size_t first = word + 1 < count ? 0 : word + 1 - count; first <= last_first; ++first) {
        if (!is_joined_by_spaces(words, first, count, text)) continue;
        for (const std::string_view one : meant) {
          const std::vector<int>* meanings = phrases_.find(with_word(words, first, count, word, one));
          if (!meanings) continue;
          if (only && value(*only) != value(meanings->front())) return std::nullopt;
          only = meanings->front();
          begin = first;
        }
      }
      if (only) return Found{value(*only), words[begin].begin, words[begin + count - 1].end, true};
    }
    return std::nullopt;
  }

  static std::string with_word(const Words& words, std::size_t first, std::size_t count, std::size_t word,
                               std::string_view other) {
    const std::string_view all = words.text(first, count);
    const std::size_t begin = words.begin_of(word) - words.begin_of(first);
    std::string out(all);
    return out.replace(begin, words.end_of(word) - words.begin_of(word), other);
  }

  // Returns the index. Builds it for the first answer that contains none of the values.
  const Misspellings& misspellings() const {
    std::call_once(is_indexed_, [this] {
      std::vector<std::string> all;
      const auto add = [&](const std::string& phrase) {
        if (!is_plain_phrase(phrase)) return;
        std::string spaced(phrase);
        std::replace(spaced.begin(), spaced.end(), '_', ' ');
        const Words words(spaced);
        for (std::size_t i = 0; i < words.size(); ++i) all.emplace_back(words.text(i, 1));
      };
      for (const config::EntityValue& value : entity_.values) {
        add(value.canonical.value);
        for (const config::Text& synonym : value.synonyms) add(synonym.value);
      }
      misspellings_.emplace(std::move(all));
    });
    return *misspellings_;
  }

  // The boundaries are part of the match, so that the neighboring text decides which alternative of a regex matches.
  void add(const config::Text& regex, int index, config::Diagnostics& findings) {
    const std::string before = "(?:^|" + std::string(base::kEdge) + ")(";
    const std::string after = ")(?:" + std::string(base::kEdge) + "|$)";
    auto pattern = compile_pattern(regex, findings, MatchingNothing::kRefused, before, after);
    if (!pattern) {
      is_usable_ = false;
      return;
    }
    regexes_.add(std::move(*pattern));
    regex_values_.push_back(index);
  }

  const config::Entity& entity_;
  const Vocabulary& vocabulary_;
  std::vector<Value> values_;
  Phrases phrases_;
  PatternSet regexes_;
  std::vector<int> regex_values_;  // per pattern of regexes_
  bool is_usable_ = true;
  mutable std::once_flag is_indexed_;
  mutable std::optional<Misspellings> misspellings_;
};

}  // namespace

bool is_plain_phrase(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x80 && (base::is_word_byte(c) || c == ' ' || c == '-' || c == '\'');
  });
}

std::unique_ptr<const Recogniser> make_value_list(const config::Entity& entity, const Vocabulary& vocabulary,
                                                  config::Diagnostics& findings) {
  auto made = std::make_unique<ValueList>(entity, vocabulary, findings);
  return made->is_usable() ? std::move(made) : nullptr;
}

}  // namespace parley::intents
