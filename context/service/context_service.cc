// Tested by tests/context/service/context_service_test.cc and context_topics_test.cc.
#include "context/service/context_service.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "context/service/ancestry.h"
#include "context/service/dialog_context.h"
#include "context/service/stored_summary.h"
#include "memory/item_names.h"
#include "memory/message_texts.h"
#include "memory/sessions/conversations.h"
#include "memory/sessions/system_prompt.h"

namespace parley::context {
namespace {

constexpr int kRecallPage = 64;

// Names and problems of the ContextSteps that report a loss outside the messages: an unreadable system prompt, or a
// dialog state for which there is no room.
constexpr const char* kPromptStep = "system_prompt";
constexpr const char* kCorrupt = "corrupt";
constexpr const char* kDialogStep = "dialog";
constexpr const char* kNoRoom = "no_room";

// ItemSink stores offloaded results as items of the session. Equal results are stored once. Each use postpones their
// expiry.
class ItemSink final : public ArtifactSink {
 public:
  ItemSink(TurnStore& store, const SessionState& state, TimeMs expires_at)
      : store_(store), state_(state), expires_at_(expires_at) {}

  Result<void> put(const std::string& sha256, std::string_view bytes) override {
    const std::string name = memory::artifact_prefix(state_) + sha256;
    const auto there = store_.items(state_.session, name);
    if (!there) return Unexpected(there.error());
    if (!there->empty() && there->front().expires_at >= expires_at_) return {};
    const std::int64_t version = there->empty() ? 1 : there->front().version + 1;
    auto put = store_.change_items(
        {state_.session, state_.created_at, {{name, version, expires_at_, std::string(bytes)}}, {}});
    const bool by_another = !put && put.error().code == ErrorCode::kStaleVersion;
    return by_another ? Result<void>() : put;
  }

 private:
  TurnStore& store_;
  const SessionState& state_;
  TimeMs expires_at_;
};

ContextOptions options_for(const MemoryOptions& options, const ContextQuery& query) {
  ContextOptions made;
  made.strategy = options.strategy;
  made.max_tokens =
      query.max_tokens > 0 ? query.max_tokens : options.max_tokens[static_cast<std::size_t>(query.consumer)];
  made.max_turns = options.max_turns;
  made.recent_turns = options.recent_turns;
  made.trim_results = options.trim_results;
  made.strip_reasoning = options.strip_reasoning;
  made.notes = options.notes;
  return made;
}

void show_result(Message& message) {
  Value::Object& metadata = message.details.metadata;
  const auto result = message.role == Role::kTool ? metadata.find(kResult) : metadata.end();
  if (result == metadata.end() || !result->second.if_string()) return;
  message.text = *result->second.if_string();
  metadata.erase(result);
}

// Returns how many tokens of the budget remain after the system prompt, but at least the minimum for messages. 0: no
// limit.
std::int64_t room_beside_prompt(const ContextOptions& options) {
  if (options.max_tokens == 0 || options.system_prompt.empty()) return options.max_tokens;
  Message prompt;
  prompt.text = options.system_prompt;
  return std::max(options.max_tokens - count_tokens(prompt, options.counter), kMinContextTokens);
}

}  // namespace

ContextService::ContextService(std::shared_ptr<SessionStore> store, MemoryOptions options, ContextServiceTools tools)
    : store_(std::move(store)), options_(std::move(options)), tools_(std::move(tools)) {}

Result<std::unique_ptr<ContextService>> ContextService::make(std::shared_ptr<SessionStore> store, MemoryOptions options,
                                                             ContextServiceTools tools) {
  std::unique_ptr<ContextService> made(new ContextService(std::move(store), std::move(options), std::move(tools)));
  ResilientSummarizerOptions guard;
  guard.count_tokens = made->tools_.counter ? made->tools_.counter : TokenCounter(estimate_tokens);
  guard.check = made->options_.check_summaries;
  guard.clock = made->tools_.clock;
  if (const auto& redact = made->tools_.redact) {
    guard.redact = [redact](std::string_view text) { return redact(text, SessionState()); };
  }
  auto recapped = create_resilient_summarizer(nullptr, guard);
  if (!recapped) return Unexpected(recapped.error());
  made->recap_guard_ = std::move(*recapped);
  auto guarded = create_resilient_summarizer(made->tools_.summarizer, std::move(guard));
  if (!guarded) return Unexpected(guarded.error());
  made->guard_ = std::move(*guarded);
  if (made->options_.topics) {
    TopicOptions topics = *made->options_.topics;
    topics.embed = made->tools_.embed;
    topics.rewrite = made->tools_.rewrite;
    auto keeper = TopicTracker::create(std::move(topics));
    if (!keeper) return Unexpected(keeper.error());
    made->keeper_.emplace(std::move(*keeper));
  }
  return made;
}

// ---- reading --------------------------------------------------------------------------------------------

Result<SessionState> ContextService::open(std::string_view session, bool history) {
  auto state = store_->load(session);
  if (!state) return Unexpected(state.error());
  if (!*state) return Unexpected(ErrorCode::kUnknownSession, "no session with this name exists");
  if (is_over_now(**state) && !history) {
    return Unexpected(ErrorCode::kSessionExpired,
                      "the conversation of this session has ended; request its history to read the messages");
  }
  return std::move(**state);
}

bool ContextService::is_over_now(const SessionState& state) const {
  return tools_.is_over ? tools_.is_over(state) : memory::is_over(state, tools_.clock->now());
}

HistoryReader ContextService::reader(const Ancestry& ancestry) const {
  return [this, ancestry](std::int64_t before, int limit) {
    auto page = ancestry.read(*store_, before, static_cast<std::size_t>(std::max(limit, 0)));
    if (page) std::for_each(page->begin(), page->end(), show_result);
    return page;
  };
}

// Returns a reader of the ancestry's messages, redacted unless `raw` is true.
HistoryReader ContextService::shown_reader(const Ancestry& ancestry, const SessionState& state, bool raw) const {
  if (!tools_.redact || raw) return reader(ancestry);
  return [read = reader(ancestry), &state, this](std::int64_t before, int limit) {
    auto page = read(before, limit);
    if (!page) return page;
    for (Message& message : *page) message = shown(std::move(message), state);
    return page;
  };
}

Message ContextService::shown(Message message, const SessionState& state, bool raw) const {
  if (!tools_.redact || raw) return message;
  return memory::transform_texts(std::move(message),
                                 [&](const std::string& text) { return tools_.redact(text, state); });
}

// Returns the steps of the embedding program. Unless `raw` is true, a step sees only redacted messages, and its output
// is redacted again.
std::vector<ContextProcessor> ContextService::processors(const SessionState& state, bool raw) const {
  std::vector<ContextProcessor> all = tools_.processors;
  if (!tools_.redact || raw) return all;
  for (ContextProcessor& each : all) {
    each.process = [process = each.process, redact = tools_.redact, state](
                       std::vector<Message> messages, const ContextRun& run) -> Result<std::vector<Message>> {
      auto answer = process(std::move(messages), run);
      if (!answer) return answer;
      const auto redact_text = [&](const std::string& text) { return redact(text, state); };
      for (Message& message : *answer) message = memory::transform_texts(std::move(message), redact_text);
      return answer;
    };
  }
  return all;
}

DialogContext ContextService::dialog(const SessionState& state, std::int64_t max_tokens, bool raw) const {
  const auto shown_text = [&](const std::string& text) {
    return tools_.redact && !raw ? tools_.redact(text, state) : text;
  };
  return dialog_context(state, tools_.clock->now(), max_tokens, tools_.counter, shown_text);
}

// Returns the seq of the message that asked the open question, or of the call that waits for its result. Returns 0 if
// no question and no call is open.
Result<std::int64_t> ContextService::pending_seq(const SessionState& state, const Ancestry& ancestry) const {
  if (!state.waiting) return 0;
  const PendingInput& waiting = *state.waiting;
  const ToolCall* call = waiting.call();
  const auto is_it = [&](const Message& message) {
    if (call) return message.role == Role::kCall && message.details.call_id == call->call_id;
    return message.role == Role::kAssistant && message.at == waiting.asked_at;
  };
  for (std::int64_t before = 0;;) {
    const auto page = store_->messages(state.session, kRecallPage, before);
    if (!page) return Unexpected(page.error());
    const auto found = std::find_if(page->rbegin(), page->rend(), is_it);
    if (found != page->rend()) return found->seq;
    if (page->empty() || page->front().seq <= ancestry.first_seq() || page->front().at < waiting.asked_at) return 0;
    before = page->front().seq;
  }
}

// ---- contexts -------------------------------------------------------------------------------------------

struct ContextService::Prompt {
  std::string text;
  bool is_corrupt = false;  // the session's notes cannot be read
};

// Returns the embedding program's instructions to a model, redacted unless the query is raw. A human agent who takes
// over does not see them.
Result<ContextService::Prompt> ContextService::system_prompt(const SessionState& state, const ContextQuery& query) {
  if (query.consumer == Consumer::kAgent) return Prompt();
  const auto summary = store_->summary(state.session);
  if (!summary && summary.error().code == ErrorCode::kStoreCorrupt) return Prompt{{}, true};
  if (!summary) return Unexpected(summary.error());
  if (!*summary) return Prompt();
  Prompt prompt{memory::system_prompt_of((*summary)->notes, state), false};
  if (tools_.redact && !query.raw && !prompt.text.empty()) prompt.text = tools_.redact(prompt.text, state);
  return prompt;
}

// Adds the summary that replaces omitted messages, if there is one.
Result<void> ContextService::add_summary(const SessionState& state, const Ancestry& ancestry, ContextOptions& options) {
  const bool is_shown = options.strategy != ContextStrategy::kWindow;
  if (is_shown) {
    if (auto done = summarise_when_due(state, ancestry, room_beside_prompt(options)); !done) return done;
  }
  const auto kept = stored_summary(state);
  if (!kept) return Unexpected(kept.error());
  if (!*kept || (!is_shown && !(*kept)->by_hand)) return {};
  if (!is_shown) options.strategy = ContextStrategy::kSummary;
  options.summary = GivenSummary{(*kept)->text, ancestry.covered_upto(**kept), (*kept)->by_hand};
  return {};
}

Result<SessionContext> ContextService::context(std::string_view name, const ContextQuery& query) {
  auto state = open(name, query.history);
  if (!state) return Unexpected(state.error());
  const auto ancestry = Ancestry::of(*store_, *state, query.history);
  if (!ancestry) return Unexpected(ancestry.error());
  const std::vector<PrivateText>& earlier = ancestry->private_texts();
  state->private_texts.insert(state->private_texts.end(), earlier.begin(), earlier.end());
  ContextOptions options = options_for(options_, query);
  options.counter = tools_.counter;
  auto prompt = system_prompt(*state, query);
  if (!prompt) return Unexpected(prompt.error());
  options.system_prompt = std::move(prompt->text);
  DialogContext dialog;
  if (!is_over_now(*state)) dialog = this->dialog(*state, room_beside_prompt(options), query.raw);
  if (options.max_tokens > 0) options.max_tokens -= dialog.tokens;
  options.processors = processors(*state, query.raw);
  options.run = {state->session, query.consumer, 0, tools_.clock->now()};
  const auto pending = pending_seq(*state, *ancestry);
  if (!pending) return Unexpected(pending.error());
  if (*pending > 0) options.pending_seq = ancestry->number_of(*pending);
  // The summary and the artifacts belong to the current conversation.
  if (!query.history && options_.summaries != MemoryOptions::Summaries::kOff) {
    if (auto added = add_summary(*state, *ancestry, options); !added) return Unexpected(added.error());
  }
  std::optional<ItemSink> sink;
  if (options_.offload && !query.history && !query.raw) {  // parley stores only redacted results
    sink.emplace(*store_, *state, tools_.clock->now() + options_.offload->keep.count());
    options.sink = &*sink;
    options.offload_start = options_.offload->start;
    options.offload_protect = options_.offload->protect;
    options.offload_preview = options_.offload->preview;
  }
  auto context = build_context(shown_reader(*ancestry, *state, query.raw), options);
  if (!context) return Unexpected(context.error());
  SessionContext made{std::move(*context), {}, {}, {}, std::move(dialog)};
  std::vector<ContextStep> losses;  // what is missing outside the messages
  if (prompt->is_corrupt) losses.push_back({kPromptStep, 0, 0, 0, 0, kCorrupt});
  const bool has_dialog = made.dialog.intent || made.dialog.waiting_for_param;
  if (!has_dialog && !state->frames.empty() && !is_over_now(*state)) {
    losses.push_back({kDialogStep, this->dialog(*state, 0, query.raw).tokens, made.dialog.tokens, 0, 0, kNoRoom});
  }
  made.context.steps.insert(made.context.steps.begin(), losses.begin(), losses.end());
  if (options.max_tokens > 0) made.context.max_tokens += made.dialog.tokens;
  made.about = parley::facts_of(made.context.messages);
  made.about.id = state->session;
  made.about.started = query.history || memory::is_first_conversation(*state) ? state->created_at : state->began_at;
  made.about.turns = query.history ? state->turns : state->turns - std::max<std::int64_t>(state->began_turn, 1) + 1;
  const std::int64_t first_seq = std::max(ancestry->first_seq(), state->trimmed + 1);
  auto first = store_->messages(state->session, 1, first_seq + 1);
  if (!first) return Unexpected(first.error());
  made.about.tool = first->empty() ? std::string() : shown(std::move(first->front()), *state, query.raw).details.tool;
  if (made.about.tool.empty()) made.about.tool = state->bot;
  made.files = files_of(made.context.messages);
  made.loop = find_loop(made.context.messages, options_.loops);
  return made;
}

Result<std::string> ContextService::artifact(std::string_view name, std::string_view sha256, bool history, bool raw) {
  const auto state = open(name, history);
  if (!state) return Unexpected(state.error());
  std::vector<std::string> names = {memory::artifact_prefix(*state) + std::string(sha256)};
  if (history) {
    const auto all = store_->items(state->session, memory::kArtifactItem);
    if (!all) return Unexpected(all.error());
    for (const ItemInfo& item : *all) {
      if (item.name.substr(item.name.rfind(':') + 1) == sha256) names.push_back(item.name);
    }
  }
  for (const std::string& each : names) {
    const auto item =
        base::is_id(each) ? store_->item(state->session, each) : Result<std::optional<Item>>(std::nullopt);
    if (!item) return Unexpected(item.error());
    const bool is_there = *item && ((*item)->expires_at == 0 || tools_.clock->now() < (*item)->expires_at);
    if (is_there) return tools_.redact && !raw ? tools_.redact((*item)->bytes, *state) : (*item)->bytes;
  }
  return Unexpected(
      ErrorCode::kInvalidRequest,
      "no tool result with this SHA-256 is stored with the conversation; the context names the stored results, and "
      "`memory: {offload: {keep: ...}}` sets how long they are kept");
}

}  // namespace parley::context
