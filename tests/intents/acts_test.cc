// Dialog acts: the whole message, politeness aside.
#include "tests/intents/bots.h"

namespace parley::intents {
namespace {

struct Row {
  std::string text;
  Act act;
};

void check(const Bot& bot, const std::vector<Row>& rows, bool confirming) {
  Situation situation;
  situation.confirming = confirming;
  for (const Row& row : rows) {
    INFO(row.text);
    CHECK(std::string(name_of(bot->understand(row.text, situation).act)) == name_of(row.act));
  }
}

Bot plain() { return bot("intents:\n" + intent("a", "match: [{regex: xyzzy}]")); }

TEST_CASE("acts: a command is the whole message") {
  check(plain(),
        {
            {"cancel", Act::kCancel},
            {"Cancel!", Act::kCancel},
            {"please cancel that", Act::kCancel},
            {"could you stop it please?", Act::kCancel},
            {"oh, never mind, thanks", Act::kCancel},
            {"nevermind", Act::kCancel},
            {"forget it", Act::kCancel},
            {"I\u2019ve changed my mind", Act::kCancel},
            {"I don't want to do this anymore", Act::kCancel},
            {"no, cancel", Act::kCancel},
            {"quit", Act::kCancel},
            {"cancel my order", Act::kInform},
            {"I want to cancel my order", Act::kInform},
            {"cancel it and track my order", Act::kInform},
            {"stop sending me mails", Act::kInform},
            {"how do I cancel", Act::kInform},
            {"start over", Act::kReset},
            {"Let's start again, please", Act::kReset},
            {"can we start from scratch", Act::kReset},
            {"reset", Act::kReset},
            {"back to the beginning", Act::kReset},
            {"reset my password", Act::kInform},
            {"restart the router", Act::kInform},
            {"start", Act::kInform},
            {"human", Act::kHuman},
            {"a real person please", Act::kHuman},
            {"I want to talk to a human", Act::kHuman},
            {"can I speak with someone", Act::kHuman},
            {"Could you connect me to an agent?", Act::kHuman},
            {"get me a manager now", Act::kHuman},
            {"put me through to customer service", Act::kHuman},
            {"is there a person I can talk to?", Act::kHuman},
            {"transfer me to your supervisor", Act::kHuman},
            {"talk to the account manager about invoices", Act::kInform},
            {"someone", Act::kInform},
            {"what is a human", Act::kInform},
            {"yes", Act::kAffirm},
            {"Yes please!", Act::kAffirm},
            {"yep, that's right", Act::kAffirm},
            {"ok go ahead and do it", Act::kAffirm},
            {"no problem", Act::kAffirm},
            {"\U0001f44d", Act::kAffirm},
            {"no", Act::kDeny},
            {"no thanks", Act::kDeny},
            {"nope, not now", Act::kDeny},
            {"that's not right", Act::kDeny},
            {"don\u2019t", Act::kDeny},
            {"yes but make it 60", Act::kInform},
            {"no, O-54321", Act::kInform},
            {"yesterday", Act::kInform},
            {"nobody", Act::kInform},
            {"", Act::kInform},
            {"!?", Act::kInform},
        },
        false);
}

TEST_CASE("acts: while confirming, a message that begins with yes or no counts") {
  check(plain(),
        {
            {"yes please", Act::kAffirm},
            {"yes but make it 60", Act::kAffirm},
            {"yes, cancel it", Act::kAffirm},
            {"sure, and hurry", Act::kAffirm},
            {"no problem, do that", Act::kAffirm},
            {"no, O-54321", Act::kDeny},
            {"No that is the old one", Act::kDeny},
            {"I don't want that one", Act::kDeny},
            {"that's not what I said", Act::kDeny},
            {"cancel", Act::kCancel},
            {"no, cancel it", Act::kCancel},
            {"I have a question", Act::kInform},
            {"ok wait", Act::kInform},
            {"nothing works", Act::kInform},
            {"O-54321", Act::kInform},
            {"well yes and no", Act::kInform},
        },
        true);
}

TEST_CASE("acts: a bot's own commands, as politely put") {
  const Bot bot =
      intents::bot("intents:\n" + intent("a", "match: [{regex: basta}]") +
                   "commands: {cancel: ['basta( cos.)?'], human: [concierge], affirm: ['aye aye'], deny: ['non'], "
                   "reset: ['from the top|all new']}\n");
  check(bot,
        {
            {"basta", Act::kCancel},
            {"Basta cos\u00ec, please!", Act::kCancel},
            {"basta with pasta", Act::kInform},
            {"concierge, please", Act::kHuman},
            {"aye aye", Act::kAffirm},
            {"non", Act::kDeny},
            {"ok from the top", Act::kReset},
            {"all new shoes", Act::kInform},
        },
        false);
  CHECK(ids(bot->understand("basta")) == std::vector<std::string>{"a"});
}

}  // namespace
}  // namespace parley::intents
