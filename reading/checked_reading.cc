#include "reading/checked_reading.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/fold.h"
#include "config/definition.h"
#include "intents/catalog_access.h"
#include "intents/classifier.h"
#include "intents/effects.h"

namespace parley::reading {
namespace {

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

class ReadingCheck {
 public:
  ReadingCheck(const Answer& answer, const ShownMessage& message, const Catalog& catalog, const NluContext& nlu_context,
               const Understanding& own)
      : answer_(answer),
        message_(message),
        bot_(intents::definition_of(catalog)),
        classifier_(intents::classifier_of(catalog)),
        nlu_context_(nlu_context),
        own_(own),
        open_(bot_.find_intent(nlu_context.intent)),
        changes_(intents::intents_that_change_unasked(bot_)) {}

  CheckedReading run() {
    read_act();
    read_intents();
    read_options();
    read_questions();
    if (open_) {
      out_.taken.answers = read_values(*open_, answer_.answers, out_.heard.answers);
      read_change();
      correct_filled();
    }
    out_.is_empty = out_.taken == Answer();
    keep_own();
    return std::move(out_);
  }

 private:
  void read_act() {
    Act act = answer_.act;
    if (act == Act::kCancel && (nlu_context_.confirming || !open_)) act = Act::kInform;
    if (act == Act::kDontKnow && nlu_context_.waiting_for_param.empty()) act = Act::kInform;
    const bool is_possible = act == Act::kCancel || act == Act::kHuman || act == Act::kDontKnow;
    out_.heard.act = out_.taken.act = is_possible ? act : Act::kInform;
  }

  void read_intents() {
    std::vector<std::string> seen;
    for (const GivenIntent& given : answer_.intents) {
      const config::Intent* intent = bot_.find_intent(given.id);
      if (!intent || contains(seen, given.id)) continue;
      seen.push_back(given.id);
      if (intent == open_) {  // its values are answers, and it must not begin again
        GivenIntent taken{given.id, read_values(*intent, given.params, out_.heard.answers)};
        if (!taken.params.empty()) out_.taken.intents.push_back(std::move(taken));
      } else if (classifier_.admits(given.id, nlu_context_)) {
        add_intent(*intent, given);
      }
    }
  }

  void add_intent(const config::Intent& intent, const GivenIntent& given) {
    FurtherIntent found;
    found.candidate.intent = given.id;
    found.candidate.rule = "understanding";
    const bool doubtful = needs_doubt(intent);
    GivenIntent taken{given.id, read_values(intent, given.params, found.params)};
    if (doubtful) {
      out_.heard.doubtful.push_back(std::move(found));
    } else if (out_.heard.candidates.empty()) {
      out_.heard.candidates.push_back(std::move(found.candidate));
      out_.heard.params = std::move(found.params);
    } else {
      out_.heard.further.push_back(std::move(found));
    }
    out_.taken.intents.push_back(std::move(taken));
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
    const bool is_guessed = std::any_of(own_.answers.begin(), own_.answers.end(), is_guess) ||
                            std::any_of(own_.params.begin(), own_.params.end(), is_guess);
    return is_guessed && message_.are_masks(words);
  }

  void read_options() {
    if (nlu_context_.confirming || asks_yes_or_no() || out_.heard.act != Act::kInform) return;
    std::vector<int> picked;
    out_.taken.options = read_entries(answer_.options, nlu_context_.choices.size(), [&](std::size_t at, Span) {
      if (!may_pick(at)) return false;
      picked.push_back(static_cast<int>(at));
      return true;
    });
    if (picked.size() > 1 && !nlu_context_.lists_options) out_.taken.options.clear();  // one of them is meant
    if (out_.taken.options.empty()) return;
    if (picked.size() == 1) {
      out_.heard.choice = picked.front();
    } else {
      out_.heard.several = picked;
    }
  }

  // Whether the open question shows one option or offers one intent.
  bool asks_yes_or_no() const {
    return nlu_context_.offered.size() == 1 || (nlu_context_.lists_options && nlu_context_.choices.size() == 1);
  }

  // An offered intent that changes something begins by a word of the user alone.
  bool may_pick(std::size_t option) const {
    if (option >= nlu_context_.offered.size()) return true;
    const config::Intent* offered = bot_.find_intent(nlu_context_.offered[option]);
    return offered && !needs_doubt(*offered) && classifier_.admits(offered->id.value, nlu_context_);
  }

  void read_questions() {
    const std::vector<Inquiry> answerable = classifier_.answerable(nlu_context_);
    out_.taken.questions = read_entries(answer_.questions, answerable.size(), [&](std::size_t at, Span span) {
      out_.heard.inquiries.push_back(answerable[at]);
      out_.heard.inquiries.back().span = span;
      return true;
    });
  }

  std::string words_at(Span span) const { return message_.original().substr(span.begin, span.end - span.begin); }

  bool needs_doubt(const config::Intent& intent) const {
    const bool changes = changes_[static_cast<std::size_t>(&intent - bot_.intents.data())];
    const bool is_own = std::any_of(own_.candidates.begin(), own_.candidates.end(),
                                    [&](const Candidate& one) { return one.intent == intent.id.value; });
    return changes && !is_own;
  }

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

  void read_change() {
    for (const std::string& name : answer_.change) {
      const auto has_value = [&](const ParamValue& value) { return value.param == name; };
      if (!contains(nlu_context_.filled, name) || contains(out_.taken.change, name)) continue;
      if (std::any_of(out_.heard.answers.begin(), out_.heard.answers.end(), has_value)) continue;
      out_.taken.change.push_back(name);
    }
    out_.heard.named = out_.taken.change;
  }

  void correct_filled() {
    out_.heard.corrects = !out_.heard.named.empty() || std::any_of(out_.heard.answers.begin(), out_.heard.answers.end(),
                                                                   [&](const ParamValue& value) {
                                                                     return contains(nlu_context_.filled, value.param);
                                                                   });
  }

  // Adds the values that the bot itself has found for the same intent, and what a model cannot give.
  void keep_own() {
    Understanding& heard = out_.heard;
    if (heard.inquiries.empty()) heard.inquiries = own_.inquiries;
    heard.mentioned = own_.mentioned;
    heard.refers_back = own_.refers_back;
    heard.says_goodbye = own_.says_goodbye;
    const auto add_missing = [](const std::vector<ParamValue>& from, std::vector<ParamValue>& to) {
      const std::size_t given = to.size();
      for (const ParamValue& value : from) {
        const auto end = to.begin() + static_cast<std::ptrdiff_t>(given);
        const bool is_given =
            std::any_of(to.begin(), end, [&](const ParamValue& one) { return one.param == value.param; });
        if (!is_given && !value.whole_message) to.push_back(value);
      }
    };
    const bool is_same = !heard.candidates.empty() && !own_.candidates.empty() &&
                         heard.candidates.front().intent == own_.candidates.front().intent;
    if (is_same) add_missing(own_.params, heard.params);
    add_left_out();
    heard.untaken = untaken();
    if (heard.candidates.empty() && heard.doubtful.empty()) {
      add_missing(own_.answers, heard.answers);
      heard.elsewhere = own_.elsewhere;
      heard.corrects = heard.corrects || own_.corrects;
    }
  }

  // A model often names the intent and forgets a value. If it names one intent alone, all values belong to it.
  void add_left_out() {
    Understanding& heard = out_.heard;
    if (heard.candidates.size() + heard.doubtful.size() != 1 || !heard.further.empty() || !heard.answers.empty())
      return;
    const bool is_doubtful = heard.candidates.empty();
    const std::string& intent = is_doubtful ? heard.doubtful.front().candidate.intent : heard.candidates.front().intent;
    std::vector<ParamValue>& values = is_doubtful ? heard.doubtful.front().params : heard.params;
    for (ParamValue& found : classifier_.values_for(intent, message_.original(), nlu_context_)) {
      const bool is_given = std::any_of(values.begin(), values.end(), [&](const ParamValue& value) {
        return value.param == found.param || (value.span.begin < found.span.end && found.span.begin < value.span.end);
      });
      if (!is_given) values.push_back(std::move(found));
    }
  }

  // Returns the values of the message that the model gives no param either.
  std::vector<UntakenValue> untaken() const {
    std::vector<UntakenValue> values = own_.untaken;
    const auto remove_taken = [&](const std::vector<ParamValue>& taken) {
      for (const ParamValue& one : taken) {
        std::erase_if(values, [&](const UntakenValue& value) {
          return value.span.begin < one.span.end && one.span.begin < value.span.end;
        });
      }
    };
    remove_taken(out_.heard.params);
    remove_taken(out_.heard.answers);
    for (const auto* intents : {&out_.heard.further, &out_.heard.doubtful}) {
      for (const FurtherIntent& intent : *intents) remove_taken(intent.params);
    }
    return values;
  }

  const Answer& answer_;
  const ShownMessage& message_;
  const config::BotDefinition& bot_;
  const intents::Classifier& classifier_;
  const NluContext& nlu_context_;
  const Understanding& own_;
  const config::Intent* open_;
  const std::vector<bool> changes_;
  CheckedReading out_;
};

}  // namespace

CheckedReading check_reading(const Answer& answer, const ShownMessage& message, const Catalog& catalog,
                             const NluContext& nlu_context, const Understanding& own) {
  return ReadingCheck(answer, message, catalog, nlu_context, own).run();
}

}  // namespace parley::reading
