#include "mcp_client.h"

using namespace parley;
using namespace parley::test;

namespace {

// The params of a call of 2026-07-28.
struct Call {
  std::string tool = "refund";
  std::string arguments = "{}";
  std::string capabilities = R"({"elicitation":{}})";
};

Value call(McpBot& bot, const Call& call, const std::string& more = "", const std::string& user = "") {
  return only(McpConnection(bot.server, user)
                  .handle(R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{)" +
                          modern_meta(call.capabilities) + R"(,"name":")" + call.tool + R"(","arguments":)" +
                          call.arguments + more + "}}"));
}

std::string answers(const Value& asked, const std::string& responses) {
  return R"(,"requestState":)" + Value(text_at(asked, "result.requestState")).to_json() + R"(,"inputResponses":)" +
         responses;
}

std::string accepts(const std::string& key, const std::string& value) {
  return R"({")" + key + R"(":{"action":"accept","content":{")" + key + R"(":)" + value + "}}}";
}

std::string question(const Value& asked, const std::string& key) {
  return text_at(asked, "result.inputRequests." + key + ".params.message");
}

std::string said(const Value& answer) { return text_at(answer, "result.content.0.text"); }

McpConnection legacy_client(McpBot& bot, const std::string& capabilities) {
  McpConnection client(bot.server);
  (void)client.handle(
      R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":)" +
      capabilities + "}}");
  return client;
}

std::string legacy_call(const std::string& tool, const std::string& arguments) {
  return R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":")" + tool + R"(","arguments":)" +
         arguments + "}}";
}

}  // namespace

TEST_CASE("a missing param and a confirmation are input requests", "[mcp]") {
  McpBot bot;
  Value asked = call(bot, {});
  CHECK(text_at(asked, "result.resultType") == "input_required");
  CHECK(question(asked, "order") == "Which order?");
  asked = call(bot, {}, answers(asked, accepts("order", R"("O-12345")")));
  CHECK(question(asked, "reason") == "Why?");
  CHECK(text_at(asked, "result.inputRequests.reason.params.requestedSchema.properties.reason.enum.1") == "late");
  asked = call(bot, {}, answers(asked, accepts("reason", R"("late")")));
  CHECK(question(asked, "confirm") == "Refund O-12345 because it is late?");
  CHECK(bot.refunds == 0);
  const std::string yes = answers(asked, accepts("confirm", "true"));
  const Value done = call(bot, {}, yes);
  CHECK(said(done) == "Done: R-1.");
  CHECK(text_at(done, "result.resultType") == "complete");
  CHECK(text_at(done, "result.isError") == "false");
  CHECK(text_at(done, "result.structuredContent.status") == "done");
  SECTION("the same answer again runs nothing again") {
    CHECK(said(call(bot, {}, yes)) == "Done: R-1.");
    CHECK(said(call(bot, {}, answers(asked, accepts("confirm", "false")))) == "Done: R-1.");
  }
  CHECK(bot.refunds == 1);
}

TEST_CASE("arguments that are longer than a context are refused before the bot reads them", "[mcp]") {
  McpBot bot;
  for (const char* argument : {"order", "part", "box", "none"}) {
    INFO(argument);
    const std::string arguments = R"({")" + std::string(argument) + R"(":")" + std::string(70'000, '1') + R"("})";
    const Value answer = call(bot, {"refund", arguments});
    CHECK(text_at(answer, "result.isError") == "true");
    CHECK(said(answer) == "the arguments are longer than 65536 bytes");
  }
}

TEST_CASE("a client that leaves many forms open keeps the last ones", "[mcp]") {
  McpBot bot;
  McpConnection client = legacy_client(bot, R"({"elicitation":{}})");
  const auto answer = [&client](int form) {
    return client.handle(R"({"jsonrpc":"2.0","id":"parley-)" + std::to_string(form) +
                         R"(","result":{"action":"accept","content":{"order":"O-12345"}}})");
  };
  for (int i = 0; i < 101; ++i) (void)client.handle(legacy_call("refund", "{}"));
  CHECK(answer(1).empty());
  CHECK_FALSE(answer(2).empty());
  CHECK_FALSE(answer(101).empty());
}

TEST_CASE("the bot asks again for an answer that is missing or invalid", "[mcp]") {
  McpBot bot;
  const Value asked = call(bot, {});
  for (const char* responses :
       {"{}", "7", R"({"order":{}})", R"({"order":{"action":"accept"}})", R"({"other":{"action":"accept"}})",
        R"({"order":{"action":"accept","content":{"order":7}}})", R"({"order":{"action":"accept","content":{}}})",
        R"({"order":{"action":"maybe","content":{"order":"O-12345"}}})", R"({"order":"O-12345"})"}) {
    INFO(responses);
    CHECK(question(call(bot, {}, answers(asked, responses)), "order") == "Which order?");
  }
  const Value again = call(bot, {}, answers(asked, accepts("order", R"("nonsense")")));
  CHECK(question(again, "order").find("Which order?") != std::string::npos);
  const Value more =
      call(bot, {}, answers(again, R"({"order":{"action":"accept","content":{"order":"O-12345","x":1}},"y":2})"));
  CHECK(question(more, "reason") == "Why?");
}

TEST_CASE("of two different answers to one form, the first one counts", "[mcp]") {
  McpBot bot;
  const Value asked = call(bot, {});
  const Value first = call(bot, {}, answers(asked, accepts("order", R"("look it up")")));
  const Value second = call(bot, {}, answers(asked, accepts("order", R"("never mind")")));
  CHECK(question(first, "reason") == question(second, "reason"));
  CHECK(question(first, "reason").find("I have found it.") == 0);
}

TEST_CASE("an answer to a form may be words instead of a value", "[mcp]") {
  McpBot bot;
  const Value asked = call(bot, {});
  const Value found = call(bot, {}, answers(asked, accepts("order", R"("look it up")")));
  CHECK(question(found, "reason").find("I have found it.") == 0);
  const Value cancelled = call(bot, {}, answers(call(bot, {}), accepts("order", R"("never mind")")));
  CHECK(text_at(cancelled, "result.structuredContent.status") == "done");
  McpConnection client = legacy_client(bot, R"({"elicitation":{}})");
  (void)client.handle(legacy_call("refund", "{}"));
  const Value form = only(client.handle(
      R"({"jsonrpc":"2.0","id":"parley-1","result":{"action":"accept","content":{"order":"look it up"}}})"));
  CHECK(text_at(form, "params.message").find("I have found it.") == 0);
  CHECK(bot.refunds == 0);
}

TEST_CASE("a declined form cancels the intent", "[mcp]") {
  McpBot bot;
  const std::string arguments = R"({"order":"O-12345","reason":"late"})";
  for (const char* action : {"decline", "cancel"}) {
    INFO(action);
    const Value asked = call(bot, {"refund", arguments});
    const Value answer =
        call(bot, {"refund", arguments}, answers(asked, R"({"confirm":{"action":")" + std::string(action) + R"("}})"));
    CHECK(text_at(answer, "result.structuredContent.status") == "cancelled");
  }
  const Value asked = call(bot, {"refund", arguments});
  const Value change = call(bot, {"refund", arguments}, answers(asked, accepts("confirm", "false")));
  CHECK(text_at(change, "result.resultType") == "input_required");
  CHECK(bot.refunds == 0);
}

TEST_CASE("a request state that is not of this call is refused", "[mcp]") {
  McpBot bot;
  const Call first{"refund", R"({"order":"O-12345"})"};
  const Value asked = call(bot, first);
  const std::string state = text_at(asked, "result.requestState");
  const auto code = [&](const Call& of, const std::string& sealed, const std::string& user = "") {
    return text_at(call(bot, of, R"(,"requestState":)" + Value(sealed).to_json() + R"(,"inputResponses":{})", user),
                   "error.code");
  };
  CHECK(code(first, state) == "(missing)");
  for (std::size_t i = 0; i < state.size(); i += 7) {
    std::string changed = state;
    changed[i] = changed[i] == 'A' ? 'B' : 'A';
    INFO(i);
    CHECK(code(first, changed) == "-32602");
  }
  for (const char* text : {"", ".", "AA.AA", "null"}) CHECK(code(first, text) == "-32602");
  CHECK(code({"refund", R"({"order":"O-54321"})"}, state) == "-32602");
  CHECK(code({"status", R"({"order":"O-12345"})"}, state) == "-32602");
  CHECK(code(first, state, "ann") == "-32602");
  bot.clock->set(bot.clock->now() + 2 * 3600 * 1000);
  CHECK(code(first, state) == "-32602");
  CHECK(text_at(call(bot, first, R"(,"requestState":7)"), "error.code") == "-32602");
}

TEST_CASE("a client without forms gets the question as text", "[mcp]") {
  McpBot bot;
  for (const char* capabilities : {"{}", R"({"elicitation":{"url":{}}})", R"({"elicitation":7})"}) {
    INFO(capabilities);
    Value answer = call(bot, {"refund", R"({"order":"O-12345","reason":"late"})", capabilities});
    CHECK(said(answer) == "Refund O-12345 because it is late?");
    CHECK(text_at(answer, "result.isError") == "false");
    CHECK(text_at(answer, "result.structuredContent.status") == "waiting");
    CHECK(text_at(answer, "result.structuredContent.options.0") == "yes");
    const std::string session = text_at(answer, "result.structuredContent.session");
    answer = call(bot, {"parley_turn", R"({"text":"yes","session":")" + session + R"("})", capabilities});
    CHECK(said(answer) == "Done: R-1.");
    const Value other =
        only(McpConnection(bot.server, "ann")
                 .handle(R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{)" + modern_meta() +
                         R"(,"name":"parley_turn","arguments":{"text":"yes","session":")" + session + R"("}}})"));
    CHECK(said(other) != "Done: R-1.");
  }
  CHECK(bot.refunds == 3);
}

TEST_CASE("a form never asks for a sensitive param", "[mcp]") {
  McpBot bot;
  const Value answer = call(bot, {"sign_up"});
  CHECK(text_at(answer, "result.resultType") == "complete");
  CHECK(text_at(answer, "result.structuredContent.status") == "waiting");
  CHECK(text_at(answer, "result.structuredContent.param") == "pin");
}

TEST_CASE("calls that the client can correct are results, others are errors", "[mcp]") {
  struct Row {
    Call call;
    const char* error;  // the text of the result, or the code of the error
  };
  const Row rows[] = {
      {{"nothing"}, "-32602"},
      {{"hidden"}, "-32602"},
      {{"refund", "[]"}, "-32602"},
      {{"refund", R"({"colour":"red"})"}, "the tool has no argument 'colour'; one of: order, reason, part, box"},
      {{"refund", R"({"ordr":"O-12345"})"}, "the tool has no argument 'ordr'; did you mean 'order'?"},
      {{"status", R"({"order":"O-12345"})"}, "the tool has no argument 'order'"},
      {{"refund", R"({"part":"three"})"},
       "the argument 'part' is not valid: Half at most.; correct it, or leave it out"},
      {{"refund", R"({"box":"nonsense"})"},
       "the argument 'box' is not valid; use a value such as 'B-1', or leave it out"},
      {{"parley_turn"}, "the argument 'text' must be a text"},
      {{"parley_turn", R"({"text":"hello","session":"a b"})"},
       "the argument 'session' must be the session of an earlier result"},
      {{"parley_turn", R"({"text":"hello","session":"web:1"})"},
       "the argument 'session' must be the session of an earlier result"},
  };
  McpBot bot;
  for (const Row& row : rows) {
    INFO(row.call.tool << row.call.arguments);
    const Value answer = call(bot, row.call);
    if (row.error[0] == '-') {
      CHECK(text_at(answer, "error.code") == row.error);
    } else {
      CHECK(said(answer) == row.error);
      CHECK(text_at(answer, "result.isError") == "true");
    }
  }
  CHECK(text_at(call(bot, {"refnd"}), "error.message") == "Unknown tool: 'refnd'; did you mean 'refund'?");
  CHECK(text_at(call(bot, {"hidden"}), "error.message") ==
        "Unknown tool: 'hidden'; tools/list returns the tools of this bot");
  const Value failed = call(bot, {"broken"});
  CHECK(text_at(failed, "result.isError") == "true");
  CHECK(text_at(failed, "result.structuredContent.reason") == "tool_failed");
}

TEST_CASE("earlier versions show forms with requests to the client", "[mcp]") {
  McpBot bot;
  McpConnection client = legacy_client(bot, R"({"elicitation":{}})");
  const Value form = only(client.handle(legacy_call("refund", R"({"order":"O-12345","reason":"late"})")));
  CHECK(text_at(form, "method") == "elicitation/create");
  CHECK(text_at(form, "params.message") == "Refund O-12345 because it is late?");
  const std::string id = Value(text_at(form, "id")).to_json();
  const std::string yes =
      R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{"action":"accept","content":{"confirm":true}}})";
  SECTION("the answer ends the call") {
    const Value done = only(client.handle(yes));
    CHECK(text_at(done, "id") == "5");
    CHECK(said(done) == "Done: R-1.");
    CHECK(client.handle(yes).empty());
    CHECK(bot.refunds == 1);
  }
  SECTION("an answer that does not fit shows the form again") {
    const Value again = only(client.handle(R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{"action":"accept"}})"));
    CHECK(text_at(again, "params.message") == "Refund O-12345 because it is late?");
    CHECK(client.handle(yes).empty());
  }
  SECTION("a client that cannot show it gets the question as text") {
    const Value text =
        only(client.handle(R"({"jsonrpc":"2.0","id":)" + id + R"(,"error":{"code":-32601,"message":"no"}})"));
    CHECK(text_at(text, "result.structuredContent.status") == "waiting");
  }
  SECTION("a cancelled call is forgotten") {
    CHECK(client.handle(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}})").empty());
    CHECK(client.handle(yes).empty());
    CHECK(bot.refunds == 0);
  }
}

TEST_CASE("a tool of the embedding program fails if no function runs it", "[mcp]") {
  std::string yaml = kMcpBot;
  yaml += "# another bot\n";
  McpBot bot(yaml);
  const Call refund{"refund", R"({"order":"O-12345","reason":"late"})"};
  const Value asked = call(bot, refund);
  const Value failed = call(bot, refund, answers(asked, accepts("confirm", "true")));
  CHECK(text_at(failed, "result.isError") == "true");
  CHECK(text_at(failed, "result.content.1.text").find("The bot's tool 'refunds.create' has the kind host") == 1);
}

TEST_CASE("an invalid value of an optional param fails, and of a required one makes the bot ask", "[mcp]") {
  McpBot bot;
  const auto status = [&](const char* arguments) {
    const Value answer = call(bot, {"refund", arguments, "{}"});
    return text_at(answer, "result.isError") == "true" ? "error" : text_at(answer, "result.structuredContent.param");
  };
  CHECK(status(R"({"order":"nonsense"})") == "order");
  CHECK(status(R"({"order":"O-12345","reason":["late","x"]})") == "reason");
  CHECK(status(R"({"order":"O-12345","part":"half"})") == "reason");
  CHECK(status(R"({"order":"O-12345","part":null})") == "reason");
  CHECK(status(R"({"order":"O-12345","part":"nonsense"})") == "error");
  CHECK(status(R"({"order":"O-12345","part":{"x":1}})") == "error");
  CHECK(bot.refunds == 0);
}

TEST_CASE("a text tells how to answer a question", "[mcp]") {
  McpBot bot;
  const Value waiting = call(bot, {"refund", "{}", "{}"});
  const std::string session = text_at(waiting, "result.structuredContent.session");
  CHECK(said(waiting) == "Which order?");
  CHECK(text_at(waiting, "result.content.1.text") ==
        "[The bot waits for the user's answer. Send it with the tool parley_turn and the session " + session + ".]");
  CHECK(text_at(call(bot, {"status"}), "result.content.1") == "(missing)");
}
