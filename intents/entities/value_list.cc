#include "intents/entities/value_list.h"

#include <algorithm>
#include <string>

#include "base/text.h"
#include "intents/entities/edges.h"
#include "intents/entities/matches.h"
#include "intents/pattern_set.h"
#include "intents/phrases.h"
#include "intents/words.h"

namespace parley::intents {
namespace {

constexpr std::size_t kWord = 1;  // the group of a regex without its edges

// Between the words of a phrase.
bool is_gap(std::string_view text) { return text.find_first_not_of(" -_\t") == std::string_view::npos; }

bool is_joined(const Words& words, std::size_t first, std::size_t count, std::string_view text) {
  for (std::size_t i = first; i + 1 < first + count; ++i) {
    if (!is_gap(text.substr(words[i].end, words[i + 1].begin - words[i].end))) return false;
  }
  return true;
}

class ValueList : public Recogniser {
 public:
  ValueList(const config::Entity& entity, config::Findings& findings) : regexes_(PatternSet::Match::kAnywhere) {
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
    find_phrases(reading.text, found);
    thread_local std::vector<int> hits;  // kept between messages for its memory alone
    regexes_.hits(reading.text, hits);
    for (const int hit : hits) {
      const auto keep = [&](const auto&, std::size_t begin, std::size_t end) {
        found.push_back({value(regex_values_[static_cast<std::size_t>(hit)]), begin, end});
      };
      for_each_match(regexes_[hit], reading.text, keep, kWord);
    }
    keep_longest(found);
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

 private:
  const Value& value(int index) const { return values_[static_cast<std::size_t>(index)]; }

  // Of the first value that a phrase is one of; the longest phrase at each place.
  void find_phrases(std::string_view text, std::vector<Found>& out) const {
    if (phrases_.empty()) return;
    const Words words(text);
    for (std::size_t first = 0; first < words.size() && out.size() < kMaxFound; ++first) {
      phrases_.at(words, first, [&](const std::vector<int>& meanings, std::size_t count) {
        if (!is_joined(words, first, count, text)) return false;
        out.push_back({value(meanings.front()), words[first].begin, words[first + count - 1].end});
        return true;
      });
    }
  }

  // The edges are part of the match, so that what stands beside a word decides which of its alternatives it is.
  void add(const config::Text& regex, int index, config::Findings& findings) {
    const std::string before = "(?:^|" + std::string(kEdge) + ")(";
    const std::string after = ")(?:" + std::string(kEdge) + "|$)";
    auto pattern = compile_pattern(regex, findings, MatchingNothing::kRefused, before, after);
    if (!pattern) {
      is_usable_ = false;
      return;
    }
    regexes_.add(std::move(*pattern));
    regex_values_.push_back(index);
  }

  std::vector<Value> values_;
  Phrases phrases_;
  PatternSet regexes_;
  std::vector<int> regex_values_;  // per pattern of regexes_
  bool is_usable_ = true;
};

}  // namespace

bool is_plain_phrase(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x80 && (base::is_word_byte(c) || c == ' ' || c == '-' || c == '\'');
  });
}

std::unique_ptr<const Recogniser> make_value_list(const config::Entity& entity, config::Findings& findings) {
  auto made = std::make_unique<ValueList>(entity, findings);
  return made->is_usable() ? std::move(made) : nullptr;
}

}  // namespace parley::intents
