// Answers finds the entry of `answers` that answers an inquiry of the user, by a regex or word for word. The likeness
// to the examples of the entries is part of ExampleClassifier.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/message.h"
#include "intents/pattern.h"
#include "parley/understanding.h"

namespace parley::intents {

class Answers {
 public:
  // Numbers of entries, in the order in which they are tried.
  using Scope = std::vector<std::size_t>;

  // `bot` must outlive this object. Reports E401, E403 and E404.
  Answers(const config::BotDefinition& bot, config::Diagnostics& findings);

  bool empty() const { return entries_.empty(); }

  // The entries that may answer while an intent is open: those of the asked param, of the intent, of its other params,
  // and the general ones of the interrupted intents.
  Scope scope_of(const NluContext& nlu_context) const;
  // The entries of an intent that may answer while nothing is open: its own, not those of its
  // params, whose text needs no value of the intent.
  Scope general_of(std::size_t intent) const;
  // Returns the entries of all intents that need no value.
  const Scope& general() const { return general_; }

  // Returns the number of the first entry with a regex that occurs in the text, or an example with these words.
  std::optional<std::size_t> find(const Scope& scope, std::string_view text, std::string_view words) const;

  // Returns the number of the first entry with an example of these words.
  std::optional<std::size_t> find_example(const Scope& scope, std::string_view words) const;

  Inquiry inquiry(std::size_t entry, const Span& span) const;
  bool is_general(std::size_t entry) const { return entries_[entry].is_general; }

 private:
  struct Entry {
    std::size_t intent = 0;  // index into BotDefinition::intents
    std::string param;       // empty: an entry of the intent itself
    std::size_t index = 0;
    bool is_general = false;
    std::vector<Pattern> regexes;
    std::vector<std::string> examples;  // their words
  };
  const config::BotDefinition& bot_;
  Scope general_;
  std::vector<Entry> entries_;  // numbered as for_each_answer visits them
};

}  // namespace parley::intents
