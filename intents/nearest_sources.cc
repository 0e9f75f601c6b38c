#include "intents/nearest_sources.h"

#include <algorithm>
#include <utility>

#include "base/work_budget.h"
#include "config/diagnostics.h"
#include "intents/folded_text.h"

namespace parley::intents {
namespace {

constexpr std::size_t kMostShown = 20;  // words that an explanation names

std::string joined_words(const std::set<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += word + ' ';
  return all;
}

}  // namespace

NearestSources::NearestSources(const config::BotDefinition& bot) : intents_(bot.intents.size()), topic_words_(bot) {
  for (std::size_t i = 0; i < intents_; ++i) {
    for (const config::Rule& rule : bot.intents[i].rules) add(i, rule.regex, Evidence::Kind::kRule);
    for (const config::Text& example : bot.intents[i].examples) add(i, example, Evidence::Kind::kExample);
  }
}

void NearestSources::add(std::size_t intent, const config::Text& text, Evidence::Kind kind) {
  const std::size_t place = sources_.size();
  sources_.push_back({intent, &text, kind});
  const std::set<std::string> literals = literal_words(text.value);
  for (const std::string& word : literals) by_word_[word].push_back(place);
  const std::string plain = kind == Evidence::Kind::kRule ? joined_words(literals) : text.value;
  const FoldedText folded(plain);  // borrows `plain`
  for (const std::string& stem : topic_words_.stems_in(Words(folded.text()))) by_topic_[stem].push_back(place);
}

std::vector<NearSource> NearestSources::by_words(const Words& words) const {
  std::set<std::string> said;
  for (std::size_t i = 0; i < words.size(); ++i) said.emplace(words.text(i, 1));
  const std::vector<std::string> keys(said.begin(), said.end());
  return nearest(keys, keys, by_word_);
}

std::vector<NearSource> NearestSources::by_topics(const Words& words) const {
  std::vector<std::string> stems, shown;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < words.size(); ++i) {
    std::string stem = topic_words_.stem_of(words.text(i, 1));
    if (stem.empty() || !seen.insert(stem).second) continue;
    stems.push_back(std::move(stem));
    shown.push_back(config::quoted(words.text(i, 1)));
  }
  return nearest(stems, shown, by_topic_);
}

// `shown`: the words of the message with these keys.
std::vector<NearSource> NearestSources::nearest(const std::vector<std::string>& keys,
                                                const std::vector<std::string>& shown, const Index& index) const {
  std::vector<std::vector<std::size_t>> shared(sources_.size());  // per source: places in `keys`
  for (std::size_t key = 0; key < keys.size(); ++key) {
    const auto with = index.find(keys[key]);
    if (!base::WorkBudget::spend(1 + (with == index.end() ? 0 : with->second.size()))) break;
    if (with == index.end()) continue;
    for (const std::size_t place : with->second) shared[place].push_back(key);
  }
  std::vector<std::size_t> best(intents_, sources_.size());  // per intent: a place
  for (std::size_t place = 0; place < sources_.size(); ++place) {
    std::size_t& of_intent = best[sources_[place].intent];
    const std::size_t most = of_intent == sources_.size() ? 0 : shared[of_intent].size();
    if (shared[place].size() > most) of_intent = place;
  }
  std::vector<NearSource> all(intents_);
  for (std::size_t i = 0; i < intents_; ++i) {
    if (best[i] == sources_.size()) continue;
    const Source& source = sources_[best[i]];
    all[i] = {source.text, source.kind, {}};
    for (const std::size_t key : shared[best[i]]) {
      if (all[i].shared.size() < kMostShown) all[i].shared.push_back(shown[key]);
    }
  }
  return all;
}

std::set<std::string> literal_words(std::string_view regex) {
  std::set<std::string> words;
  std::string word;
  const auto keep = [&] {
    if (word.size() > 2) words.insert(word);
    word.clear();
  };
  for (std::size_t i = 0; i < regex.size(); ++i) {
    const char c = regex[i];
    if (c == '\\') {
      keep();
      ++i;  // skip the letter of the escape
    } else if (c == '(' && regex.substr(i, 2) == "(?") {
      keep();
      i = std::min(regex.find_first_of(">:)", i), regex.size());
    } else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')) {
      word += static_cast<char>(c | 0x20);
    } else {
      keep();
    }
  }
  keep();
  return words;
}

}  // namespace parley::intents
