// Tests which messages continue the intent that was done last, and with which values.
#include "intents/follow_up.h"

#include "tests/intents/test_catalogs.h"

namespace parley::intents {
namespace {

const char* const kTracking = R"(
entities:
  order: {patterns: ['\bO-?(?P<value>\d{5})\b'], canonical: 'O-{value}'}
  phone_kind: {values: {mobile: [cell], landline: []}}
intents:
  - id: track
    match: [{regex: '\btrack\b'}]
    params:
      order: {type: order, required: true, ask: Which order?}
      count: {type: number}
      flat: {type: number, param_mapping: ['\bflat (?P<value>\d+)']}
      note: {type: free_text}
    steps: [{say: Ok.}]
  - id: hours
    match: [{regex: '\bopen\b'}]
    steps: [{say: Nine to five.}]
)";

// "order=O-54321", "another", "again", or "" for a message that is no follow-up.
std::string follow_up_of(const Catalog& shop, const std::string& message) {
  NluContext done;
  done.done = "track";
  done.done_params = {"order", "count"};
  const FlatMessage understood = shop.understand(message, done);
  if (!understood.follow_up) return "";
  if (understood.follow_up->asks) return "asks";
  if (understood.follow_up->is_about_another) return "another";
  std::string all;
  for (const ParamValue& value : understood.follow_up->params) {
    all += (all.empty() ? "" : " ") + value.param + "=" + value.value.to_text();
  }
  for (const std::string& name : understood.follow_up->named) all += (all.empty() ? "" : " ") + name + "?";
  return all.empty() ? "again" : all;
}

}  // namespace

TEST_CASE("14.1 a message that continues what was done gives the values that change") {
  const Bot shop = bot(kTracking);
  const std::vector<std::pair<std::string, std::string>> rows = {
      {"and for o54321?", "order=O-54321"},
      {"and O-54321 too", "order=O-54321"},
      {"O-54321 as well please", "order=O-54321"},
      {"what about O-54321", "order=O-54321"},
      {"the same for O-54321", "order=O-54321"},
      {"O-54321", "order=O-54321"},
      {"now track O-54321 as well", "order=O-54321"},
      {"no wait, O-54321", "order=O-54321"},
      {"sorry, I meant O-54321", "order=O-54321"},
      {"no wait, flat 4", "flat=4"},
      {"actually make it 3", "count=3"},
      {"the other one", "another"},
      {"and my other order?", "another"},
      {"same for my wife's phone", "another"},
      {"once more", "again"},
      {"do it again please", "again"},
      {"no wait, the order is wrong", "order?"},
      // Not a follow-up.
      {"did you find the right one?", "asks"},
      {"have you sent it", "asks"},
      {"so is it off now?", "asks"},
      {"are you sure", "asks"},
      {"really?", "asks"},
      {"did you track my parcel?", "asks"},
      {"I didn't get any mail", "asks"},
      {"no email came", "asks"},
      {"but it still isn't here", "asks"},
      {"nothing happened", "asks"},
      {"that's the wrong one", "asks"},
      {"is it free?", ""},
      {"is there a fee", ""},
      {"are you a robot?", ""},
      {"have you got a shop in Graz", ""},
      {"did you say when you open", ""},
      {"track O-54321", ""},
      {"3", ""},
      {"thanks", ""},
      {"when do you open", ""},
      {"and when do you open", ""},
      {"no", ""},
      {"what?", ""},
      {"my order O-54321 arrived broken and I want my money back", ""},
      {"", ""},
  };
  for (const auto& [message, expected] : rows) {
    INFO(message);
    CHECK(follow_up_of(*shop, message) == expected);
  }
}

TEST_CASE("14.6 'undo it' is about what was done, and 'never mind' is not") {
  const Bot shop = bot(kTracking);
  const auto act_after_tracking = [&](const std::string& message) {
    NluContext done;
    done.done = "track";
    return flat(shop->understand(message, done)).act;
  };
  for (const char* message : {"cancel that", "cancel it please", "undo it", "can you undo that", "take it back"}) {
    INFO(message);
    CHECK(act_after_tracking(message) == Act::kCancel);
  }
  for (const char* message : {"never mind", "nevermind", "forget it", "ok, forget about it"}) {
    INFO(message);
    CHECK(act_after_tracking(message) == Act::kReact);
  }
  CHECK(flat(shop->understand("never mind")).act == Act::kCancel);
}

TEST_CASE("14.1 nothing is a follow-up if no intent was done, or one is open") {
  const Bot shop = bot(kTracking);
  CHECK_FALSE(flat(shop->understand("and for o54321?")).follow_up);
  NluContext open;
  open.intent = "track";
  open.waiting_for_param = "order";
  open.done = "track";
  CHECK_FALSE(flat(shop->understand("and for o54321?", open)).follow_up);
}

}  // namespace parley::intents
