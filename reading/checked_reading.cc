#include "reading/checked_reading.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/fold.h"
#include "config/definition.h"
#include "intents/acts_of.h"
#include "intents/catalog_access.h"
#include "intents/classifier.h"
#include "intents/given_acts.h"
#include "parley/act_queries.h"

namespace parley::reading {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

DialogAct by_model(DialogAct::What what, Span span = {}) {
  return {std::move(what), span, 1, {ActSource::Kind::kModel, {}, {}}};
}

acts::Request* request_in(DialogAct& act) { return std::get_if<acts::Request>(&act.what); }

class ReadingCheck {
 public:
  ReadingCheck(const Answer& answer, const ShownMessage& message, const Catalog& catalog, const NluContext& nlu_context,
               const Understanding& own, const Permit& permit)
      : answer_(answer),
        message_(message),
        bot_(intents::definition_of(catalog)),
        classifier_(intents::classifier_of(catalog)),
        nlu_context_(nlu_context),
        own_(own),
        own_request_(find_request(own.acts)),
        permit_(permit),
        open_(bot_.find_intent(nlu_context.intent)) {}

  CheckedReading run() {
    read_command();
    read_intents();
    read_options();
    read_questions();
    if (open_) read_answers();
    out_.is_empty = out_.taken == Answer();
    keep_own();
    std::stable_sort(acts().begin(), acts().end(),
                     [](const DialogAct& a, const DialogAct& b) { return a.span.begin < b.span.begin; });
    return std::move(out_);
  }

 private:
  std::vector<DialogAct>& acts() { return out_.heard.acts; }

  // Adds an act as its source may say it. Returns whether it may.
  bool add(DialogAct act) {
    auto may = permit_(std::move(act));
    if (may) acts().push_back(std::move(*may));
    return may.has_value();
  }

  bool any_act(bool (*is)(DialogAct&)) { return std::any_of(acts().begin(), acts().end(), is); }

  void read_command() {
    auto said = intents::act_for(answer_.act);
    if (said && add(by_model(std::move(*said)))) out_.taken.act = answer_.act;
  }

  void read_intents() {
    std::vector<std::string> seen;
    for (const GivenIntent& given : answer_.intents) {
      const config::Intent* intent = bot_.find_intent(given.id);
      if (!intent || contains(seen, given.id)) continue;
      seen.push_back(given.id);
      if (intent == open_) {  // its values are answers, and it must not begin again
        GivenIntent taken{given.id, read_values(*intent, given.params, answers_)};
        if (!taken.params.empty()) out_.taken.intents.push_back(std::move(taken));
      } else if (classifier_.admits(given.id, nlu_context_)) {
        add_intent(*intent, given);
      }
    }
  }

  void add_intent(const config::Intent& intent, const GivenIntent& given) {
    using Role = acts::Request::Role;
    const bool is_first =
        !any_act([](DialogAct& act) { return request_in(act) && request_in(act)->role == Role::kNow; });
    acts::Request request;
    request.role = is_first ? Role::kNow : Role::kNext;
    request.wanted.candidate.intent = given.id;
    request.wanted.candidate.rule = "understanding";
    GivenIntent taken{given.id, read_values(intent, given.params, request.wanted.params)};
    DialogAct act = by_model(std::move(request));
    act.source = source_of(given.id);
    if (add(std::move(act))) out_.taken.intents.push_back(std::move(taken));
  }

  // The model, unless the bot itself has found the intent.
  ActSource source_of(const std::string& intent) const {
    const auto is_it = [&](const Candidate& own) { return own.intent == intent; };
    const Candidate* own = nullptr;
    if (own_request_) {
      const auto weaker = std::find_if(own_request_->weaker.begin(), own_request_->weaker.end(), is_it);
      if (weaker != own_request_->weaker.end()) own = &*weaker;
      if (is_it(own_request_->wanted.candidate)) own = &own_request_->wanted.candidate;
    }
    if (!own) return {ActSource::Kind::kModel, "understanding", {}};
    return {own->confidence < 1 ? ActSource::Kind::kSimilarity : ActSource::Kind::kRule, own->rule, own->source};
  }

  // The entries of the answer whose words occur in the message, each once.
  template <class Take>
  std::vector<GivenEntry> read_entries(const std::vector<GivenEntry>& given, std::size_t most, const Take& take) const {
    std::vector<GivenEntry> taken;
    for (const GivenEntry& one : given) {
      const bool is_taken =
          std::any_of(taken.begin(), taken.end(), [&](const GivenEntry& other) { return other.number == one.number; });
      if (one.number < 1 || static_cast<std::size_t>(one.number) > most || is_taken) continue;
      const auto span = message_.find(one.words);
      if (!span || repeats_guess(one.words, *span) || !take(static_cast<std::size_t>(one.number) - 1, *span)) continue;
      taken.push_back({one.number, words_at(*span)});
    }
    return taken;
  }

  // Whether the words only repeat the mask of a free text that the bot takes for an answer. The model has not read
  // them, so it knows no better than the bot what they are.
  bool repeats_guess(const std::string& words, Span span) const {
    const auto is_guess = [&](const ParamValue& own) {
      return own.whole_message && own.span.begin <= span.begin && span.end <= own.span.end;
    };
    const auto answers_guess = [&](const DialogAct& own) {
      const ParamValue* answer = answer_in(own);
      return answer && is_guess(*answer);
    };
    const bool is_guessed = std::any_of(own_.acts.begin(), own_.acts.end(), answers_guess) ||
                            std::any_of(own_params().begin(), own_params().end(), is_guess);
    return is_guessed && message_.are_masks(words);
  }

  // The values that the bot itself has found for the intent that begins.
  const std::vector<ParamValue>& own_params() const {
    static const std::vector<ParamValue> kNone;
    return own_request_ ? own_request_->wanted.params : kNone;
  }

  // A command and a pick exclude each other. Of several options at a question without a list, one is meant.
  void read_options() {
    if (out_.taken.act != Act::kInform) return;
    std::vector<int> picked;
    const auto pick_of = [&](std::vector<int> options) {
      DialogAct act = by_model(acts::Choose{acts::Choose::Meaning::kThese, options});
      const bool is_offer = options.size() == 1 && static_cast<std::size_t>(options[0]) < nlu_context_.offered.size();
      if (is_offer) act.source = source_of(nlu_context_.offered[static_cast<std::size_t>(options[0])]);
      return act;
    };
    auto taken = read_entries(answer_.options, nlu_context_.choices.size(), [&](std::size_t at, Span) {
      if (!is_admitted(at) || !permit_(pick_of({static_cast<int>(at)}))) return false;
      picked.push_back(static_cast<int>(at));
      return true;
    });
    if (!picked.empty() && add(pick_of(picked))) out_.taken.options = std::move(taken);
  }

  bool is_admitted(std::size_t option) const {
    return option >= nlu_context_.offered.size() || classifier_.admits(nlu_context_.offered[option], nlu_context_);
  }

  void read_questions() {
    const std::vector<Inquiry> answerable = classifier_.answerable(nlu_context_);
    out_.taken.questions = read_entries(answer_.questions, answerable.size(), [&](std::size_t at, Span span) {
      const Inquiry& entry = answerable[at];
      return add(by_model(acts::Ask{acts::Ask::Entry{entry.intent, entry.param, entry.answer}}, span));
    });
  }

  // The acts for the open intent.
  void read_answers() {
    out_.taken.answers = read_values(*open_, answer_.answers, answers_);
    out_.taken.change = named();
    const bool corrects =
        !out_.taken.change.empty() || std::any_of(answers_.begin(), answers_.end(), [&](const ParamValue& value) {
          return contains(nlu_context_.filled, value.param);
        });
    bool corrects_value = false;
    for (const ParamValue& value : answers_) {
      DialogAct::What answer = intents::answer_act(value, nlu_context_, corrects);
      corrects_value = corrects_value || std::holds_alternative<acts::Correct>(answer);
      add(by_model(std::move(answer), value.span));
    }
    for (const std::string& param : out_.taken.change) add(by_model(acts::Correct{param, {}, corrects}));
    if (corrects && !corrects_value) add(by_model(acts::Correct{{}, {}, true}));
  }

  std::string words_at(Span span) const { return message_.original().substr(span.begin, span.end - span.begin); }

  std::vector<GivenValue> read_values(const config::Intent& intent, const std::vector<GivenValue>& given,
                                      std::vector<ParamValue>& values) {
    std::vector<GivenValue> taken;
    for (const GivenValue& one : given) {
      const config::Param* param = intent.find_param(one.param);
      const auto span = param ? message_.find(one.words) : std::nullopt;
      if (!span || repeats_guess(one.words, *span)) continue;
      const bool is_taken = std::any_of(values.begin(), values.end(), [&](const ParamValue& value) {
        return value.param == one.param && (!param->list || value.span == *span);
      });
      if (is_taken) continue;
      auto value = read_value(intent, *param, one, *span);
      if (!value) continue;
      taken.push_back({one.param, value->raw, one.value});
      values.push_back(std::move(*value));
    }
    return taken;
  }

  // The words win over the value that the model names.
  std::optional<ParamValue> read_value(const config::Intent& intent, const config::Param& param,
                                       const GivenValue& given, Span span) const {
    const std::string words = words_at(span);
    const auto judge = [&](const Value& value) -> std::optional<ParamValue> {
      if (!classifier_.judge_type(intent.id.value, param.id.value, value, nlu_context_).valid) return std::nullopt;
      return classifier_.judge(intent.id.value, param.id.value, value, nlu_context_);
    };
    auto value = judge(Value(words));
    if (!value) {
      const config::Entity* entity = bot_.find_entity(param.type.value);
      const config::EntityValue* listed = nullptr;
      for (std::size_t i = 0; entity && !given.value.empty() && i < entity->values.size(); ++i) {
        if (base::fold(entity->values[i].canonical.value) == base::fold(given.value)) listed = &entity->values[i];
      }
      if (listed) value = judge(listed->value.is_null() ? Value(listed->canonical.value) : listed->value);
    }
    if (!value) return std::nullopt;
    value->span = span;
    value->raw = words;
    return value;
  }

  // The params to change without a new value.
  std::vector<std::string> named() const {
    std::vector<std::string> names;
    for (const std::string& name : answer_.change) {
      const auto has_value = [&](const ParamValue& value) { return value.param == name; };
      if (!contains(nlu_context_.filled, name) || contains(names, name)) continue;
      if (std::any_of(answers_.begin(), answers_.end(), has_value)) continue;
      names.push_back(name);
    }
    return names;
  }

  // Keeps the values that the bot itself has found for the same intent, and what a model cannot give.
  void keep_own() {
    const bool asks = any_act([](DialogAct& act) { return std::holds_alternative<acts::Ask>(act.what); });
    const bool names_intent = any_act([](DialogAct& act) { return request_in(act) != nullptr; });
    for (DialogAct& act : acts()) keep_own_params(act);
    add_left_out();
    for (const DialogAct& act : own_.acts) {
      if (is_kept(act, asks, names_intent)) acts().push_back(act);
    }
    if (corrects_by_words(own_.acts) && !names_intent && !corrects_by_words(acts())) {
      acts().push_back({acts::Correct{{}, {}, true}});
    }
    out_.heard.untaken = untaken();
    for (const UntakenValue& value : out_.heard.untaken) intents::add_untaken(acts(), value);
    out_.heard.mentioned = own_.mentioned;
    out_.heard.refers_back = own_.refers_back;
  }

  bool is_kept(const DialogAct& own, bool asks, bool names_intent) const {
    if (const auto* ask = std::get_if<acts::Ask>(&own.what))
      return !asks && !std::holds_alternative<Passage>(ask->answer);
    if (std::holds_alternative<acts::Closing>(own.what)) return true;
    if (names_intent) return false;
    if (const ParamValue* value = answer_in(own)) return !value->whole_message && !gives(answers_, value->param);
    const auto* inform = std::get_if<acts::Inform>(&own.what);
    return inform && !inform->value.intent.empty();
  }

  static bool gives(const std::vector<ParamValue>& values, const std::string& param) {
    return std::any_of(values.begin(), values.end(), [&](const ParamValue& value) { return value.param == param; });
  }

  void keep_own_params(DialogAct& act) const {
    acts::Request* request = request_in(act);
    const bool is_same = request && request->role == acts::Request::Role::kNow && own_request_ &&
                         request->wanted.candidate.intent == own_request_->wanted.candidate.intent;
    if (!is_same) return;
    const std::vector<ParamValue> given = request->wanted.params;
    for (const ParamValue& value : own_params()) {
      if (!value.whole_message && !gives(given, value.param)) request->wanted.params.push_back(value);
    }
  }

  // A model often names the intent and forgets a value. If it names one intent alone, all values belong to it.
  void add_left_out() {
    std::vector<acts::Request*> requests;
    for (DialogAct& act : acts()) {
      if (request_in(act)) requests.push_back(request_in(act));
    }
    if (requests.size() != 1 || !answers_.empty()) return;
    FurtherIntent& wanted = requests.front()->wanted;
    for (ParamValue& found : classifier_.values_for(wanted.candidate.intent, message_.original(), nlu_context_)) {
      const bool is_given = std::any_of(wanted.params.begin(), wanted.params.end(), [&](const ParamValue& value) {
        return value.param == found.param || (value.span.begin < found.span.end && found.span.begin < value.span.end);
      });
      if (!is_given) wanted.params.push_back(std::move(found));
    }
  }

  // Returns the values of the message that the model gives no param either.
  std::vector<UntakenValue> untaken() const {
    std::vector<UntakenValue> values = own_.untaken;
    const auto remove = [&](const ParamValue& taken) {
      std::erase_if(values, [&](const UntakenValue& value) {
        return value.span.begin < taken.span.end && taken.span.begin < value.span.end;
      });
    };
    for (const DialogAct& act : out_.heard.acts) visit_values(act, remove);
    return values;
  }

  const Answer& answer_;
  const ShownMessage& message_;
  const config::BotDefinition& bot_;
  const intents::Classifier& classifier_;
  const NluContext& nlu_context_;
  const Understanding& own_;
  const acts::Request* own_request_;  // the intent that begins, for the bot itself. Null: none
  const Permit& permit_;
  const config::Intent* open_;
  std::vector<ParamValue> answers_;  // of the model, for the open intent
  CheckedReading out_;
};

}  // namespace

CheckedReading check_reading(const Answer& answer, const ShownMessage& message, const Catalog& catalog,
                             const NluContext& nlu_context, const Understanding& own, const Permit& permit) {
  return ReadingCheck(answer, message, catalog, nlu_context, own, permit).run();
}

}  // namespace parley::reading
