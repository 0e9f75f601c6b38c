// Tests when a passage of the bot's pages answers a message (docs/dialog.md, section 16).
#include <thread>

#include <catch2/catch.hpp>

#include "engine/engine_harness.h"

using namespace parley;

namespace {

const char* const kHotel = R"(
parley: 1
bot: {id: hotel}
knowledge:
  folder: help
intents:
  - id: book
    name: book a room
    match: [{regex: '\bbook\b'}]
    examples: [i need a room for the night, reserve a room for me, a bed for tonight please]
    params:
      nights: {type: number, required: true, ask: "How many nights?"}
    confirm: Shall I book {nights} nights?
    steps: [{tool: rooms.book}, {say: Booked.}]
  - id: wake
    name: order a wake-up call
    match: [{regex: '\bwake me\b'}]
    examples: [call me in the morning, i want a call at seven, please ring me early]
    steps: [{say: We will call you.}]
tools:
  rooms.book: {kind: host}
fallback: {say: I do not know.}
replies: {no_answer: No idea.}
)";

std::shared_ptr<const Catalog> hotel() {
  CatalogOptions options;
  options.files = {
      {"help/stay.md",
       "# Your stay\n## Breakfast\nBreakfast is from seven to ten.\n## Pets\nPets cost nine euros a night.\n"
       "## Parking\nThe garage costs twenty euros."},
      {"help/room.md", "# Rooms\n## Cancelling a room\nCancel until six in the evening, free of charge.\n"}};
  auto catalog = Catalog::parse(kHotel, "hotel.yaml", options);
  REQUIRE(catalog);
  return *catalog;
}

struct Desk {
  std::unique_ptr<Engine> engine;

  Desk() {
    auto made = Engine::create(hotel(), create_memory_store(), {});
    REQUIRE(made);
    engine = std::move(*made);
  }
  Turn turn(const std::string& text, const std::string& session = "s1") const {
    Request request = Request::text(session, text);
    request.explain = true;
    auto turn = engine->handle(request);
    REQUIRE(turn);
    return std::move(*turn);
  }
  std::string say(const std::string& text, const std::string& session = "s1") const {
    std::string all;
    for (const std::string& said : turn(text, session).say) all += (all.empty() ? "" : " | ") + said;
    return all;
  }
};

}  // namespace

TEST_CASE("16.1 a passage answers while nothing is open and in a form, and the question comes back") {
  const Desk desk;
  struct Case {
    const char* message;
    const char* reply;
  };
  const Case cases[] = {
      {"when is breakfast?", "Breakfast is from seven to ten."},
      {"parking", "The garage costs twenty euros."},
      {"do you have a pool?", "I do not know."},
      {"book a room", "How many nights?"},
      {"what does the garage cost?", "The garage costs twenty euros. | How many nights?"},
      {"does the hotel have a pool?", "No idea. | How many nights?"},
      {"pets", "Sorry, I did not get that. | How many nights?"},
      {"2", "Shall I book 2 nights?"},
      {"ok, but what do pets cost?", "Pets cost nine euros a night. | Shall I book 2 nights?"},
      {"how much is the garage?", "The garage costs twenty euros. | Shall I book 2 nights?"},
  };
  for (const Case& one : cases) {
    INFO(one.message);
    CHECK(desk.say(one.message) == one.reply);
  }
}

TEST_CASE("16.6 no passage is said while a tool runs") {
  const Desk desk;
  for (const char* text : {"book", "2"}) desk.say(text);
  CHECK(desk.turn("yes").status == TurnStatus::kToolCall);
  CHECK(desk.say("when is breakfast?") == "One moment, I am still working on that.");
}

TEST_CASE("16.7 the decision names the page, and the explanation the nearest passages") {
  const Desk desk;
  const Turn turn = desk.turn("what do pets cost?");
  REQUIRE(turn.trace.size() == 1);
  CHECK(to_string(turn.trace.front()) == "passage help/stay.md#pets");
  const Value* passages = turn.explain.at_path("understanding.passages");
  REQUIRE(passages);
  REQUIRE(passages->if_array()->size() >= 2);
  CHECK(*passages->at_path("0.source") == Value("help/stay.md#pets"));
  CHECK_FALSE(passages->at_path("0.lacked"));
  CHECK(passages->at_path("1.lacked"));
}

TEST_CASE("A message of bytes and query syntax is safe") {
  const Desk desk;
  for (const std::string text : {"\"breakfast\" NEAR(?", "breakfast* OR ?", "\xC3\x28 \xFF breakfast?",
                                 "'; DROP TABLE passage?", "heading:pets?"}) {
    INFO(text);
    CHECK_FALSE(desk.say(text, "hostile").empty());
  }
  CHECK_FALSE(desk.say(std::string(3'000, 'b') + " breakfast?", "long").empty());
}

TEST_CASE("Sessions search at the same time") {
  const Desk desk;
  std::vector<std::string> replies(4);
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < replies.size(); ++i) {
    threads.emplace_back([&, i] {
      const Request request = Request::text("t" + std::to_string(i), "when is breakfast?");
      for (int n = 0; n < 20; ++n) {
        const auto turn = desk.engine->handle(request);
        replies[i] = turn && !turn->say.empty() ? turn->say.front() : "";
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(replies == std::vector<std::string>(4, "Breakfast is from seven to ten."));
}
