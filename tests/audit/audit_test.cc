#include "parley/audit.h"

#include <algorithm>
#include <fstream>
#include <set>
#include <utility>

#include <catch2/catch.hpp>

#include "tests/memory/temp_folder.h"

using namespace parley;

namespace {

constexpr const char* kBot = R"(
parley: 1
bot: {id: shop}
entities:
  order_id:
    patterns: ['\b[Oo]-?(?P<value>\d{5,10})\b']
    canonical: 'O-{value}'
    examples: [O-12345]
  size:
    values: {small: [], large: []}
tools:
  cards.charge: {kind: host}
intents:
  - id: pay
    match: [{regex: '\bpay'}]
    params:
      order: {type: order_id, required: true, ask: "Which order?"}
      size: {type: size, required: true, ask: "Small or large?"}
      card: {type: credit_card, required: true, ask: "Which card?", sensitive: true}
      note: {type: free_text, required: true, ask: "Anything to add?"}
    confirm: "Order {order}, card {card}, and: {note}?"
    steps:
      - tool: cards.charge
        with: {order: '{order}', card: '{card}'}
        save: {echoed: result.called_with, by_name: result.by_name}
      - {say: "{order} is paid with {card}."}
)";

constexpr const char* kConversation = R"(
conversation: Paying
tools: {cards.charge: [{result: {paid: true}}]}
turns:
  - {user: I want to pay O-12345, reply: whatever}
  - {user: small, reply: whatever}
  - {user: "4111 1111 1111 1111", reply: whatever}
  - {user: leave it with Anna Bell at number twelve, reply: whatever}
  - {user: "yes", reply: whatever}
)";

std::shared_ptr<const Catalog> paying_bot(const std::string& policies = "") {
  auto catalog = Catalog::parse(kBot + policies, "shop.yaml");
  if (!catalog) FAIL(catalog.error().to_string());
  return *catalog;
}

// A folder with a conversation file.
class ConversationFolder {
 public:
  explicit ConversationFolder(const std::string& yaml = kConversation) {
    std::ofstream(folder_.file("paying.yaml")) << yaml;
  }
  std::string folder() const { return folder_.path().string(); }

 private:
  test::TempFolder folder_;
};

AuditReport audited(const std::shared_ptr<const Catalog>& catalog, AuditOptions options = {}) {
  const ConversationFolder conversations;
  options.canaries = 25;
  options.scratch_folder = conversations.folder();
  const auto report = audit_bot(catalog, {conversations.folder()}, options);
  if (!report) FAIL(report.error().to_string());
  return *report;
}

std::string leaks_of(const AuditReport& report) {
  std::set<std::string> all;
  for (const AuditLeak& leak : report.leaks) all.insert(leak.name + " in " + leak.outlet);
  std::string out;
  for (const std::string& one : all) out += (out.empty() ? "" : ", ") + one;
  return out;
}

std::int64_t planted_in(const AuditReport& report, const std::string& name) {
  for (const auto& one : report.params) {
    if (one.name == name) return one.understood;
  }
  return 0;
}

}  // namespace

TEST_CASE("no output of the shipped bot has private values") {
  const AuditReport report = audited(paying_bot());
  INFO(leaks_of(report));
  CHECK(report.leaked == 0);
  CHECK(report.told() >= 25);
  CHECK(report.conversations > 2);
  CHECK(planted_in(report, "order") > 0);
  CHECK(planted_in(report, "card") > 0);
  CHECK(planted_in(report, "note") > 0);
  CHECK(report.not_told == std::vector<std::string>{"size"});
  for (const AuditReport::Outlet& outlet : report.outlets) {
    INFO(outlet.name);
    CHECK(outlet.leaks == 0);
    if (outlet.name == "telemetry" || outlet.name == "stored messages") {
      CHECK(outlet.told > 0);
      CHECK(outlet.bytes > 0);
    }
  }
}

TEST_CASE("a language model receives no private value") {
  for (const char* mode : {"fallback", "first"}) {
    const AuditReport report = audited(
        paying_bot(std::string("llm: {model: m}\nunderstanding: {llm: ") + mode + "}\nredaction: {params: [order]}\n"));
    INFO(mode << ": " << leaks_of(report));
    CHECK(report.leaked == 0);
    CHECK(report.model_calls > 0);
    CHECK(report.model_values > 0);
    CHECK(std::any_of(report.outlets.begin(), report.outlets.end(), [](const AuditReport::Outlet& outlet) {
      return outlet.name == "language model input" && outlet.bytes > 0;
    }));
  }
}

TEST_CASE("no output has private values that tools and callers repeat in sentences, names, offers, details and notes") {
  // Each round uses another tool result.
  const ConversationFolder conversations;
  AuditOptions options;
  options.canaries = 60;
  options.scratch_folder = conversations.folder();
  const auto report =
      audit_bot(paying_bot("memory: {results: 2000, topics: {max_recent: 3}}\n"), {conversations.folder()}, options);
  REQUIRE(report);
  INFO(leaks_of(*report));
  CHECK(report->leaked == 0);
  CHECK(report->conversations > 6);
  const auto is_states = [](const AuditReport::Outlet& outlet) { return outlet.name == "stored states"; };
  const auto states = std::find_if(report->outlets.begin(), report->outlets.end(), is_states);
  REQUIRE(states != report->outlets.end());
  CHECK(states->bytes > 0);
}

TEST_CASE("telemetry texts, topics, stored results and the summaries of a caller's summarizer have no private values") {
  const AuditReport report = audited(paying_bot(R"(
redaction: {telemetry_text: all, detect: [credit_card, email, iban, phone], policies: {note: {store: mask}}}
memory:
  strategy: hybrid
  results: 2000
  summary: {by: host, after_messages: 8}
  topics: {max_recent: 3}
)"));
  INFO(leaks_of(report));
  CHECK(report.leaked == 0);
  for (const AuditReport::Outlet& outlet : report.outlets) {
    INFO(outlet.name);
    CHECK((outlet.bytes > 0 || outlet.name == "search index"));
  }
}

TEST_CASE("the audit finds private values that a caller's tool logs, and names the output") {
  std::string log;
  AuditOptions options;
  options.tools["cards.charge"] = [&](const ToolCall& call) {
    log += "charging " + Value(call.args).to_json() + "\n";
    return ToolOutcome::ok(Value(Value::Object()));
  };
  options.own_output = [&] { return std::exchange(log, {}); };
  const AuditReport report = audited(paying_bot(), std::move(options));
  CHECK(leaks_of(report).find("card in own output") != std::string::npos);
  CHECK(leaks_of(report).find("order in own output") != std::string::npos);
  CHECK(leaks_of(report).find(" in telemetry") == std::string::npos);
  REQUIRE_FALSE(report.leaks.empty());
  CHECK(report.leaks[0].line > 0);
  CHECK(report.leaks[0].file.find("paying.yaml") != std::string::npos);
  CHECK(report.leaks[0].around.find("{" + report.leaks[0].name + "}") != std::string::npos);
  CHECK(report.leaked >= static_cast<std::int64_t>(report.leaks.size()));
}

TEST_CASE("a param that no policy hides from exports is private only in telemetry") {
  const AuditReport report = audited(paying_bot());
  for (const AuditReport::Outlet& outlet : report.outlets) {
    if (outlet.name == "contexts and summaries")
      CHECK(outlet.told < planted_in(report, "order") + planted_in(report, "card"));
  }
}

TEST_CASE("a free text that exports hide is hidden after its intent has ended, whether or not the store keeps it") {
  for (const char* policy :
       {"params: [order, note]", "policies: {note: {store: keep}}", "policies: {note: {store: mask}}",
        "params: [note], policies: {order: {exports: partial, store: keep}}"}) {
    const AuditReport report = audited(paying_bot("redaction: {" + std::string(policy) + "}\n"));
    INFO(policy << ": " << leaks_of(report));
    CHECK(report.leaked == 0);
    CHECK(planted_in(report, "note") > 0);
  }
}

TEST_CASE("values that the bot does not request are added to any message, and an audit without messages is an error") {
  const ConversationFolder none("conversation: None\nturns: [{user: hello, reply: whatever}]\n");
  AuditOptions options;
  options.scratch_folder = none.folder();
  options.canaries = 5;
  const auto report = audit_bot(paying_bot(), {none.folder()}, options);
  REQUIRE(report);
  CHECK(report->told() > 0);
  CHECK(report->not_told.size() == 4);

  const ConversationFolder silent("conversation: Silent\nturns: [{event: silence, reply: whatever}]\n");
  const auto nothing = audit_bot(paying_bot(), {silent.folder()}, options);
  REQUIRE_FALSE(nothing);
  CHECK(nothing.error().code == ErrorCode::kInvalidRequest);
  CHECK_FALSE(audit_bot(paying_bot(), {none.folder() + "/nothing.yaml"}, options));
}

TEST_CASE("an audit sends the requested number of requests, with more rounds than its values need") {
  const ConversationFolder conversations;
  AuditOptions options;
  options.canaries = 1;
  options.requests = 60;
  options.scratch_folder = conversations.folder();
  const auto report = audit_bot(paying_bot(), {conversations.folder()}, options);
  REQUIRE(report);
  CHECK(report->turns >= 60);
  CHECK(report->turns < 80);
}

TEST_CASE("the same seed plants the same values") {
  AuditOptions options;
  options.seed = 9;
  const AuditReport one = audited(paying_bot("redaction: {params: [note]}\n"), options);
  const AuditReport other = audited(paying_bot("redaction: {params: [note]}\n"), options);
  REQUIRE(one.leaks.size() == other.leaks.size());
  for (std::size_t i = 0; i < one.leaks.size(); ++i) CHECK(one.leaks[i].around == other.leaks[i].around);
}
