// Tested by tests/intents/next_reading_test.cc.
#include "intents/readings/next_reading.h"

#include <algorithm>
#include <utility>

#include "intents/acts_of.h"
#include "intents/findings/requests.h"
#include "intents/findings/values.h"
#include "intents/readings/request_beside_answer.h"
#include "intents/readings/run_reading.h"

namespace parley::intents {
namespace {

using Role = acts::Request::Role;

const char* term_between(const Evidence& winner, const Evidence& loser) {
  using Kind = Evidence::Kind;
  const bool is_similar = loser.kind == Kind::kLikeness;
  if (is_similar) return winner.kind == Kind::kLikeness ? "confidence" : "firmness";
  switch (decided_by(winner, loser)) {
    case Precedence::kPriority: return "priority";
    case Precedence::kLength: return "length";
    case Precedence::kOrder: return "order";
  }
  return "order";
}

const Evidence* evidence_for(const Dialog& dialog, const std::vector<Evidence>& found, const std::string& intent) {
  const int index = dialog.bot.index_of(intent);
  const auto own = std::find_if(found.begin(), found.end(), [&](const Evidence& one) { return one.intent == index; });
  return own == found.end() ? nullptr : &*own;
}

// The message with another intent as its request.
MessageReading with_request(const Dialog& dialog, const Message& message, const MessageReading& chosen,
                            const Evidence& evidence) {
  Extraction params = params_of(dialog, evidence, message, {}, nullptr);
  MessageReading reading;
  reading.reply.act = chosen.reply.act;
  reading.requests.push_back({Role::kNow,
                              {to_candidate(dialog, evidence, message), std::move(params.values),
                               std::move(params.ambiguous), std::move(params.others)},
                              {}});
  return reading;
}

// The intent that comes after the chosen one among those that the message names.
std::optional<NextReading> with_next_intent(const Dialog& dialog, const Message& message,
                                            const std::vector<Evidence>& found, const MessageReading& chosen) {
  const acts::Request* now = chosen.request_now();
  const Evidence* own = now ? evidence_for(dialog, found, now->wanted.candidate.intent) : nullptr;
  const auto next = std::find_if(found.begin(), found.end(), [&](const Evidence& one) { return &one != own; });
  if (next == found.end() || (!own && !chosen.requests.empty())) return std::nullopt;
  const bool is_guarded = !is_admitted(dialog, *next);
  if (!own && !is_guarded) return std::nullopt;
  const char* const term = is_guarded ? "guard" : term_between(*own, *next);
  return NextReading{acts_of(with_request(dialog, message, chosen, *next), dialog.context), term};
}

}  // namespace

std::optional<NextReading> next_reading(const Dialog& dialog, const Message& message,
                                        const std::vector<Evidence>& found, const MessageReading& chosen) {
  if (find_request_beside_answer(dialog, message)) {
    std::vector<Evidence> own = found;
    return NextReading{acts_of(read_run(dialog, message, own, nullptr), dialog.context), "fit"};
  }
  if (chosen.request_now() && chosen.has_request(Role::kNext)) {
    MessageReading whole = chosen;
    std::erase_if(whole.requests, [](const acts::Request& request) { return request.role == Role::kNext; });
    return NextReading{acts_of(whole, dialog.context), "evidence"};
  }
  return with_next_intent(dialog, message, found, chosen);
}

}  // namespace parley::intents
