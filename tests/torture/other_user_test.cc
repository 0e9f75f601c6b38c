// Tests over every store that a session has one user, and that the erasure of a user leaves no word of that user.
#include <catch2/catch.hpp>

#include "tests/torture/canaries.h"
#include "tests/torture/session_checks.h"
#include "tests/torture/store_under_test.h"

using namespace parley;
using namespace parley::torture;

namespace {

std::shared_ptr<const Catalog> lodger_bot(const std::string& other_user) {
  const std::string bot = R"(
parley: 1
bot: {id: lodgers}
intents: [{id: hello, match: [{regex: '\bhello\b'}], steps: [{say: Hello.}]}]
fallback: {say: Pardon?, after: 100}
memory: {strategy: summary}
session: {ttl: 0, other_user: )" +
                          other_user + "}\n";
  auto catalog = Catalog::parse(bot, "lodgers.yaml");
  if (!catalog) FAIL(catalog.error().to_string());
  return *catalog;
}

// Says three messages with the word, and returns the session that got them; empty if the engine refused them.
std::string say(Engine& engine, const std::string& session, const std::string& user, const std::string& word,
                const std::string& parent = "") {
  std::string answered_in;
  for (int i = 0; i < 3; ++i) {
    Request request = Request::text(session, "this is about " + word + " and nothing else");
    request.user = user;
    if (i == 0) request.parent = parent;
    const auto turn = engine.handle(request);
    if (!turn) {
      CHECK(turn.error().code == ErrorCode::kInvalidRequest);
      return "";
    }
    answered_in = turn->session;
  }
  return answered_in;
}

std::string all_in(SessionStore& store) {
  SessionQuery query;
  query.archived = SessionQuery::Archived::kToo;
  std::string all;
  const auto exported = export_sessions(store, query, [&](std::string_view line) {
    all.append(line);
    return true;
  });
  REQUIRE(exported);
  return all;
}

}  // namespace

TEST_CASE("X58: over every store, no session mixes users, and the erasure of a user leaves no word of that user",
          "[erase][stores]") {
  const Backend backend = GENERATE(from_range(backends()));
  for (const std::string other_user : {"refuse", "new_conversation"}) {
    CAPTURE(other_user);
    const auto target = make_store_under_test(backend);
    CAPTURE(target->name());
    const auto store = open(*target);
    EngineOptions options;
    options.user_key = "key";
    options.sweep_every = {};
    const auto engine = *Engine::create(lodger_bot(other_user), store, options);
    const std::string of_ann = canary(1), of_bob = canary(2);
    REQUIRE(say(*engine, "kiosk", "ann", of_ann) == "kiosk");
    const std::string bobs = say(*engine, "kiosk", "bob", of_bob);
    CHECK(bobs.empty() == (other_user == "refuse"));
    CHECK(say(*engine, "kiosk", "ann", of_ann) == "kiosk");
    // A session of nobody goes on from another one, and its summary has the words of that session.
    REQUIRE(say(*engine, "hall", "", of_ann) == "hall");
    REQUIRE(say(*engine, "porch", "", "the weather", "hall") == "porch");
    REQUIRE(engine->compact("porch")->done);
    REQUIRE((**store->item("porch", "summary")).bytes.find(of_ann) != std::string::npos);
    REQUIRE(say(*engine, "hall", "ann", of_ann) == "hall");
    CHECK(all_in(*store).find(of_ann) != std::string::npos);

    const auto receipt = engine->forget_user("ann");
    REQUIRE(receipt);
    CHECK(receipt->sessions.size() == 2);
    const std::string left = all_in(*store);
    CHECK(left.find(of_ann) == std::string::npos);
    CHECK((left.find(of_bob) != std::string::npos) == !bobs.empty());
    CHECK(left.find("the weather") != std::string::npos);
    CHECK(engine->context("porch").has_value());
    if (backend != Backend::kPostgres) {
      std::string where;
      CHECK(count_left(target->folder(), {of_ann}, where) == 0);
    }
  }
}
