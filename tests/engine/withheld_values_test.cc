// Tests that any answer to the question for a sensitive param is withheld completely, even if the bot does not
// understand it. The store, its export, telemetry and tool calls contain no part of it. RC_PARAMS=max_success=10000
// tries 10,000 answers.
#include <algorithm>

#include <catch2/catch.hpp>
#include <rapidcheck.h>

#include "base/text.h"
#include "engine/engine_harness.h"

using namespace parley;

namespace {

const char* const kTill = R"(
parley: 1
bot: {id: till}
entities:
  pin_code: {patterns: ['\b(?P<value>\d{4})\b'], canonical: '{value}'}
tools:
  cards.charge: {kind: host}
intents:
  - id: pay
    match: [{regex: '\bpay\b'}]
    params:
      card: {type: credit_card, required: true, sensitive: true, max_attempts: 20, ask: "Your card?"}
    steps:
      - {tool: cards.charge, with: {card: '{card}'}}
      - say: Paid.
  - id: unlock
    match: [{regex: '\bunlock\b'}]
    params:
      pin: {type: pin_code, required: true, sensitive: true, ask: "Your PIN?"}
    steps: [{say: Open.}]
  - id: hours
    match: [{regex: '\bopening hours\b'}]
    steps: [{say: From noon.}]
redaction: {telemetry_text: all, policies: {card: hash}}
fallback: {say: "Pardon?"}
)";

// PaymentHarness runs one session after another, and returns all data that was written for the last session.
class PaymentHarness {
 public:
  PaymentHarness() {
    EngineOptions options;
    options.clock = std::make_shared<ManualClock>(1'000'000);
    options.ids = create_counted_ids("id-");
    options.telemetry = {
        create_callback_sink([this](std::string_view line) { common_words_.append(line).append("\n"); })};
    options.user_key = "key";
    options.sweep_every = {};
    options.tools["cards.charge"] = [this](const ToolCall& call) {
      for (const auto& [name, value] : call.args) called_.append(value.to_text()).append("\n");
      return ToolOutcome::ok(Value());
    };
    engine_ = *Engine::create(*Catalog::parse(kTill, "till.yaml"), store_, options);
  }

  Turn say(const std::string& text, bool explain = false) {
    Request request = Request::text("s1", text);
    request.explain = explain;
    auto turn = engine_->handle(request);
    if (!turn) FAIL(turn.error().to_string());
    return std::move(*turn);
  }

  std::string message(std::size_t which) const { return store_->messages("s1", 100)->at(which).text; }

  // Returns the store, export, telemetry and tool calls as one text, and erases the session.
  std::string all_written() {
    std::string all;
    const auto take = [&](std::string_view line) {
      all.append(line).append("\n");
      return true;
    };
    REQUIRE(export_sessions(*store_, {}, take));
    REQUIRE(engine_->flush_telemetry(std::chrono::minutes(1)));
    for (const Message& message : *store_->messages("s1", 100)) take(message.text);
    take(common_words_);
    take(called_);
    common_words_.clear();
    called_.clear();
    REQUIRE(*store_->erase({{"s1"}}) == 1);
    return all;
  }

 private:
  std::string common_words_, called_;
  std::shared_ptr<SessionStore> store_ = create_memory_store();
  std::unique_ptr<Engine> engine_;
};

rc::Gen<std::string> of_pieces(const std::vector<std::string>& pieces) {
  return rc::gen::map(rc::gen::container<std::vector<std::string>>(rc::gen::elementOf(pieces)),
                      [](const std::vector<std::string>& all) {
                        std::string text;
                        for (const std::string& piece : all) text += piece;
                        return text;
                      });
}

// Messages that do not answer the question for a card.
std::string some_answer() {
  static const std::vector<std::string> kPhrases = {"yes",
                                                    "no",
                                                    "cancel",
                                                    "stop",
                                                    "stop it all",
                                                    "start over",
                                                    "human",
                                                    "I want to talk to a person",
                                                    "agent",
                                                    "why do you ask?",
                                                    "why?",
                                                    "what was the question?",
                                                    "repeat",
                                                    "skip",
                                                    "I don't know",
                                                    "help",
                                                    "hello",
                                                    "thanks",
                                                    "bye",
                                                    "what are your opening hours",
                                                    "pay",
                                                    "unlock",
                                                    "unlock and pay",
                                                    "my card is in the car",
                                                    "later",
                                                    "{card}",
                                                    "{card:...1111}",
                                                    "{\"card\": \"",
                                                    "null"};
  static const std::vector<std::string> kWords = {"xyqqy", "zugzwang", "kvass ", "Quixote ",   "my ",          "it is ",
                                                  "not ",  ", ",       ". ",     "password: ", "card number ", "?"};
  static const std::vector<std::string> kDigits = {"4",
                                                   "41",
                                                   "1111",
                                                   "12",
                                                   "0000",
                                                   "7",
                                                   " ",
                                                   "-",
                                                   "/",
                                                   ".",
                                                   "four ",
                                                   "double ",
                                                   "\xD9\xA4",
                                                   "\xEF\xBC\x94",
                                                   "\xF0\x9D\x9F\x98"};
  static const std::vector<std::string> kOtherScripts = {"\xD0\xBA\xD0\xB0\xD1\x80\xD1\x82\xD0\xB0",
                                                         "\xE5\x8D\xA1\xE5\x8F\xB7\xE5\x9B\x9B\xE4\xB8\x80",
                                                         " ",
                                                         "\xD8\xA8\xD8\xB7\xD8\xA7\xD9\x82\xD8\xA9",
                                                         "\xF0\x9F\x92\xB3",
                                                         "\xE0\xA4\x95\xE0\xA4\xBE\xE0\xA4\xB0\xE0\xA5\x8D\xE0\xA4\xA1",
                                                         "\xC3\xA9t\xC3\xA9"};
  static const std::vector<std::string> kHostile = {std::string(1, '\0'),
                                                    "\r\n",
                                                    "\x1B[2J",
                                                    "\x7F",
                                                    "\xE2\x80\xAE",
                                                    "\xE2\x80\xA8",
                                                    "\xED\xA0\x80",
                                                    "\xFF",
                                                    "\xC3",
                                                    "\"}",
                                                    "\\",
                                                    "qqzzqq",
                                                    "'; --",
                                                    "%00",
                                                    "&#0;",
                                                    "\xEF\xBF\xBF"};
  static const std::vector<std::string> kBlank = {"", " ", "\n", "\t", "\xC2\xA0", "\xE2\x80\x8B", ".", "-", "?"};
  const std::string phrase = *rc::gen::elementOf(kPhrases);
  switch (*rc::gen::inRange(0, 8)) {
    case 0: return phrase;
    case 1: return phrase + " " + *of_pieces(kWords);
    case 2: return *of_pieces(kWords) + phrase;
    case 3: return *of_pieces(kDigits);
    case 4: return *of_pieces(kOtherScripts);
    case 5: return *of_pieces(kHostile);
    case 6: return *of_pieces(kBlank);
    default: return *rc::gen::container<std::string>(rc::gen::arbitrary<char>());
  }
}

// Returns the longest run of letters and digits in the text, made valid UTF-8.
std::string longest_word(const std::string& answer) {
  const std::string text = base::valid_utf8(answer);
  std::string longest;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && base::is_word_byte(text[end])) ++end;
    if (end - at > longest.size()) longest = text.substr(at, end - at);
    at = std::max(end, at + 1);
  }
  return longest;
}

// Returns whether the word is written even if the answer does not contain it. For example, "human" is also the name of
// a dialog act and part of the bot's reply.
bool is_common_word(const std::string& word) {
  static const std::string kAny = [] {
    std::string any = kTill;
    for (const char* said : {"-", "yes", "cancel", "human", "start over", "skip", "repeat", "why?"}) {
      PaymentHarness till;
      till.say("pay");
      till.say(said, true);
      any += till.all_written();
    }
    return any;
  }();
  return kAny.find(word) != std::string::npos;
}

}  // namespace

TEST_CASE("an answer to the question for a sensitive param is not stored, even if the bot does not understand it") {
  PaymentHarness till;
  CHECK(rc::check("answers", [&] {
    const bool is_pin = *rc::gen::arbitrary<bool>();
    const std::string answer = some_answer();
    till.say(is_pin ? "unlock" : "pay");
    const Turn turn = till.say(answer, *rc::gen::arbitrary<bool>());
    RC_ASSERT(till.message(2) == (is_pin ? "{pin}" : "{card}"));
    const bool is_understood = !turn.say.empty() && (turn.say[0] == "Paid." || turn.say[0] == "Open.");
    till.say("5555 5555 5555 4444");  // pays if the bot still asks for a card; no generated answer has these digits
    const std::string written = till.all_written();
    RC_PRE(!is_understood);
    RC_ASSERT(written.find("5555 5555") == std::string::npos);
    const std::string word = longest_word(answer);
    if (word.size() < 5 || is_common_word(word)) return;
    RC_LOG() << "the word " << word << std::endl;
    RC_ASSERT(written.find(word) == std::string::npos);
  }));
}

TEST_CASE("a command at the question for a sensitive param is executed, but its text is withheld") {
  struct Row {
    const char* answer;
    TurnStatus status;
  };
  const Row rows[] = {{"cancel", TurnStatus::kDone},
                      {"cancel, my card is zugzwang", TurnStatus::kWaiting},
                      {"human", TurnStatus::kHandoff},
                      {"start over", TurnStatus::kDone},
                      {"why do you ask?", TurnStatus::kWaiting},
                      {"what are your opening hours", TurnStatus::kWaiting},
                      {"yes", TurnStatus::kWaiting},
                      {"", TurnStatus::kWaiting}};
  for (const Row& row : rows) {
    INFO(row.answer);
    PaymentHarness till;
    till.say("pay");
    CHECK(till.say(row.answer).status == row.status);
    CHECK(till.message(2) == "{card}");
    CHECK(till.all_written().find("zugzwang") == std::string::npos);
  }
}
