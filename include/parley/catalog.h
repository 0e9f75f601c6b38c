// Catalog: a bot file, compiled. It understands messages; an Engine (parley/engine.h) holds conversations with it.
//
//   auto bot = parley::Catalog::load("config/intents.yaml");
//   if (!bot) return std::cerr << bot.error().to_string() << '\n', 1;
//   const parley::Understanding heard = (*bot)->understand("where is my order O-12345?");
//   if (const auto* wanted = parley::find_request(heard.acts)) std::cout << wanted->wanted.candidate.intent << '\n';
//
// A catalog never changes, so all threads and engines can share one. For a bot file with errors, load() returns all
// errors at once and no catalog.
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
  // Replaces the scorer that is trained from the bot's examples. Null: the bot's own scorer.
  std::shared_ptr<const Scorer> scorer;
  // Catalog::model() of a catalog with the same examples. With this model, the catalog needs no training. If the model
  // does not fit the examples, the catalog gets a warning, and trains its examples. Empty: no model.
  std::string model;
  // The contents of the bot's translation files (`bot: {languages: [de]}`), by language tag. If a language is missing
  // here, load() reads its file from the folder of the bot: intents.de.yaml for intents.yaml.
  std::map<std::string, std::string> translations;
  // The contents of files that the bot names under `include`, `examples_from` and `knowledge`, by their path relative
  // to the folder of the bot file: "orders/refunds.yaml". If a file is missing here, load() reads it, and parse()
  // reports E315.
  std::map<std::string, std::string> files;
  // The path of a cache of the bot, such as `intents.yaml.cache`. The first load writes it, and a later load of the
  // same files needs a fraction of the time. Training without `model` writes a cache beside it for each language, such
  // as `intents.yaml.en.cache`, and a later catalog with the same examples needs no training. A cache of other files,
  // of another version of parley, or of another user is ignored and replaced. A file that cannot be written is no
  // error. The caches contain only what the bot's files contain, and may be deleted at any time. Empty: no cache.
  std::string cache;
};

// The result of training a bot's examples. Shares are from 0 to 1.
struct Learned {
  std::size_t examples = 0;
  std::size_t intents = 0;
  double act = 0;       // the confidence from which on an intent starts, unless the intent sets its own
  double ask = 0;       // the confidence from which on the bot asks "did you mean"
  std::string why_not;  // why the catalog learned nothing, as a sentence part. Empty: it learned from examples
};

// How well the bot understands new messages that mean one intent.
struct IntentQuality {
  // An example that the bot understands as another intent when it is not trained on it.
  struct Confusion {
    std::string example;
    std::string source;   // its place: "bot.yaml:12:16"
    std::string intent;   // the intent that the bot takes it for
    bool starts = false;  // the confidence is high enough to start that intent
  };
  std::string intent;
  std::size_t examples = 0;  // in the bot file
  std::size_t left_out = 0;  // of these, the measured ones: other examples of the intent took part in the training
  std::size_t right = 0;     // of the measured ones, those that the bot takes for this intent
  std::vector<Confusion> confusions;  // in the order of the file
};

// How well the bot understands new messages, measured on examples that training left out: every fifth example, and
// every fifth intent as a whole, which takes the place of messages that mean none of the bot's intents. In the shares
// of right answers, such messages count as 6 % of all messages. Shares are from 0 to 1; a share of nothing is 0.
struct ExampleQuality {
  std::size_t in_scope = 0;          // examples left out, of intents that took part
  std::size_t out_of_scope = 0;      // examples left out, of intents that did not
  std::size_t decided_by_rules = 0;  // examples left out that a rule or a template decides; the other figures lack them
  double started = 0;                // share of in-scope examples that start an intent
  double started_right = 0;          // share of the examples that start an intent, and start their own
  double asked = 0;                  // share of in-scope examples at which the bot asks "did you mean"
  double asked_right = 0;            // share of the examples with such a question that find their own intent in it
  double refused = 0;            // share of out-of-scope examples that neither start an intent nor lead to a question
  double calibration_error = 0;  // expected calibration error of the confidence, ten bins
  // The lowest bounds with which 95 % of started intents are right, and 85 % of questions hold the right intent. If no
  // bound reaches 85 %, half of the questions must hold it. Equal bounds: questions would seldom hold the right intent.
  // 0: too few examples to recommend any (fewer than 50).
  double recommended_act = 0;
  double recommended_ask = 0;
  // The same shares as above, with these bounds.
  double recommended_started = 0;
  double recommended_started_right = 0;
  double recommended_asked = 0;
  double recommended_asked_right = 0;
  std::vector<IntentQuality> intents;  // those that have examples, in the order of the bot file
};

// Immutable and thread-safe. Returned references live as long as the catalog.
class Catalog {
 public:
  // Reads and compiles the bot file at `path`. If the options have neither a scorer nor a model, the file `path`.model
  // is used, if it exists (`parley train` writes it). kFileUnreadable: a file cannot be read. kInvalidBot: the error's
  // diagnostics list every error.
  static Result<std::shared_ptr<const Catalog>> load(const std::string& path, CatalogOptions options = {});

  // Compiles the text of a bot file. `name` is the name of the file in diagnostics.
  static Result<std::shared_ptr<const Catalog>> parse(std::string_view yaml, const std::string& name,
                                                      CatalogOptions options = {});

  // Returns what files() returns, also for a bot with errors: the files that can be found. Reads all of them.
  static std::vector<std::string> files_of(const std::string& path);

  ~Catalog();
  Catalog(const Catalog&) = delete;
  Catalog& operator=(const Catalog&) = delete;

  const std::string& id() const;           // the bot's `bot: {id}`
  const std::string& fingerprint() const;  // a hash of the bytes of the bot's files; a changed comment changes it
  // The paths of the bot's files: the bot file, included files and files of examples, translations. For a program that
  // loads the bot again when one of them changes.
  std::vector<std::string> files() const;
  std::vector<std::string> intents() const;         // ids, in the order of the file
  bool greets() const;                              // the bot has an `on_start`, for SessionEvent::kStart
  const std::vector<Diagnostic>& warnings() const;  // the warnings of `parley check`. The first call computes them

  // Returns the bot in the language that fits a BCP 47 tag best: "de" for "de-AT". The result is this catalog or one of
  // its translations, which all have the same ids and the same fingerprint.
  const Catalog& for_locale(std::string_view locale) const;
  std::vector<std::string> languages() const;  // tags; the bot's own language first

  // Returns a translation file for a language, with every text that is not translated yet. Empty: every text is
  // translated. kInvalidRequest: not a language tag.
  Result<std::string> untranslated(std::string_view locale) const;

  // Returns the params of an intent, in the order in which the bot asks for them. Empty for an unknown intent.
  std::vector<std::string> params(std::string_view intent) const;

  // Returns the result of training the bot's examples. Training runs when it is first needed: in this call, or for the
  // first message that no rule matches. It takes 4 s for 15,000 examples of 150 intents, and no time with a model.
  const Learned& learned() const;
  // Measures the examples. Trains up to five times, so it is slow. Empty without examples to learn from.
  ExampleQuality example_quality() const;
  std::string model() const;  // the trained examples, for CatalogOptions::model. Empty: nothing was learned

  // Does now what the first messages of a process would otherwise wait for, in every language: trains the examples, and
  // compiles the regular expressions of rules and types. Call this when a server starts. Other threads may use the
  // catalog in the meantime. Changes no result.
  void warm_up() const;

  // Returns up to `count` different messages with this intent, made from its rules, templates and examples. The same
  // seed gives the same messages. Slow: meant for people and tests. Skips a rule for which it finds no message.
  std::vector<std::string> sample(std::string_view intent, std::size_t count, unsigned long long seed = 1) const;

  // Reads a message. Takes time linear in the length of `text`. Never fails: a message that the bot does not understand
  // has no acts. Nor has a message that is longer than NluContext::max_bytes. Only explain() gives the words of an
  // answer, a command or a courtesy.
  Understanding understand(std::string_view text, const NluContext& nlu_context = {}) const;

  // Reads a message like understand(), and adds the reasons for and against each intent. Slower: meant for people. All
  // of it is within the work of one message (docs/limits.md): beyond it, reasons are missing.
  Explanation explain(std::string_view text, const NluContext& nlu_context = {}) const;

  // Validates a value that is not from a message, for example from the caller's own NLU. Returns it in its canonical
  // form, as if the user had said it at `nlu_context.now`. The result is invalid for an unknown intent or param, and
  // for a text that is longer than NluContext::max_bytes.
  ParamValue validate(std::string_view intent, std::string_view param, const Value& value,
                      const NluContext& nlu_context = {}) const;

 private:
  struct Impl;
  friend struct CatalogAccess;  // for the other parts of parley
  explicit Catalog(std::unique_ptr<const Impl> impl);
  std::unique_ptr<const Impl> impl_;
};

}  // namespace parley
