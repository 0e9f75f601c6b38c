// `parley explain` sends a message to a bot and shows the answer and the reasons for it.
#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "cli/command.h"
#include "cli/errors.h"
#include "cli/explanation_view.h"
#include "cli/help.h"
#include "cli/open.h"
#include "cli/terminal.h"
#include "parley/protocol.h"

namespace parley::cli {
namespace {

struct ExplainOptions {
  std::string bot;
  std::string text;
  std::vector<std::string> after;
  std::string waiting;
  std::string context;
  std::string clock;
  bool all = false;
  bool json = false;
};

// Splits "refund.order_id" into the open intent and the param asked for. Ids may contain dots.
Result<SessionWrite> open_question(const std::string& waiting, const Catalog& catalog) {
  const auto intents = catalog.intents();
  for (std::size_t dot = waiting.find('.'); dot != std::string::npos; dot = waiting.find('.', dot + 1)) {
    SessionWrite write;
    write.intent = waiting.substr(0, dot);
    write.waiting_for_param = waiting.substr(dot + 1);
    const auto params = catalog.params(write.intent);
    if (std::find(params.begin(), params.end(), *write.waiting_for_param) != params.end()) return write;
  }
  return usage_error(
      fmt::format("invalid --waiting '{}'; use an intent of this bot, a dot and one of its params, such as {}.PARAM",
                  waiting, intents.empty() ? "INTENT" : intents.front()));
}

// A conversation of its own, in memory.
class Trial {
 public:
  Trial(const Setup& setup, Value context) : engine_(*setup.engine), context_(std::move(context)) {
    request_.session = "explain";
    if (!setup.catalog->greets()) return;
    // The greeting belongs to the channel's start, not to the answer. If it leads to a question, the message would be
    // the answer to it, so the message comes first in another session.
    const auto started = send(SessionEvent::kStart);
    if (!started || started->status != TurnStatus::kDone) request_.session = "explain.first";
  }

  Result<Turn> send(decltype(Request::input) input) {
    Request request = request_;
    request.input = std::move(input);
    request.context = context_;
    request.explain = true;
    return engine_.handle(request);
  }

 private:
  Engine& engine_;
  Value context_;
  Request request_;
};

Result<Turn> explained(const ExplainOptions& options, const Setup& setup, Value context) {
  Trial trial(setup, std::move(context));
  if (!options.waiting.empty()) {
    auto question = open_question(options.waiting, *setup.catalog);
    if (!question) return Unexpected(question.error());
    if (auto opened = trial.send(std::move(*question)); !opened) return opened;
  }
  for (const std::string& message : options.after) {
    auto turn = trial.send(message);
    if (!turn) return turn;
    if (turn->status == TurnStatus::kToolCall) {
      return usage_error(
          fmt::format("after '{}', the bot waits for a tool that only your program can run; leave that "
                      "message out, or make the tool a mock",
                      printable(message)));
    }
  }
  return trial.send(options.text);
}

Value json_of(const Turn& turn) {
  const Value* understanding = turn.explain.find("understanding");
  Value result = understanding ? *understanding : Value(Value::Object());
  const std::vector<std::string> reasons = reasons_in(turn);
  const Value whole = to_value(turn);
  Value::Array trace;
  for (const TraceEvent& event : turn.trace) trace.push_back(to_value(event));
  Value::Object& object = *result.if_object();
  object["reply"] = Value(Value::Array(turn.say.begin(), turn.say.end()));
  object["status"] = to_string(turn.status);
  object["steps"] = *whole.find("steps");
  object["trace"] = Value(std::move(trace));
  object["why"] = Value(Value::Array(reasons.begin(), reasons.end()));
  return result;
}

int explain(const ExplainOptions& options) {
  Result<Value> context = read_context(options.context);
  if (!context) return report(context.error());
  const auto setup = open_engine({options.bot, {}, {}, options.clock});
  if (!setup) return report(setup.error());
  const auto turn = explained(options, *setup, std::move(*context));
  if (!turn) return report(turn.error());
  if (options.json) {
    fmt::print("{}\n", json_of(*turn).to_json());
    return kExitOk;
  }
  fmt::print("message  {}\n", printable(options.text));
  print_reply(*turn);
  print_reasons(*turn, options.text);
  if (options.all) {
    print_details(*turn);
  } else {
    fmt::print("\n{}\n", paint("--all shows why each other intent did not match, and every decision", Colour::kQuiet));
  }
  return kExitOk;
}

}  // namespace

Command add_explain(CLI::App& app) {
  auto options = std::make_shared<ExplainOptions>();
  CLI::App* parser = add_command(app, "explain", "Show what a bot answers to a message, and why",
                                 "parley explain config/intents.yaml 'I want my money back'\n"
                                 "parley explain bot.yaml 'yes' --after 'cancel my order' --after 'O-12345'\n"
                                 "parley explain bot.yaml 'O-12345' --waiting refund.order_id --json\n"
                                 "parley explain bot.yaml 'cancel my order' --context '{\"logged_in\": true}'");
  parser->add_option("BOT", options->bot, "The bot file")->required();
  parser->add_option("TEXT", options->text, "The message")->required();
  parser->add_option("--after", options->after, "A message that the user sends before; repeat it for a conversation")
      ->type_name("TEXT")
      ->expected(1)
      ->take_all();
  parser->add_option("--waiting", options->waiting, "Interpret the message as the answer to this open question")
      ->type_name("INTENT.PARAM");
  parser->add_option("--context", options->context, "Facts from the channel, for `when`")->type_name("JSON");
  parser->add_option("--clock", options->clock, "The current time, for values such as \"tomorrow\" (default: now)")
      ->type_name("ISO8601");
  parser->add_flag("--all", options->all,
                   "Also show why each other intent did not match, and all decisions of the turn");
  parser->add_flag("--json", options->json, "Print the result as JSON");
  add_no_cache(*parser);
  return {parser, [options] { return explain(*options); }};
}

}  // namespace parley::cli
