#include "intents/entities/value_list.h"

#include <algorithm>
#include <string>
#include <unordered_map>

#include "base/text.h"
#include "intents/entities/edges.h"
#include "intents/entities/matches.h"
#include "intents/pattern_set.h"
#include "intents/words.h"

namespace parley::intents {
namespace {

constexpr std::size_t kWord = 1;  // the group of a regex without its edges

// Most of what a list names is words, not regexes: these are looked up, so that a long list costs nothing to speak of.
bool is_plain(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x80 && (base::is_word_byte(c) || c == ' ' || c == '-' || c == '\'');
  });
}

// Between the words of a phrase.
bool is_gap(std::string_view text) { return text.find_first_not_of(" -_\t") == std::string_view::npos; }

class Phrases {
 public:
  void add(std::string_view phrase, const Value* value) {
    std::string spaced(phrase);
    std::replace(spaced.begin(), spaced.end(), '_', ' ');
    const Words words(spaced);
    if (words.size() == 0) return;
    values_.emplace(words.text(), value);
    std::size_t& longest = longest_[std::string(words.text(0, 1))];
    longest = std::max(longest, words.size());
  }

  void find(std::string_view text, std::vector<Found>& out) const {
    if (values_.empty()) return;
    const Words words(text);
    for (std::size_t first = 0; first < words.size() && out.size() < kMaxFound; ++first) {
      const auto starts = longest_.find(std::string(words.text(first, 1)));
      if (starts == longest_.end()) continue;
      for (std::size_t count = std::min(starts->second, words.size() - first); count > 0; --count) {
        const auto found = values_.find(std::string(words.text(first, count)));
        if (found == values_.end() || !is_joined(words, first, count, text)) continue;
        out.push_back({*found->second, words[first].begin, words[first + count - 1].end});
        break;
      }
    }
  }

 private:
  static bool is_joined(const Words& words, std::size_t first, std::size_t count, std::string_view text) {
    for (std::size_t i = first; i + 1 < first + count; ++i) {
      if (!is_gap(text.substr(words[i].end, words[i + 1].begin - words[i].end))) return false;
    }
    return true;
  }

  std::unordered_map<std::string, const Value*> values_;  // by their plain words
  std::unordered_map<std::string, std::size_t> longest_;  // by the first word, how many words there are at most
};

class ValueList : public Recogniser {
 public:
  ValueList(const config::Entity& entity, config::Findings& findings) : regexes_(PatternSet::Match::kAnywhere) {
    values_.reserve(entity.values.size());
    for (const config::EntityValue& value : entity.values) {
      const Value* canonical = &values_.emplace_back(value.canonical.value);
      if (is_plain(value.canonical.value)) {
        phrases_.add(value.canonical.value, canonical);
      } else {
        add({literal_regex(value.canonical.value), value.canonical.mark}, canonical, findings);
      }
      for (const config::Text& synonym : value.synonyms) {
        if (is_plain(synonym.value)) {
          phrases_.add(synonym.value, canonical);
        } else {
          add(synonym, canonical, findings);
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
    phrases_.find(reading.text, found);
    thread_local std::vector<int> hits;  // kept between messages for its memory alone
    regexes_.hits(reading.text, hits);
    for (const int hit : hits) {
      const auto keep = [&](const auto&, std::size_t begin, std::size_t end) {
        found.push_back({*regex_values_[static_cast<std::size_t>(hit)], begin, end});
      };
      for_each_match(regexes_[hit], reading.text, keep, kWord);
    }
    keep_longest(found);
    std::move(found.begin(), found.end(), std::back_inserter(out));
  }

 private:
  // The edges are part of the match, so that what stands beside a word decides which of its alternatives it is.
  void add(const config::Text& regex, const Value* canonical, config::Findings& findings) {
    const std::string before = "(?:^|" + std::string(kEdge) + ")(";
    const std::string after = ")(?:" + std::string(kEdge) + "|$)";
    auto pattern = compile_pattern(regex, findings, MatchingNothing::kRefused, before, after);
    if (!pattern) {
      is_usable_ = false;
      return;
    }
    regexes_.add(std::move(*pattern));
    regex_values_.push_back(canonical);
  }

  std::vector<Value> values_;
  Phrases phrases_;
  PatternSet regexes_;
  std::vector<const Value*> regex_values_;  // per pattern of regexes_
  bool is_usable_ = true;
};

}  // namespace

std::unique_ptr<const Recogniser> make_value_list(const config::Entity& entity, config::Findings& findings) {
  auto made = std::make_unique<ValueList>(entity, findings);
  return made->is_usable() ? std::move(made) : nullptr;
}

}  // namespace parley::intents
