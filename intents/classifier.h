// Classifier holds the compiled intents, types and commands of a bot and reads one message at a time.
//
// It reads a message in these steps:
// - Fold the message (folded_text.h), and find the patterns that may match it (prefilter.h).
// - Detect the dialog act (dialog_acts.h).
// - Match rules, sentence templates and examples (rules.h, templates/templates.h, examples.h), ranked by the declared
//   precedence (evidence.h).
// - If nothing matches, find the intent with the most similar examples (example_classifier.h). This step runs when no
//   question is open or the message does not answer the open question.
// - Find the user's questions, which give no values and no yes, and the entries of `answers` for them (answers.h).
// - Find out whether the message continues the intent that was done last (follow_up.h).
// - Drop intents whose guards do not hold (condition.h).
// - Extract params for the best intent and for the intent whose question is open (extract.h).
// - Detect what else the message does in the dialog: it picks an offered choice (choice_resolution.h), asks for a
//   second thing (clauses.h), or answers the question of a suspended intent.
//
// Immutable; safe to share between threads.
#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/locale.h"
#include "base/time_zone.h"
#include "config/definition.h"
#include "config/diagnostics.h"
#include "intents/answers.h"
#include "intents/clauses.h"
#include "intents/condition.h"
#include "intents/dialog_acts.h"
#include "intents/entities/now.h"
#include "intents/example_classifier.h"
#include "intents/examples.h"
#include "intents/extract.h"
#include "intents/inquiry_forms.h"
#include "intents/message.h"
#include "intents/nearest_sources.h"
#include "intents/own_values.h"
#include "intents/prefilter.h"
#include "intents/quantifiers.h"
#include "intents/rules.h"
#include "intents/templates/templates.h"
#include "intents/topic_words.h"
#include "intents/types.h"
#include "intents/unknown_words.h"
#include "parley/catalog.h"
#include "parley/understanding.h"

namespace parley::intents {

class Classifier {
 public:
  // `bot` must outlive the classifier, and compile_conditions() must have processed it. When `findings` contains an
  // error, the classifier must not be used.
  Classifier(const config::BotDefinition& bot, CatalogOptions options, config::Diagnostics& findings);

  // When `notes` is given, the classifier appends a note for each value it saw but did not take. Notes contain names
  // and positions, never values.
  Understanding understand(std::string_view original, const NluContext& nlu_context,
                           std::vector<std::string>* notes = nullptr, Sources sources = Sources::kNamed) const;

  // Defined in intents/explain.cc, like nearest_sources().
  Explanation explain(std::string_view original, const NluContext& nlu_context) const;

  ParamValue judge(std::string_view intent, std::string_view param, const Value& value,
                   const NluContext& nlu_context) const;

  // Validates a value against the param's type only; ignores its `validate`.
  ParamValue judge_type(std::string_view intent, std::string_view param, const Value& value,
                        const NluContext& nlu_context) const;

  // Returns the entries of `answers` that may answer a question while an intent is open, in the order in which they are
  // tried. The spans are empty. Defined in intents/inquiry_reading.cc.
  std::vector<Inquiry> answerable(const NluContext& nlu_context) const;

  // Returns the valid values that the message has for the intent, as if a rule had found the intent. Without free texts
  // that would take the whole message. Defined in intents/values_elsewhere.cc.
  std::vector<ParamValue> values_for(std::string_view intent, std::string_view original,
                                     const NluContext& nlu_context) const;

  // Whether the guard of an intent holds. False for an unknown intent.
  bool admits(std::string_view intent, const NluContext& nlu_context) const;

  // Folds the message, splits it into words and prefilters the patterns.
  Message message(std::string_view original, Sources sources = Sources::kNamed) const;

  // Defined in intents/warm_up.cc.
  void warm_up() const;

  // Returns the best evidence of each intent, best intent first. Ignores guards.
  std::vector<Evidence> evidence(const Message& message, const NluContext& nlu_context = {}) const;

  // Returns true if a rule or a template decides what the message means, so that its similarity to examples is of no
  // importance. Ignores intents with a guard.
  bool is_decided_by_rules(const Message& message) const;

  // Returns true if a sentence template of the intent fills the param.
  bool is_slot(std::string_view intent, std::string_view param) const;

  // Returns the current time in the channel's time zone, or in the bot's if the channel gives none.
  Now now_of(const NluContext& nlu_context) const;

  const ExampleClassifier& likeness() const { return likeness_; }
  const config::BotDefinition& bot() const { return bot_; }
  const Types& types() const { return types_; }
  const OwnValues& own_values() const { return own_values_; }

 private:
  const NearestSources& nearest_sources() const;  // made at the first call
  // Returns the words of the message that say the act. Empty for kInform. Defined in intents/explain.cc.
  Span words_of_act(Act act, const Message& message, const NluContext& nlu_context) const;
  // Returns evidence from rules, templates and examples, without example similarity. Moves the evidence of "I cannot
  // pay my bill" to `unable`, or drops it.
  std::vector<Evidence> firm_evidence(const Message& message, const NluContext& nlu_context,
                                      std::vector<Evidence>* unable = nullptr) const;
  // Defined in intents/inability.cc.
  bool is_unable_in(const Message& message, const Evidence& evidence) const;
  void doubt_unable(const Message& message, std::vector<Evidence> unable, std::vector<Evidence>& found) const;
  // Returns the act of a message without an open question.
  Act act_alone(const Message& message) const;
  // Returns the evidence whose guards hold.
  std::vector<Evidence> admitted(std::vector<Evidence> evidence, const NluContext& nlu_context) const;
  bool is_admitted(const Evidence& evidence, const NluContext& nlu_context) const;
  // `found` holds the result of evidence(). The function appends an example-similarity match when answers to the open
  // question do not rule it out.
  Understanding understand(const Message& message, const NluContext& nlu_context, std::vector<Evidence>& found,
                           std::vector<std::string>* notes) const;
  Understanding understand_as_one(const Message& message, const NluContext& nlu_context, std::vector<Evidence>& found,
                                  std::vector<std::string>* notes) const;
  std::vector<ParamValue> values_for_offered(const Message& message, const NluContext& nlu_context) const;
  std::vector<ParamValue> elsewhere(const FoldedText& text, const NluContext& nlu_context) const;
  Candidate to_candidate(const Evidence& evidence, const Message& message) const;
  Extraction extract(int intent, const Message& message, const NluContext& nlu_context,
                     std::vector<std::string>* notes) const;
  // Returns the params for the best evidence. A template accounts for the whole message, so only the values it captured
  // count; otherwise they are extracted from the message. For the open intent, adds the answers to its question.
  Extraction params_of(const Evidence& best, const Message& message, const std::vector<ParamValue>& answers,
                       const NluContext& nlu_context, std::vector<std::string>* notes) const;
  // Defined in intents/opening_text.cc. Adds the text that the message tells for a param with `from_opening`.
  void add_opening_text(const Evidence& best, const Message& message, const NluContext& nlu_context,
                        Extraction& params) const;
  int index_of(std::string_view intent) const;  // -1: unknown

  // ---- intents/answer_reading.cc, confirmation_reading.cc and option_reading.cc: answers to the open question
  void read_answers(const Message& message, const NluContext& nlu_context, int open, const std::vector<Evidence>& found,
                    Understanding& result, std::vector<std::string>* notes) const;
  void add_to_enumeration(const Message& message, const NluContext& nlu_context, bool corrects,
                          Understanding& result) const;
  // Whether the message refuses what the bot asks to confirm: "not a refund!", "refund? no, a new one".
  bool refuses_confirmation(const Message& message, int open, const std::vector<Evidence>& found) const;
  // Whether the message refuses the open intent while the bot asks for a param of it: "I don't want to order anything".
  bool withdraws(const NluContext& nlu_context, int open, const std::vector<Evidence>& found,
                 const Understanding& result) const;
  bool agrees_and_reminds(const Message& message) const;
  Act answer_to_confirmation(Act act, const Message& message, int open, const std::vector<Evidence>& found) const;
  // Whether a yes stands beside an order to stop or undo something, which the bot did not ask about: "yes, cancel it".
  bool withdraws_agreement(const Message& message, const config::Confirmation& confirm,
                           const std::vector<Evidence>& found, int open) const;
  // Whether a word with a digit belongs to no value, intent or question. It may change what the bot asks to confirm.
  static bool leaves_number(const Message& message, const Understanding& result);
  // Whether an answer to a confirmation has words that nothing takes. Beside a yes, they must express a wish.
  bool has_remark(const Message& message, const NluContext& nlu_context, const Understanding& result) const;
  // Whether the message repeats a verb of the confirmation as an order: "k send it" after "Shall I send a new one?".
  bool agrees_by_verb(const Message& message, const config::Confirmation& confirm) const;
  // Reads a yes before words that name another intent. "Yes, a refund instead" is a no.
  static Act agreement_beside_other_intent(Act act, const Message& message);
  // Reads "forget it. Can I ..." as a cancellation if the rest of the message says nothing.
  void cancel_by_first_clause(const Message& message, const NluContext& nlu_context, Understanding& result) const;
  bool says_unknown(const Message& message, const NluContext& nlu_context, int open, const Understanding& result) const;
  // Adds values for the intent that `if_unknown` of the asked param calls: an email instead of an order number.
  void add_values_for_lookup(const Message& message, const NluContext& nlu_context, Understanding& result) const;
  void pick_earlier_option(const Message& message, const NluContext& nlu_context, int open,
                           Understanding& result) const;
  static bool begins_with_value(const Understanding& understood, const Message& message);
  std::optional<ParamValue> answer_by_act(const Understanding& understood, const NluContext& nlu_context) const;
  void answer_by_quantifier(const Message& message, const NluContext& nlu_context, Understanding& result) const;
  std::vector<Value> values_meant_by(Quantifier quantifier, const config::Param& asked) const;
  static void choose_offered(const Message& message, const NluContext& nlu_context, Understanding& result);
  static void choose_options(const Message& message, const NluContext& nlu_context, Understanding& result);
  void choose(const Message& message, const NluContext& nlu_context, int open, Understanding& result) const;
  std::optional<int> choice_by_value(const Message& message, const NluContext& nlu_context, int open) const;

  // ---- intents/likeness_matching.cc: messages that only resemble examples
  // False for commands: a command is never matched by example similarity.
  static bool is_open_to_likeness(Act act_alone);
  // Appends the intent whose examples are most similar to the message, if any qualifies.
  void match_likeness(const Message& message, ExampleClassifier::Place place, std::vector<Evidence>& out) const;
  void match_likeness(const Message& message, ExampleClassifier::Place place, const OwnValues::Codes& codes,
                      std::vector<Evidence>& out) const;
  // Finds the intent of a message like "my laptop is dead, open a ticket, my email is a@b.c": the values and the story
  // make the whole message resemble no example, but one of its clauses does.
  std::vector<Evidence> evidence_of_clauses(const Message& message) const;
  // `whole`: the intents that the whole message resembles, all doubtful.
  void prefer_clauses(const Message& message, std::vector<Evidence>& whole) const;
  // Returns true if a similar example may start an intent while a question is open. Returns false for an answer, and
  // for a message that is too short to be distinguished from an answer.
  void add_likely_requests(const Message& message, const NluContext& nlu_context, const Evidence& best,
                           Understanding& result) const;
  bool may_digress_by_likeness(const Message& message, const NluContext& nlu_context,
                               const Understanding& result) const;
  void drop_effects(std::vector<Evidence>& found, int open, std::vector<std::string>* notes) const;

  // ---- intents/inquiry_reading.cc: questions of the user (inquiry_forms.h)
  // Finds the inquiries of a message while an intent is open, removes from `found` and `result` what they do not say,
  // and adds their answers to `result`. Without an open intent, does nothing.
  std::vector<InquiryForm> read_inquiries(const Message& message, const NluContext& nlu_context,
                                          std::vector<Evidence>& found, Understanding& result) const;
  // Removes values in inquiries.
  static std::vector<InquiryForm> withhold_inquiries(const Message& message, Understanding& result);
  // Returns false if the evidence lies in an inquiry, and the intent asks for confirmation before it acts.
  bool is_wish(const Evidence& evidence, const std::vector<InquiryForm>& inquiries, const Message& message) const;
  void answer_inquiries(const Message& message, const NluContext& nlu_context,
                        const std::vector<InquiryForm>& inquiries, const std::vector<Evidence>& found,
                        Understanding& result) const;
  // Returns true if an inquiry is a request for the open intent.
  bool repeats_request(const Message& message, const NluContext& nlu_context, const std::vector<InquiryForm>& inquiries,
                       const std::vector<Evidence>& found) const;
  // Whether an answer whose examples do not match word for word counts.
  enum class Resembling { kNo, kYes, kClearly };
  // Adds the entry that answers the inquiry, if any.
  bool add_answer(const Message& message, const InquiryForm& inquiry, const Answers::Scope& scope,
                  Resembling resembling, Understanding& result) const;
  bool add_answer_about(const Message& message, const InquiryForm& inquiry, const Evidence& named,
                        const Answers::Scope& scope, Understanding& result) const;
  // Finds the answers of an intent while nothing is open. Returns true if the message only asks something about the
  // intent, although it may also match it (`named`).
  bool asks_about(int intent, const std::vector<Evidence>& found, const Message& message, Understanding& result) const;
  bool only_asks_about(const std::vector<Evidence>& found, const Message& message, Understanding& result) const;
  // Adds an inquiry without an answer if the message says nothing else.
  static void note_unanswered(const std::vector<InquiryForm>& inquiries, const Message& message, Understanding& result);

  // ---- intents/follow_up_reading.cc: messages that continue the intent that was done last
  static bool may_ask_about_outcome(const std::vector<Evidence>& found, int done);
  std::optional<FollowUp> follow_up(const Message& message, const NluContext& nlu_context,
                                    const std::vector<Evidence>& found, Act act) const;
  static bool says_only_values(const Message& message, const std::vector<ParamValue>& values);

  // ---- intents/untaken_values.cc: values that no param takes
  void add_untaken_values(const Message& message, const NluContext& nlu_context, Understanding& result) const;
  // Returns the intents that need a value of such a type, likeliest first.
  std::vector<FurtherIntent> takers(const Message& message, const NluContext& nlu_context,
                                    const std::vector<UntakenValue>& values) const;

  // ---- intents/multi_intent.cc: messages with several requests, or with an answer and a request
  // ClauseIntent is one of several intents that a message asks for, with the values from its own clause.
  struct ClauseIntent {
    int intent = 0;
    Candidate candidate;
    Extraction params;
    Span clause;  // in the original message
  };
  // Defined in intents/joined_requests.cc.
  void join_started(const Message& message, const NluContext& nlu_context, std::vector<ClauseIntent>& requests) const;
  void join(const Message& message, const NluContext& nlu_context, std::vector<ClauseIntent>& requests) const;
  bool is_answered_by_open(const Message& request, const NluContext& nlu_context) const;
  // Defined in intents/opening_text.cc.
  bool tells_story(const Message& clause, const NluContext& nlu_context) const;
  void join_reports(const Message& message, const NluContext& nlu_context, std::vector<ClauseIntent>& requests) const;
  ClauseIntent read_request(const Evidence& evidence, const Message& clause, std::size_t offset,
                            const NluContext& nlu_context, std::vector<std::string>* notes) const;
  std::vector<ClauseIntent> read_requests(const Message& message, std::size_t offset, const NluContext& nlu_context,
                                          std::vector<std::string>* notes) const;
  void add_requests_after(const Message& message, std::size_t offset, const NluContext& nlu_context,
                          std::vector<ClauseIntent>& requests, std::vector<std::string>* notes) const;
  // Returns true if the message asks for several intents. `result` then has the params of the clauses.
  bool find_further_intents(const Message& message, const NluContext& nlu_context, const Evidence& best,
                            Understanding& result, std::vector<std::string>* notes) const;
  void prefer_own_clause(const Evidence& evidence, const Message& message, const NluContext& nlu_context,
                         Extraction& params) const;
  void note_untaken_values(const Message& message, const NluContext& nlu_context,
                           const std::vector<ClauseIntent>& requests, std::vector<std::string>& notes) const;
  // ---- intents/shared_values.cc
  const ParamValue* only_value_of(std::string_view type, const std::vector<ClauseIntent>& requests) const;
  void share_values(const Message& message, const NluContext& nlu_context, std::vector<ClauseIntent>& requests) const;
  std::optional<Understanding> find_request_beside_answer(const Message& message, const NluContext& nlu_context) const;
  std::optional<Understanding> find_next_run(const Message& message, const NluContext& nlu_context) const;
  std::optional<Understanding> find_reminder(const Message& message, const NluContext& nlu_context) const;
  bool asks_before_acting(const ClauseIntent& request) const;
  std::optional<Understanding> read_answer_and_request(const Message& answer, const Message& request,
                                                       const NluContext& nlu_context) const;
  bool is_value_of_open(const Message& request, const std::vector<Evidence>& named,
                        const NluContext& nlu_context) const;
  std::optional<Evidence> own_evidence(const Message& clause, const Message& other,
                                       const NluContext& nlu_context) const;

  // ---- intents/clause_joining.cc: which joints separate requests
  struct Clause;
  struct OwnParams {
    int intent = -1;  // -1: no intent
    std::vector<ParamValue> values;
  };
  std::vector<Joint> joints_between_requests(const Message& message, const NluContext& nlu_context) const;
  std::vector<Clause> clauses_of(const Message& message, const std::vector<Joint>& joints,
                                 const NluContext& nlu_context) const;
  OwnParams own_params(const Message& message, const NluContext& nlu_context) const;
  bool continues_clause(const Message& message, const std::vector<Clause>& clauses, std::size_t begin,
                        std::size_t index, const NluContext& nlu_context) const;
  bool belongs_to_another_request(const Message& message, const std::vector<Clause>& clauses, std::size_t index,
                                  const NluContext& nlu_context) const;

  // A type of params whose values show what they are for.
  struct OpenType {
    std::string_view id;
    const Recogniser* recogniser = nullptr;
    bool is_declared = false;
    bool is_list = false;            // the bot lists its values
    std::vector<std::string> names;  // the words that name it: "order"
  };
  static std::vector<OpenType> open_types_of(const config::BotDefinition& bot, const Types& types);

  const config::BotDefinition& bot_;
  base::TimeZone zone_;
  Prefilter prefilter_;
  Types types_;
  OwnValues own_values_;
  Rules rules_;
  Templates templates_;
  Examples examples_;
  ExampleClassifier likeness_;
  Answers answers_;
  UnknownWords unknown_words_;
  DialogActs acts_;
  TopicWords topic_words_;
  std::vector<Extractor> extractors_;  // per intent
  std::unordered_map<std::string_view, int> by_id_;
  std::vector<OpenType> open_types_;
  std::vector<bool> calls_tools_;         // per intent
  std::vector<bool> confirms_;            // per intent
  std::vector<std::vector<int>> starts_;  // per intent: the intents that its steps start
  std::vector<bool> needs_wish_;          // per intent: has effects, and is not for users who report a problem
  bool has_options_ = false;              // a param lists options, in English
  bool has_sentences_ = false;            // has templates or examples: a clause may match alone
  mutable std::once_flag has_nearest_;
  mutable std::optional<NearestSources> nearest_;  // only explanations need it
};

// Returns how many steps (base/work_budget.h) reading the message may take. Above that limit the engine does not
// understand the message.
std::uint64_t step_limit(std::string_view message);

}  // namespace parley::intents
