// Tested by tests/intents/example_classifier_test.cc.
#include "intents/findings/similar_requests.h"

#include <algorithm>
#include <utility>

#include "intents/clauses.h"
#include "intents/findings/requests.h"
#include "intents/scoring/confidence.h"

namespace parley::intents {
namespace {

// Whether a clause has enough words, apart from codes, to mean something by itself.
bool says_enough(const Words& words) {
  constexpr std::size_t kFewestWords = 3;
  std::size_t count = 0;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words.text(i, 1);
    if (word.size() > 1 && word.find_first_of("0123456789") == std::string_view::npos) ++count;
  }
  return count >= kFewestWords;
}

// Keeps the doubtful intents that are likely enough to be offered, each once, likeliest first.
void keep_likeliest(std::vector<Evidence>& doubtful) {
  std::stable_sort(doubtful.begin(), doubtful.end(),
                   [](const Evidence& a, const Evidence& b) { return a.confidence > b.confidence; });
  std::vector<Evidence> kept;
  for (Evidence& one : doubtful) {
    const bool is_known =
        std::any_of(kept.begin(), kept.end(), [&](const Evidence& other) { return other.intent == one.intent; });
    const double best = kept.empty() ? one.confidence : kept.front().confidence;
    if (!is_known && scoring::is_likely(kept.size(), one.confidence, best)) kept.push_back(std::move(one));
  }
  doubtful = std::move(kept);
}

void match_with_codes(const Dialog& dialog, const Message& message, ExampleClassifier::Place place,
                      const OwnValues::Codes& codes, std::vector<Evidence>& out) {
  const Act act = act_alone(dialog, message);
  if (dialog.bot.matchers.likeness.is_off() || !is_open_to_likeness(act)) return;
  const bool is_small_talk = act != Act::kInform || is_courtesy(message.words.text());
  dialog.bot.matchers.likeness.match(message.words, message.text.text(), place, is_small_talk, codes, out);
}

// A code speaks for the intent of every clause: "my number is O-12345, and well, it has not come".
std::vector<Evidence> evidence_of_clauses(const Dialog& dialog, const Message& message) {
  std::vector<Evidence> all;
  const std::string_view text = message.text.text();
  const std::vector<Joint> joints =
      dialog.bot.matchers.likeness.is_off() ? std::vector<Joint>() : joints_of_story(text);
  if (joints.empty()) return all;
  const OwnValues::Codes codes = dialog.bot.own_values.codes_in(text, &message.passed);
  for (std::size_t i = 0; i <= joints.size(); ++i) {
    const std::size_t begin = i == 0 ? 0 : joints[i - 1].end;
    const std::size_t end = i < joints.size() ? joints[i].begin : text.size();
    const Message clause(message.text.original(message.text.original_span(begin, end)), message);
    if (is_courtesy(clause.words.text()) || !says_enough(clause.words)) continue;
    const std::size_t before = all.size();
    match_with_codes(dialog, clause, ExampleClassifier::Place::kClause, codes, all);
    for (std::size_t k = before; k < all.size(); ++k) {
      all[k].begin += begin;
      all[k].end += begin;
    }
  }
  return all;
}

}  // namespace

// Without an open question, yes, no and courtesies are not commands.
bool is_open_to_likeness(Act act_alone) { return act_alone == Act::kInform || is_small_talk(act_alone); }

void match_likeness(const Dialog& dialog, const Message& message, ExampleClassifier::Place place,
                    std::vector<Evidence>& out) {
  if (dialog.bot.matchers.likeness.is_off()) return;
  match_with_codes(dialog, message, place, dialog.bot.own_values.codes_in(message.text.text(), &message.passed), out);
}

// One clause that is certain counts, and the others are a story. Otherwise the bot offers what the message or one of
// its clauses resembles most. Two clauses that are certain of different intents are offered too.
void prefer_clauses(const Dialog& dialog, const Message& message, std::vector<Evidence>& whole) {
  std::vector<Evidence> clauses = evidence_of_clauses(dialog, message);
  std::vector<Evidence> sure;
  for (const Evidence& one : clauses) {
    if (!one.is_doubtful) sure.push_back(one);
  }
  const bool is_one = !sure.empty() && std::all_of(sure.begin(), sure.end(), [&](const Evidence& one) {
    return one.intent == sure.front().intent;
  });
  if (is_one) {
    whole.assign(1, sure.front());
    return;
  }
  for (Evidence& one : clauses) {
    one.is_doubtful = true;
    whole.push_back(std::move(one));
  }
  keep_likeliest(whole);
}

bool may_digress_by_likeness(const Dialog& dialog, const Message& message, const MessageReading& reading) {
  const Reply& reply = reading.reply;
  constexpr std::size_t kShortReply = 2;
  const bool is_asked =
      !dialog.context.waiting_for_param.empty() || dialog.context.confirming || dialog.context.changing;
  if (!is_asked || message.words.size() <= kShortReply || reply.act != Act::kInform) return false;
  if (reply.corrects || reading.choice || !reply.named.empty() || !reply.ambiguous.empty()) return false;
  return std::none_of(reply.values.begin(), reply.values.end(), [&](const ParamValue& answer) {
    return !answer.whole_message &&
           (dialog.context.waiting_for_param.empty() || answer.param == dialog.context.waiting_for_param);
  });
}

std::vector<Evidence> without_effects(const Dialog& dialog, std::vector<Evidence> found,
                                      std::vector<std::string>* notes) {
  const auto has_effects = [&](const Evidence& evidence) {
    const bool drops = evidence.intent != dialog.open && dialog.bot.at(evidence.intent).calls_tools;
    if (drops && notes) {
      notes->push_back(dialog.bot.definition_of(evidence.intent).id.value +
                       " matches only by similarity and calls a tool: it does not start while another intent is open");
    }
    return drops;
  };
  std::erase_if(found, has_effects);
  return found;
}

}  // namespace parley::intents
