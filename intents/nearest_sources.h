// NearestSources finds the rules and examples that share words with a message without matching it, for explanations.
//
// It reads the bot once. A message then costs only its own words, and the sources with these words.
//
// Tested by tests/intents/explain_test.cc.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "config/definition.h"
#include "intents/evidence.h"
#include "intents/topic_words.h"
#include "intents/words.h"

namespace parley::intents {

// A rule or an example of an intent.
struct NearSource {
  const config::Text* source = nullptr;  // null: no source of the intent shares a word
  Evidence::Kind kind = Evidence::Kind::kRule;
  std::vector<std::string> shared;  // words of the message
};

class NearestSources {
 public:
  explicit NearestSources(const config::BotDefinition& bot);  // must outlive this object

  // Return for each intent the source that shares the most words with the message; the first of several. They take
  // steps of the WorkBudget, and find nothing when it is exceeded.
  std::vector<NearSource> by_words(const Words& words) const;   // `shared` is sorted
  std::vector<NearSource> by_topics(const Words& words) const;  // by meaningful words, `shared` in their order

 private:
  struct Source {
    std::size_t intent = 0;
    const config::Text* text = nullptr;
    Evidence::Kind kind = Evidence::Kind::kRule;
  };
  using Index = std::unordered_map<std::string, std::vector<std::size_t>>;  // word -> places in sources_

  void add(std::size_t intent, const config::Text& text, Evidence::Kind kind);
  std::vector<NearSource> nearest(const std::vector<std::string>& keys, const std::vector<std::string>& shown,
                                  const Index& index) const;

  const std::size_t intents_;
  const TopicWords topic_words_;
  std::vector<Source> sources_;
  Index by_word_, by_topic_;
};

// Returns the literal words of a regex, which approximate the words that a message must contain.
std::set<std::string> literal_words(std::string_view regex);

}  // namespace parley::intents
