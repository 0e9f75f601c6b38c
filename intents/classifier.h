// Classifier: a bot's intents, types and commands, compiled; reads one message at a time.
//
// The way of a message: fold it (folded_text.h); what act is it (acts.h); which rules, sentence templates and examples
// does it match (rules.h, templates/templates.h, examples.h), in the declared order of precedence (evidence.h); when
// none of them and no question is open or it is not answered, which intent's examples is it like (likeness.h); whose
// guards hold (condition.h); which params are in it, for the best intent and for the one whose question is open
// (extract.h); and what else it does in the dialog: picks one of the choices offered (choosing.h), asks for a second
// thing (clauses.h), answers the question of an intent that waits below.
// Immutable; safe to share between threads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/locale.h"
#include "base/time_zone.h"
#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/clauses.h"
#include "intents/condition.h"
#include "intents/dialog_acts.h"
#include "intents/entities/now.h"
#include "intents/example_classifier.h"
#include "intents/examples.h"
#include "intents/extract.h"
#include "intents/rules.h"
#include "intents/templates/templates.h"
#include "intents/types.h"
#include "intents/words.h"
#include "parley/catalog.h"
#include "parley/understanding.h"

namespace parley::intents {

// One message in the forms in which it is read. The original must outlive it.
struct Message {
  explicit Message(std::string_view original) : text(original), words(text.text()) {}
  FoldedText text;
  Words words;
};

class Classifier {
 public:
  // `bot` must outlive this; compile_conditions() has seen it. With an error in `findings` it must not be used.
  Classifier(const config::BotDefinition& bot, CatalogOptions options, config::Diagnostics& findings);

  // `notes`, when given, gets what was seen and not taken: names and places, no values.
  Understanding understand(std::string_view original, const Situation& situation,
                           std::vector<std::string>* notes = nullptr) const;

  // intents/explain.cc
  Explanation explain(std::string_view original, const Situation& situation) const;

  ParamValue judge(std::string_view intent, std::string_view param, const Value& value,
                   const Situation& situation) const;

  // The same by the param's type alone, whatever its `validate` says.
  ParamValue judge_type(std::string_view intent, std::string_view param, const Value& value,
                        const Situation& situation) const;

  // Each intent's best evidence, the best intent first, guards aside.
  std::vector<Evidence> evidence(const Message& message, const Situation& situation = {}) const;

  // Whether a sentence template of the intent fills the param.
  bool is_slot(std::string_view intent, std::string_view param) const;

  // By the clocks of the time zone that the channel knows, or else of the bot's.
  Now now_of(const Situation& situation) const;

  const ExampleClassifier& likeness() const { return likeness_; }
  const config::BotDefinition& bot() const { return bot_; }
  const Types& types() const { return types_; }

 private:
  // Of rules, templates and examples.
  std::vector<Evidence> firm_evidence(const Message& message, const Situation& situation) const;
  // A command is never taken for what it is only like.
  bool is_open_to_likeness(const Message& message) const;
  // Adds the intent that the message is like, if any.
  void match_likeness(const Message& message, ExampleClassifier::Place place, std::vector<Evidence>& out) const;
  // May one while something is open? An answer may not, nor what is too short to be told from one.
  bool may_digress_by_likeness(const Message& message, const Situation& situation, const Understanding& result) const;
  void drop_effects(std::vector<Evidence>& found, int open, std::vector<std::string>* notes) const;
  // What is left of the evidence once the guards have been asked.
  std::vector<Evidence> admitted(std::vector<Evidence> evidence, const Situation& situation) const;
  // `found` is the evidence(); what the message is like is added to it when its answers leave that open.
  Understanding understand(const Message& message, const Situation& situation, std::vector<Evidence>& found,
                           std::vector<std::string>* notes) const;
  Understanding understand_as_one(const Message& message, const Situation& situation, std::vector<Evidence>& found,
                                  std::vector<std::string>* notes) const;
  void choose(const Message& message, const Situation& situation, int open, Understanding& result) const;
  std::optional<ParamValue> answer_by_act(const Understanding& said, const Situation& situation) const;
  std::optional<int> choice_by_value(const Message& message, const Situation& situation, int open) const;
  std::vector<ParamValue> elsewhere(const FoldedText& text, const Situation& situation) const;
  Candidate to_candidate(const Evidence& evidence, const FoldedText& text) const;
  Extraction extract(int intent, const Message& message, const Situation& situation,
                     std::vector<std::string>* notes) const;
  // What the best evidence brought along, and for the open intent what answers its question.
  Extraction params_of(const Evidence& best, const Message& message, const std::vector<ParamValue>& answers,
                       const Situation& situation, std::vector<std::string>* notes) const;
  int index_of(std::string_view intent) const;  // -1: unknown

  // ---- intents/multi_intent.cc: messages that do several things at once
  // One of several intents that a message asks for, with the values of its own clause.
  struct Wish {
    int intent = 0;
    Candidate candidate;
    Extraction params;
  };
  Wish wish_of(const Evidence& evidence, const Message& clause, std::size_t offset, const Situation& situation,
               std::vector<std::string>* notes) const;
  std::vector<Wish> wishes_in(const Message& message, std::size_t offset, const Situation& situation,
                              std::vector<std::string>* notes) const;
  void add_behind(const Message& message, std::size_t offset, const Situation& situation, std::vector<Wish>& wishes,
                  std::vector<std::string>* notes) const;
  // True: the message asks for several intents, and `result` has the params of the clauses.
  bool find_second(const Message& message, const Situation& situation, const std::vector<Evidence>& admitted,
                   Understanding& result, std::vector<std::string>* notes) const;
  void note_left(const Message& message, const Situation& situation, const std::vector<Wish>& wishes,
                 std::vector<std::string>& notes) const;
  std::optional<Understanding> find_beside(const Message& message, const Situation& situation) const;
  std::optional<Understanding> beside(const Message& said, const Message& wish, const Situation& situation) const;
  std::optional<Evidence> own_evidence(const Message& clause, const Message& other, const Situation& situation) const;

  // ---- intents/clause_joining.cc: which joints separate wishes
  struct Clause;
  struct OwnParams {
    int intent = -1;  // none
    std::vector<ParamValue> values;
  };
  std::vector<Joint> joints_between_wishes(const Message& message, const Situation& situation) const;
  std::vector<Clause> clauses_of(const Message& message, const std::vector<Joint>& joints,
                                 const Situation& situation) const;
  OwnParams own_params(const Message& message, const Situation& situation) const;
  bool is_carried_on(const Message& message, const std::vector<Clause>& clauses, std::size_t begin, std::size_t index,
                     const Situation& situation) const;
  bool is_wanted_elsewhere(const Message& message, const std::vector<Clause>& clauses, std::size_t index,
                           const Situation& situation) const;

  const config::BotDefinition& bot_;
  base::TimeZone zone_;
  Types types_;
  Rules rules_;
  Templates templates_;
  Examples examples_;
  ExampleClassifier likeness_;
  DialogActs acts_;
  std::vector<Extractor> extractors_;  // per intent
  std::unordered_map<std::string_view, int> by_id_;
  std::vector<bool> calls_tools_;  // per intent
  bool has_sentences_ = false;     // templates or examples: what matches a clause may not match the message
};

// How many steps (base/work_budget.h) the reading of a message may take. Beyond it the message is not understood.
std::uint64_t most_steps(std::string_view message);

// The fact that tells in which time zone a session is; none when it does not, or names none.
inline constexpr const char* kTimeZoneFact = "time_zone";
std::optional<base::TimeZone> time_zone_in(const Value& context);

// The fact that tells the user's language and country; null when it does not, or names none.
inline constexpr const char* kLocaleFact = "locale";
std::shared_ptr<const base::Locale> locale_in(const Value& context);

// What a `when` reads: "context.NAME" and "session.NAME".
Scope facts_of(const Situation& situation);

}  // namespace parley::intents
