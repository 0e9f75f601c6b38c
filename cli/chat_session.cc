// Tested by tests/cli/chat_test.
#include "cli/chat_session.h"

#include <charconv>
#include <cstdio>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "cli/context_view.h"
#include "cli/errors.h"
#include "cli/explanation_view.h"
#include "cli/learned.h"
#include "cli/pretty_json.h"
#include "cli/receipt_view.h"
#include "cli/terminal.h"

namespace parley::cli {
namespace {

constexpr std::size_t kMessagesShown = 50;
constexpr std::size_t kSessionsShown = 20;

std::string new_session_id() { return "chat-" + create_random_ids()->next().substr(0, 8); }

}  // namespace

Chat::Chat(Setup setup, SetupOptions options, const std::string& session, std::string user, Value context,
           bool at_terminal)
    : setup_(std::move(setup)),
      options_(std::move(options)),
      watch_(bot_path(options_.bot), *setup_.catalog),
      user_(std::move(user)),
      context_(std::move(context)),
      at_terminal_(at_terminal) {
  enter(session.empty() ? new_session_id() : session);
}

void Chat::note(const std::string& text) const { fmt::print("{}\n", paint("[" + text + "]", Colour::kQuiet)); }

void Chat::enter(const std::string& id) {
  session_ = id;
  pending_.reset();
  handed_off_ = false;
  last_.reset();
  const auto state = setup_.store->load(id);
  if (!state) {
    report(state.error());
  } else if (!*state) {
    if (setup_.catalog->greets()) send(SessionEvent::kStart);
  } else {
    const std::string turns = counted(static_cast<std::size_t>((*state)->turns), "turn");
    note(fmt::format("continuing session {} after {}", printable(id), turns));
    handed_off_ = (*state)->handed_off.has_value();
    if (handed_off_) note("a person has the conversation; /agent TEXT answers as that person, /back gives it back");
    if (const ToolWait* wait = (*state)->waits_for<ToolWait>(); wait && wait->call) {
      pending_ = wait->call;
      ask_for_result();
    }
  }
}

// After an error, tries again before every message: the correction may be in a file that the bot did not have before.
void Chat::reload() {
  if (!watch_.has_changed() && reload_error_.empty()) return;
  const std::string path = bot_path(options_.bot);
  auto setup = open_engine_again(options_, setup_);
  if (setup) {
    setup_ = std::move(*setup);
    watch_ = BotWatch(path, *setup_.catalog);
    reload_error_.clear();
    return note(fmt::format("reloaded {}", printable(path)));
  }
  const std::string error = setup.error().to_string();
  if (error == reload_error_) return;
  reload_error_ = error;
  report(setup.error());
  note("the changed bot has errors; the chat continues with the bot as it was");
}

void Chat::handle_line(const std::string& line) {
  if (!pending_ || handed_off_) return send(line);
  Result<Value> result = Value::parse(line);
  if (!result) return note("invalid JSON; type the tool's result, such as {\"id\": \"r1\"} or null, or /fail WHY");
  send(ToolResult{pending_->call_id, ToolOutcome::ok(std::move(*result))});
}

void Chat::fail(const std::string& reason) {
  if (!pending_) return note("no tool call is pending");
  send(ToolResult{pending_->call_id, ToolOutcome::failed(reason.empty() ? "failed" : reason)});
}

void Chat::answer_as_agent(const std::string& text) {
  if (!handed_off_) return note("no person has the conversation; ask for one first");
  if (text.empty()) return note("missing text; use /agent TEXT");
  send(Request::from_person({}, text).input);
}

void Chat::give_back(const std::string& how) {
  if (!handed_off_) return note("no person has the conversation");
  if (!how.empty() && how != "resume") return note("use /back to begin afresh, or /back resume to continue");
  send(SessionEvent::kGiveBack, how == "resume");
}

const char* Chat::prompt() const {
  if (handed_off_) return "you, to a person> ";
  return pending_ ? "result> " : "you> ";
}

void Chat::reset() { send(SessionEvent::kReset); }

void Chat::send(decltype(Request::input) input, bool resume) {
  reload();
  Request request;
  request.resume = resume;
  request.session = session_;
  request.user = user_;
  request.input = std::move(input);
  request.context = context_;
  request.explain = true;
  const Result<Turn> turn = setup_.engine->handle(request);
  if (!turn) {
    report(turn.error());
    return;
  }
  const auto* text = std::get_if<std::string>(&request.input);
  last_text_ = text ? *text : std::string();
  show(*turn);
}

void Chat::show(const Turn& turn) {
  last_ = turn;
  if (!turn.reason.empty()) note(fmt::format("the earlier conversation was not continued: {}", turn.reason));
  for (const std::string& text : turn.say) {
    std::size_t begin = 0;
    for (std::size_t end = 0; end != std::string::npos; begin = end + 1) {
      end = text.find('\n', begin);
      const std::string line = printable(std::string_view(text).substr(begin, end - begin));
      fmt::print("{}{}\n", at_terminal_ ? paint("bot> ", Colour::kStrong) : "", line);
    }
  }
  const bool was_handed_off = std::exchange(handed_off_, turn.handed_off);
  // A call that is pending stays so while a person has the conversation, and when it is given back.
  if (!handed_off_ && turn.status != TurnStatus::kToolCall) pending_.reset();
  for (const Step& step : turn.steps) {
    if (const auto* handoff = std::get_if<Handoff>(&step)) {
      note(fmt::format("handed off to a person: {}", printable(handoff->reason)));
    } else if (const auto* call = std::get_if<ToolCall>(&step);
               call != nullptr && turn.status == TurnStatus::kToolCall) {
      pending_ = *call;
    }
  }
  if (pending_ && !handed_off_) ask_for_result();
  if (at_terminal_ && handed_off_ && !was_handed_off) {
    note("/agent TEXT answers as that person, /back gives the conversation back to the bot");
  }
  std::fflush(stdout);
}

void Chat::ask_for_result() const {
  note(fmt::format("the bot calls the tool {} with {}", pending_->name, printable(Value(pending_->args).to_json())));
  note("parley chat cannot run this tool; type its result as JSON, or /fail WHY");
}

std::optional<SessionState> Chat::stored() const {
  auto state = setup_.store->load(session_);
  if (!state) {
    report(state.error());
    return std::nullopt;
  }
  if (!*state) note("this session has no messages yet");
  return *state;
}

Mask Chat::mask(const SessionState& state) const {
  return [this, &state](const std::string& text) { return setup_.engine->redact(text, state); };
}

void Chat::why() const {
  if (!last_) return note("no turn to explain yet");
  print_reasons(*last_, last_text_);
  const Value* trace = last_->explain.find("trace");
  if (trace) fmt::print("\ndecisions\n{}", pretty_json(*trace));
}

void Chat::state() const {
  const auto state = stored();
  if (!state) return;
  Value::Object view = view_of(*state, mask(*state));
  view["continuation_id"] = state->continuation_id;
  fmt::print("{}", pretty_json(Value(std::move(view))));
}

void Chat::params() const {
  if (const auto state = stored()) fmt::print("{}", pretty_json(params_of(*state, mask(*state))));
}

void Chat::history() const {
  const auto state = stored();
  if (!state) return;
  const auto messages = setup_.store->messages(session_, kMessagesShown);
  if (!messages) {
    report(messages.error());
    return;
  }
  print_messages(*messages, mask(*state));
}

void Chat::context(const std::string& tokens) const {
  if (!stored()) return;
  ContextQuery query;
  if (!tokens.empty()) {
    const auto read = std::from_chars(tokens.data(), tokens.data() + tokens.size(), query.max_tokens);
    if (read.ec != std::errc() || read.ptr != tokens.data() + tokens.size() || query.max_tokens < kMinContextTokens) {
      return note(
          fmt::format("invalid number of tokens; use /context, or /context N with N at least {}", kMinContextTokens));
    }
  }
  const auto made = setup_.engine->context(session_, query);
  if (!made) return void(report(made.error()));
  print_context(*made);
}

void Chat::compact(const std::string& how) const {
  if (!stored()) return;
  if (!how.empty() && how != "recap") return note("use /compact, or /compact recap if the summarizer fails");
  const auto compacted = setup_.engine->compact(session_, {how == "recap"});
  if (!compacted) return void(report(compacted.error()));
  print_compacted(*compacted);
}

void Chat::topics() const {
  const auto state = stored();
  if (!state) return;
  const auto topics = setup_.engine->topics(session_);
  if (!topics) return void(report(topics.error()));
  print_topics(*topics, mask(*state));
}

void Chat::sessions() const {
  SessionQuery query;
  query.limit = kSessionsShown;
  const auto summaries = setup_.store->list(query);
  if (!summaries) {
    report(summaries.error());
  } else if (summaries->empty()) {
    note("no sessions yet");
  } else {
    print_sessions(*summaries);
  }
}

void Chat::load(const std::string& id) {
  if (id.empty()) return note("missing session id; use /load ID, and /sessions to list the ids");
  const auto state = setup_.store->load(id);
  if (!state) {
    report(state.error());
  } else if (!*state) {
    note(fmt::format("session {} not found; /sessions lists the sessions", printable(id)));
  } else {
    enter(id);
  }
}

void Chat::start_new(const std::string& id) {
  enter(id.empty() ? new_session_id() : id);
  note(fmt::format("current session: {}", printable(session_)));
}

void Chat::save() const {
  const auto state = stored();
  if (!state) return;
  note(fmt::format("stored up to turn {}, message {}; nothing to save", state->turns, state->messages));
}

void Chat::clear_view() const {
  if (at_terminal_) fmt::print("\033[H\033[2J\033[3J");
  note("the session is unchanged; /reset restarts it, /forget erases it");
}

void Chat::forget() {
  const auto receipt = setup_.engine->forget_session(session_);
  if (receipt) {
    note(fmt::format("session {} is erased", printable(session_)));
    print_receipt(*receipt);
  } else if (receipt.error().code == ErrorCode::kUnknownSession) {
    note("this session has nothing to erase");
  } else {
    report(receipt.error());
    return;
  }
  start_new({});
}

}  // namespace parley::cli
