// Tests options that the user named before the bot listed them (docs/dialog.md, 2.11).
#include "planner/planner_harness.h"

using namespace parley;
using namespace parley::planner;

namespace {

std::string shop_with(const std::string& confirm, const std::string& tools) {
  return R"(
parley: 1
bot: {id: shop}
intents:
  - id: cancel
    match: [{regex: cancel}]
    params:
      email: {type: email, required: true, ask: Your email?,
        validate: [{tool: list, with: {email: '{email}'}, save: {orders: result.orders}}]}
      order: {type: number, required: true, ask: Which order?, options: {from: orders, value: id, label: '{item.title}'}}
)" + confirm +
         R"(    steps: [{tool: stop, with: {order: '{order}'}}, {say: 'Done {order}.'}]
tools: )" +
         tools;
}

FlatMessage with_words(FlatMessage message, std::string said) {
  message.said = std::move(said);
  return message;
}

ToolOutcome two_orders() {
  Value::Array list;
  list.push_back(Value(Value::Object{{"id", 7}, {"title", "red skates"}}));
  list.push_back(Value(Value::Object{{"id", 8}, {"title", "small anvil"}}));
  return ok({{"orders", Value(std::move(list))}});
}

// Returns what the bot says after the list is known.
std::string after_list(Talk& talk, const std::string& opening, const std::string& answer) {
  talk(with_words(wants("cancel"), opening));
  talk(with_words(answers({good("email", "jo@example.com")}), answer));
  return talk(two_orders());
}

const char* const kConfirm = "    confirm: 'Cancel {order}?'\n";
const char* const kListed = "ask order 1: Which order?\n1) red skates\n2) small anvil | waiting";

}  // namespace

TEST_CASE("2.11 the only option that earlier messages name is taken, and the confirmation shows it") {
  struct Row {
    const char* opening;
    const char* answer;
    const char* expected;
  };
  const Row rows[] = {
      {"cancel the skates", "", "confirm: Cancel 7? | waiting"},
      {"cancel it", "it is the anvil", "confirm: Cancel 8? | waiting"},
      {"cancel it", "", kListed},
      {"cancel the skates", "and the anvil", kListed},
      {"cancel not the skates", "", kListed},
  };
  for (const Row& row : rows) {
    INFO(row.opening << " / " << row.answer);
    Talk talk(read(shop_with(kConfirm, "{list: {}, stop: {}}")));
    CHECK(after_list(talk, row.opening, row.answer) == row.expected);
  }
}

TEST_CASE("2.11 without a confirmation, the bot asks about the option before it changes something") {
  Talk talk(read(shop_with("", "{list: {}, stop: {}}")));
  CHECK(after_list(talk, "cancel the skates", "") == "ask order 1: Is it red skates? | waiting");
  Talk denied = talk;
  CHECK(denied(says(Act::kDeny)) == kListed);
  CHECK(talk(says(Act::kAffirm)).find("call") != std::string::npos);
}

TEST_CASE("2.11 an intent that only looks something up takes the option at once") {
  Talk talk(read(shop_with("", "{list: {idempotent: true}, stop: {idempotent: true}}")));
  CHECK(after_list(talk, "cancel the skates", "").find("call stop") != std::string::npos);
}

TEST_CASE("2.11 an option that the user took back is not taken again") {
  Talk talk(read(shop_with(kConfirm, "{list: {}, stop: {}}")));
  after_list(talk, "cancel the skates", "");
  talk(says(Act::kDeny));
  FlatMessage change;
  change.named = {"order"};
  CHECK(talk(change) == kListed);
}
