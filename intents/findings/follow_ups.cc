// Tested by tests/intents/follow_up_test.cc.
#include "intents/findings/follow_ups.h"

#include <algorithm>
#include <utility>

#include "intents/correction.h"
#include "intents/findings/values.h"
#include "intents/follow_up.h"

namespace parley::intents {
namespace {

constexpr std::size_t kLongestFollowUp = 12;  // words

// A bare number could be anything.
bool shows_its_type(const config::BotDefinition& bot, const config::Param& param) {
  return bot.find_entity(param.type.value) != nullptr;
}

// Whether nothing in the message names another intent for certain.
bool may_ask_about_outcome(const std::vector<Evidence>& found, int done) {
  return std::all_of(found.begin(), found.end(),
                     [done](const Evidence& one) { return one.intent == done || one.is_doubtful; });
}

}  // namespace

// Returns true if the values, and words without meaning, are all that the message says.
bool says_only_values(const Message& message, const std::vector<ParamValue>& values) {
  const Words& words = message.words;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Span span = message.text.original_span(words[i].begin, words[i].end);
    const bool is_value = std::any_of(values.begin(), values.end(), [&](const ParamValue& value) {
      return value.valid && value.span.begin <= span.begin && span.end <= value.span.end;
    });
    if (!is_value && !is_filler(words.text(i, 1))) return false;
  }
  return true;
}

std::optional<FollowUp> find_follow_up(const Dialog& dialog, const Message& message, const std::vector<Evidence>& found,
                                       Act act) {
  const int done = dialog.bot.index_of(dialog.context.done);
  if (done < 0 || message.words.size() == 0 || message.words.size() > kLongestFollowUp) return std::nullopt;
  const bool is_firm = !found.empty() && found.front().kind != Evidence::Kind::kLikeness;
  if (is_firm && found.front().intent != done) return std::nullopt;
  if (act != Act::kInform && act != Act::kAffirm) return std::nullopt;
  const FollowUpWords words = follow_up_words(message.words.text());
  if (act == Act::kAffirm && !words.repeats) return std::nullopt;  // "do it again" also says yes
  if (words.asks && may_ask_about_outcome(found, done)) {
    return FollowUp{dialog.context.done, {}, {}, {}, {}, false, false, /*asks=*/true};
  }
  if (dialog.bot.definition_of(done).params.empty()) return std::nullopt;
  const bool may_continue =
      words.continues || words.is_about_another || corrections().read(message.words, false) != Correcting::kNo;
  if (is_firm && !may_continue) return std::nullopt;  // the message names the intent itself, and begins it again

  NluContext reopened = dialog.context;
  reopened.intent = dialog.context.done;
  reopened.filled = dialog.context.done_params;
  Extraction said = extract_params(Dialog(dialog.bot, reopened), done, message, nullptr);
  if (may_continue) {
    dialog.bot.at(done).extractor.take_bare_number(message, dialog.context.done_params, dialog.now(), said);
  }
  std::erase_if(said.values, [](const ParamValue& value) { return value.whole_message || value.misspelt; });
  FollowUp result{dialog.context.done,
                  std::move(said.values),
                  std::move(said.ambiguous),
                  std::move(said.named),
                  std::move(said.others),
                  said.corrects,
                  false,
                  false};
  const bool has_value = !result.params.empty() || !result.ambiguous.empty();
  if (has_value && (words.continues || words.is_about_another || said.corrects)) return result;
  if (is_firm) return std::nullopt;
  const config::Intent& intent = dialog.bot.definition_of(done);
  const bool is_typed = std::any_of(result.params.begin(), result.params.end(), [&](const ParamValue& value) {
    const config::Param* param = intent.find_param(value.param);
    return param && shows_its_type(dialog.bot.definition, *param);
  });
  if (is_typed && says_only_values(message, result.params)) return result;
  if (has_value) return std::nullopt;
  if (!result.named.empty() && (said.corrects || words.continues)) return result;
  result.named.clear();
  result.is_about_another = words.is_about_another;
  return words.repeats || words.is_about_another ? std::optional(std::move(result)) : std::nullopt;
}

}  // namespace parley::intents
