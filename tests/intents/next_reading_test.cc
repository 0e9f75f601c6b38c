// Tests the reading that explanations name as the next one, and the term that decided.
#include "intents/readings/next_reading.h"

#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

Bot desk() {
  return bot(R"(intents:
  - id: refund
    match: [{regex: '\brefund\b', priority: 2}]
    params:
      order: {type: number, required: true, ask: Which order?}
    steps: [{say: Refunded.}]
  - id: track
    match: [{regex: '\bwhere is (?:my )?parcel\b'}, {regex: '\bparcel\b'}]
    steps: [{say: On its way.}]
  - id: hours
    match: [{regex: '\bopen\b'}]
    when: {context.member: true}
    steps: [{say: Always.}]
  - id: send
    match: [{regex: '\bsend\b'}]
    steps: [{say: Sent.}]
)");
}

// "decided_by: act intent, ..." of the next reading; empty if there is none.
std::string next_of(const char* text, const NluContext& nlu_context = {}) {
  const Explanation explanation = desk()->explain(text, nlu_context);
  if (!explanation.next) return {};
  std::string out = explanation.next->decided_by + ":";
  for (const DialogAct& act : explanation.next->acts) {
    const auto* request = std::get_if<acts::Request>(&act.what);
    out += std::string(" ") + to_string(act) + (request ? " " + request->wanted.candidate.intent : "");
  }
  return out;
}

NluContext asking_for_order() {
  NluContext nlu_context;
  nlu_context.intent = "refund";
  nlu_context.waiting_for_param = "order";
  return nlu_context;
}

}  // namespace

TEST_CASE("An explanation names the next reading, and the term that decided") {
  CHECK(next_of("refund") == "");
  CHECK(next_of("refund the parcel") == "priority: request track");
  CHECK(next_of("send the parcel") == "length: request send");
  CHECK(next_of("is it open") == "guard: request hours");
  CHECK(next_of("I want a refund, and where is my parcel") == "evidence: request refund");
  CHECK(next_of("17, and where is my parcel", asking_for_order()) == "fit: inform request track");
}

TEST_CASE("An explanation says which words refuse the match of a rule") {
  const Explanation explanation = desk()->explain("don't send the parcel");
  const auto reason_of = [&](std::string_view intent) {
    for (const Verdict& verdict : explanation.verdicts) {
      if (verdict.intent == intent) return verdict.reason;
    }
    return std::string();
  };
  CHECK(reason_of("send").find("; 'don't' refuses it") != std::string::npos);
}

}  // namespace parley::intents
