// Catalog: a bot, compiled. The first thing an embedder makes.
//
//   auto bot = parley::Catalog::load("config/intents.yaml");
//   if (!bot) { std::cerr << bot.error().to_string(); return 1; }
//
// Immutable once made: share one between all threads and engines. A catalog is either whole or not there:
// a bot file with one error gives all its errors and no catalog.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "parley/result.h"
#include "parley/scorer.h"
#include "parley/understanding.h"

namespace parley {

struct CatalogOptions {
  // Stands in for the one that the bot's examples train.
  std::shared_ptr<const Scorer> scorer;
  // Catalog::model() of a catalog with the same examples: saves the training. One that does not fit is a warning, and
  // the training is done.
  std::string model;
  // The files of the bot's other languages (`bot: {languages: [de]}`), by language. load() reads those that are not
  // here from beside the bot: intents.de.yaml for intents.yaml.
  std::map<std::string, std::string> translations;
};

// What came of learning from a bot's examples. Shares are 0..1.
struct Learned {
  std::size_t examples = 0;
  std::size_t intents = 0;
  double threshold = 0;  // a message is taken for its likeliest intent from this probability on
  double chosen = 0;     // what the threshold is unless the bot has one, and what the shares below are at
  double right = 0;      // of examples held aside: taken for their own intent
  double refused = 0;    // of examples whose intent was held aside: taken for none
  std::string why_not;   // when nothing was learned: the reason, for people
};

class Catalog {
 public:
  // Reads and compiles the bot file at `path`. kFileUnreadable, or kInvalidBot with every finding. A file `path`.model
  // beside it, which `parley train` writes, is the model when the options bring neither a scorer nor a model.
  static Result<std::shared_ptr<const Catalog>> load(const std::string& path, CatalogOptions options = {});

  // The same from memory; `name` stands for the file in diagnostics.
  static Result<std::shared_ptr<const Catalog>> parse(std::string_view yaml, const std::string& name,
                                                      CatalogOptions options = {});

  ~Catalog();
  Catalog(const Catalog&) = delete;
  Catalog& operator=(const Catalog&) = delete;

  const std::string& id() const;                    // bot.id
  const std::string& fingerprint() const;           // of the bytes of the bot's files; a changed comment changes it
  std::vector<std::string> intents() const;         // ids, in the order of the file
  const std::vector<Diagnostic>& warnings() const;  // what `parley check` says beyond errors

  // The bot in the language nearest to a BCP 47 tag, "de" for "de-AT": itself, or one of its translations, which live
  // as long as it. All have the same ids and the same fingerprint.
  const Catalog& for_locale(std::string_view locale) const;
  std::vector<std::string> languages() const;  // tags, its own first

  // A translation file for a language, with every text that the bot has no translation of in it: to be filled in, or,
  // where the bot has a file for it, to be added to that one. Empty when nothing is missing; kInvalidRequest for what
  // is no language.
  Result<std::string> untranslated(std::string_view locale) const;

  // The params of an intent, in the order in which they are asked for; none of an unknown one.
  std::vector<std::string> params(std::string_view intent) const;

  // What was learned from the examples, and that as bytes for CatalogOptions::model; empty when nothing was. Learning
  // (12 s for 15,000 examples of 150 intents, unless a model is given) is done when it is first needed: here, or by the
  // first message that nothing else takes. A server that must not pause then asks for learned() when it starts.
  const Learned& learned() const;
  std::string model() const;

  // Up to `count` different messages that mean the intent, made of its rules, templates and examples; the same seed
  // gives the same ones. For people: slower, and a rule for which none is found is passed over.
  std::vector<std::string> sample(std::string_view intent, std::size_t count, unsigned long long seed = 1) const;

  // Reads a message. Linear in the length of `text`; never fails: a message that means nothing to this bot
  // has no candidates. Thread-safe.
  Understanding understand(std::string_view text, const NluContext& nlu_context = {}) const;

  // The same, with the reason for and against each intent. For people: slower, and it says more.
  Explanation explain(std::string_view text, const NluContext& nlu_context = {}) const;

  // Validates a value that did not come out of a message (a caller's own NLU): canonical form and validation
  // as if the user had said it now, at the time of `nlu_context`. Unknown params come back invalid.
  ParamValue validate(std::string_view intent, std::string_view param, const Value& value,
                      const NluContext& nlu_context = {}) const;

 private:
  struct Impl;
  friend struct CatalogAccess;  // for the other parts of parley
  explicit Catalog(std::unique_ptr<const Impl> impl);
  std::unique_ptr<const Impl> impl_;
};

}  // namespace parley
