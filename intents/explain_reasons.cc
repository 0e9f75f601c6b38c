// Tested by tests/intents/explain_test.cc.
#include "intents/explain_reasons.h"

#include <algorithm>

#include "base/text.h"
#include "config/diagnostics.h"
#include "intents/dialog_acts.h"

namespace parley::intents {
namespace {

using Sentences = std::vector<std::string>;
using Role = acts::Request::Role;

// Says what a message does that names no intent. Empty for kInform.
const char* sentence_for(Act act) {
  switch (act) {
    case Act::kInform: return "";
    case Act::kAffirm: return "The message says yes.";
    case Act::kDeny: return "The message says no.";
    case Act::kCancel: return "The message is the command 'cancel'.";
    case Act::kReset: return "The message is the command to start over.";
    case Act::kHuman: return "The message asks for a person.";
    case Act::kCancelAll: return "The message is the command 'cancel everything'.";
    case Act::kRepeat: return "The message asks the bot to repeat.";
    case Act::kWhy: return "The message asks why the bot wants to know.";
    case Act::kSkip: return "The message asks to skip the question.";
    case Act::kDontKnow: return "The message says that the user does not know.";
    case Act::kThank: return "The message says thanks.";
    case Act::kGreet: return "The message is a greeting.";
    case Act::kGoodbye: return "The message says goodbye.";
    case Act::kReact: return "The message is only a reaction, such as an emoji.";
  }
  return "";
}

std::string words_at(const ReadMessage& reading, const Span& span) {
  return config::quoted(base::trim(reading.original.substr(span.begin, span.end - span.begin)));
}

const ExampleClassifier::Estimate* estimate_of(const ReadMessage& reading, std::string_view intent) {
  const auto found = std::find_if(
      reading.estimates.begin(), reading.estimates.end(),
      [&](const ExampleClassifier::Estimate& one) { return reading.bot.intents[one.intent].id.value == intent; });
  return found == reading.estimates.end() ? nullptr : &*found;
}

void explain_best(const ReadMessage& reading, const Candidate& best, Sentences& why) {
  const auto own = std::find_if(reading.found.begin(), reading.found.end(),
                                [&](const Evidence& one) { return id_of(reading, one.intent) == best.intent; });
  if (own == reading.found.end()) return;
  const std::string at = place_of(reading, *own->source);
  if (own->kind == Evidence::Kind::kLikeness) {
    why.push_back("The message resembles the examples of " + best.intent + ", most of all " +
                  config::quoted(own->source->value) + at + ".");
    std::string confidence = "The confidence is " + with_two_digits(own->confidence);
    const auto* estimate = reading.nlu_context.intent.empty() ? estimate_of(reading, best.intent) : nullptr;
    if (estimate) confidence += "; " + best.intent + " starts from " + with_two_digits(estimate->act) + " on";
    why.push_back(confidence + ".");
    return;
  }
  const bool is_whole = best.span.end - best.span.begin >= base::trim(reading.original).size();
  why.push_back((is_whole ? "The message matches" : "The part " + words_at(reading, best.span) + " matches") +
                std::string(" the ") + named(*own) + " of the intent " + best.intent + at + ".");
}

void explain_doubt(const ReadMessage& reading, Sentences& why) {
  std::vector<std::string> intents, texts;
  for (const acts::Request& request : reading.understood.requests) {
    if (request.role != Role::kDoubtful) continue;
    const Candidate& candidate = request.wanted.candidate;
    intents.push_back(candidate.intent);
    texts.push_back(candidate.intent + " (confidence " + with_two_digits(candidate.confidence) + ")");
  }
  why.push_back("The message may mean " + list_of(texts, " or ") + ".");
  const auto* best = estimate_of(reading, intents.front());
  if (!best) return;
  why.push_back("The bot asks which, because the confidence is at least " + with_two_digits(best->ask) + " but below " +
                with_two_digits(best->act) + ".");
}

std::string sentence_for(const ReadMessage& reading, const ParamValue& value) {
  const std::string from = value.raw.empty() ? "" : words_at(reading, value.span);
  if (!value.valid) {
    return from + " is not accepted as the param " + value.param +
           (value.rejection.empty() ? "." : ": " + value.rejection);
  }
  if (value.op == ListOp::kClear) return "The list of the param " + value.param + " becomes empty.";
  if (value.op == ListOp::kRemove) return from + " is removed from the param " + value.param + ".";
  const std::string text = config::quoted(value.value.to_text());
  if (from.empty()) return "The param " + value.param + " is " + text + ": the template sets it.";
  if (value.whole_message) return "The message is free text for the param " + value.param + ".";
  return "The param " + value.param + " is " + text +
         (from == text ? ", as written." : ", from " + from + (value.misspelt ? ", which is misspelt." : "."));
}

void explain_values(const ReadMessage& reading, const std::vector<ParamValue>& values, Sentences& why) {
  for (const ParamValue& value : values) why.push_back(sentence_for(reading, value));
}

void explain_ambiguous(const ReadMessage& reading, const Ambiguous& ambiguous, Sentences& why) {
  for (const std::vector<ParamValue>& readings : ambiguous) {
    std::vector<std::string> each;
    for (const ParamValue& value : readings) {
      each.push_back(words_at(reading, value.span) + " for the param " + value.param);
    }
    why.push_back("The message may mean " + list_of(each, " or ") + ", so the bot asks which.");
  }
}

const config::Answer* entry_of(const ReadMessage& reading, const Inquiry& inquiry) {
  const config::Intent* intent = reading.bot.find_intent(inquiry.intent);
  if (!intent) return nullptr;
  const config::Param* param = inquiry.param.empty() ? nullptr : intent->find_param(inquiry.param);
  return &(param ? param->answers : intent->answers).at(inquiry.answer);
}

void explain_inquiries(const ReadMessage& reading, Sentences& why) {
  for (const Inquiry& inquiry : reading.understood.inquiries) {
    const std::string asks = "The message asks " + words_at(reading, inquiry.span);
    const config::Answer* entry = entry_of(reading, inquiry);
    if (!entry) {
      why.push_back(asks + ", and no entry of 'answers' has the answer.");
      continue;
    }
    const std::string owner = inquiry.param.empty() ? "the intent " + inquiry.intent : "the param " + inquiry.param;
    const config::Text& first = entry->examples.empty() ? entry->regexes.front() : entry->examples.front();
    why.push_back(asks + ". An entry of 'answers' of ");
    why.back().append(owner).append(" has the answer").append(place_of(reading, first)).append(".");
  }
  for (const ParamValue& value : reading.understood.reply.mentioned) {
    std::string mentions = words_at(reading, value.span);
    why.push_back(
        mentions.append(" is only mentioned, so the param ").append(value.param).append(" does not take it."));
  }
}

void explain_follow_up(const ReadMessage& reading, const FollowUp& follow_up, Sentences& why) {
  const std::string relation = follow_up.asks ? "asks about what the intent " : "continues the intent ";
  why.push_back("The message " + relation + follow_up.intent +
                (follow_up.asks ? " did last." : ", which was done last."));
  explain_values(reading, follow_up.params, why);
  explain_ambiguous(reading, follow_up.ambiguous, why);
  for (const std::string& param : follow_up.named) why.push_back("The param " + param + " is asked for again.");
}

}  // namespace

Sentences reasons_for(const ReadMessage& reading) {
  const MessageReading& heard = reading.understood;
  Sentences why;
  if (base::trim(reading.original).empty()) return {"The message is empty."};
  // A word such as "bye" in a message that matches an intent decides nothing.
  const Reply& reply = heard.reply;
  const acts::Request* now = heard.request_now();
  const bool is_answer = reply.act == Act::kAffirm || reply.act == Act::kDeny;
  const bool decides = !now || is_answer || !is_small_talk(reply.act);
  if (reply.act != Act::kInform && decides) why.emplace_back(sentence_for(reply.act));
  if (now) explain_best(reading, now->wanted.candidate, why);
  if (heard.has_request(Role::kDoubtful)) explain_doubt(reading, why);
  if (says_nothing(heard)) why.emplace_back("No rule, template or example of the bot matches the message.");
  explain_inquiries(reading, why);
  if (heard.follow_up) explain_follow_up(reading, *heard.follow_up, why);
  const std::string& open = reading.nlu_context.intent;
  const bool is_open_one = now && now->wanted.candidate.intent == open;
  explain_values(reading, reply.values, why);
  if (now && (!is_open_one || reply.values.empty())) explain_values(reading, now->wanted.params, why);
  explain_ambiguous(reading, reply.ambiguous, why);
  if (now && !is_open_one) explain_ambiguous(reading, now->wanted.ambiguous, why);
  for (const ParamValue& value : heard.elsewhere) {
    why.push_back(words_at(reading, value.span) + " answers the earlier question for the param " + value.param + ".");
  }
  for (const std::string& param : reply.named) {
    why.push_back("The message names the param " + param + " without a new value, so the bot asks for it.");
  }
  if (const auto option = heard.picked_option()) {
    why.push_back("The message picks choice " + std::to_string(*option + 1) + ".");
  }
  for (const acts::Request& request : heard.requests) {
    if (request.role != Role::kNext) continue;
    const FurtherIntent& one = request.wanted;
    why.push_back("The part " + words_at(reading, one.candidate.span) + " also asks for the intent " +
                  one.candidate.intent + (one.candidate.source.empty() ? "." : " (" + one.candidate.source + ")."));
    explain_values(reading, one.params, why);
    explain_ambiguous(reading, one.ambiguous, why);
  }
  return why;
}

}  // namespace parley::intents
