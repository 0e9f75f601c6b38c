// Tested by tests/memory/recall/recall_test.cc and recall_topics_test.cc.
#include "memory/recall/recall.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "memory/item_names.h"
#include "memory/message_texts.h"
#include "memory/recall/kept_summary.h"
#include "memory/recall/lineage.h"

namespace parley::memory {
namespace {

constexpr std::int64_t kNewest = std::numeric_limits<std::int64_t>::max();
constexpr int kPage = 64;

// Offloaded results become items of the session. The same result is kept once, for as long as it was last asked for.
class ItemSink final : public ArtifactSink {
 public:
  ItemSink(SessionStore& store, const SessionState& state, TimeMs expires_at)
      : store_(store), state_(state), expires_at_(expires_at) {}

  Result<void> put(const std::string& sha256, std::string_view bytes) override {
    const std::string name = kArtifactItem + sha256;
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
  SessionStore& store_;
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

// All but the exchange that the conversation is at.
Compaction all_but_the_newest(const std::vector<Message>& newest, std::int64_t told, std::int64_t pending) {
  if (newest.empty()) return {};
  std::int64_t from = newest.back().seq;
  for (auto message = newest.rbegin(); message != newest.rend() && message->turn == newest.back().turn; ++message) {
    from = message->seq;
  }
  if (pending > 0) from = std::min(from, pending);
  return {told + 1, from - 1};
}

}  // namespace

Recall::Recall(std::shared_ptr<SessionStore> store, MemoryOptions options, RecallTools tools)
    : store_(std::move(store)), options_(std::move(options)), tools_(std::move(tools)) {}

Result<std::unique_ptr<Recall>> Recall::make(std::shared_ptr<SessionStore> store, MemoryOptions options,
                                             RecallTools tools) {
  std::unique_ptr<Recall> made(new Recall(std::move(store), std::move(options), std::move(tools)));
  SummaryGuardOptions guard;
  guard.count_tokens = made->tools_.counter ? made->tools_.counter : TokenCounter(estimate_tokens);
  guard.check = made->options_.check_summaries;
  guard.clock = made->tools_.clock;
  if (const auto& redact = made->tools_.redact) {
    guard.redact = [redact](std::string_view text) { return redact(text, SessionState()); };
  }
  auto guarded = guard_summaries(made->tools_.summarizer, std::move(guard));
  if (!guarded) return Unexpected(guarded.error());
  made->guard_ = std::move(*guarded);
  if (made->options_.topics) {
    TopicOptions topics = *made->options_.topics;
    topics.embed = made->tools_.embed;
    topics.rewrite = made->tools_.rewrite;
    auto keeper = TopicKeeper::make(std::move(topics));
    if (!keeper) return Unexpected(keeper.error());
    made->keeper_.emplace(std::move(*keeper));
  }
  return made;
}

// ---- reading --------------------------------------------------------------------------------------------

Result<SessionState> Recall::open(std::string_view session) {
  auto state = store_->load(session);
  if (!state) return Unexpected(state.error());
  if (!*state) return Unexpected(ErrorCode::kUnknownSession, "no session of this name is stored");
  return std::move(**state);
}

HistoryReader Recall::reader(const Lineage& lineage) const {
  return [this, lineage](std::int64_t before, int limit) {
    auto page = lineage.read(*store_, before, static_cast<std::size_t>(std::max(limit, 0)));
    if (page) std::for_each(page->begin(), page->end(), show_result);
    return page;
  };
}

// The same as it may be shown.
HistoryReader Recall::shown_reader(const Lineage& lineage, const SessionState& state) const {
  if (!tools_.redact) return reader(lineage);
  return [read = reader(lineage), &state, this](std::int64_t before, int limit) {
    auto page = read(before, limit);
    if (!page) return page;
    for (Message& message : *page) message = shown(std::move(message), state);
    return page;
  };
}

Message Recall::shown(Message message, const SessionState& state) const {
  if (!tools_.redact) return message;
  return with_texts(std::move(message), [&](const std::string& text) { return tools_.redact(text, state); });
}

// The message that put the question which is open; 0: none is, or it is among the newest anyway.
Result<std::int64_t> Recall::pending_seq(const SessionState& state) const {
  if (!state.waiting) return 0;
  const auto newest = store_->messages(state.session, kPage);
  if (!newest) return Unexpected(newest.error());
  const TimeMs asked_at = state.waiting->asked_at;
  const auto question = std::find_if(newest->rbegin(), newest->rend(), [&](const Message& message) {
    return message.role == Role::kAssistant && message.at == asked_at;
  });
  return question == newest->rend() ? 0 : question->seq;
}

Result<std::vector<Message>> Recall::messages_of(const SessionState& state, Compaction what) const {
  std::vector<Message> all;  // newest first
  for (std::int64_t before = what.upto + 1; before > what.from;) {
    auto page = store_->messages(state.session, kPage, before);
    if (!page) return Unexpected(page.error());
    if (page->empty()) break;
    before = page->front().seq;
    std::move(page->rbegin(), page->rend(), std::back_inserter(all));
  }
  std::erase_if(all, [&](const Message& message) { return message.seq < what.from; });
  std::reverse(all.begin(), all.end());
  return all;
}

// ---- contexts -------------------------------------------------------------------------------------------

Result<SessionContext> Recall::context(std::string_view name, const ContextQuery& query) {
  const auto state = open(name);
  if (!state) return Unexpected(state.error());
  const auto lineage = Lineage::of(*store_, *state);
  if (!lineage) return Unexpected(lineage.error());
  ContextOptions options = options_for(options_, query);
  options.counter = tools_.counter;
  const auto pending = pending_seq(*state);
  if (!pending) return Unexpected(pending.error());
  if (*pending > 0) options.pending_seq = lineage->messages_before() + *pending;
  if (options.strategy != ContextStrategy::kWindow && options_.summaries != MemoryOptions::Summaries::kOff) {
    if (auto done = summarise_when_due(*state); !done) return Unexpected(done.error());
    const auto kept = kept_summary(*state);
    if (!kept) return Unexpected(kept.error());
    if (*kept) options.summary = GivenSummary{(*kept)->text, lineage->messages_before() + (*kept)->upto};
  }
  std::optional<ItemSink> sink;
  if (options_.offload) {
    sink.emplace(*store_, *state, tools_.clock->now() + options_.offload->keep);
    options.sink = &*sink;
    options.offload_start = options_.offload->start;
    options.offload_protect = options_.offload->protect;
    options.offload_preview = options_.offload->preview;
  }
  auto context = build_context(shown_reader(*lineage, *state), options);
  if (!context) return Unexpected(context.error());
  SessionContext made{std::move(*context), {}, {}, {}};
  made.about = parley::facts_of(made.context.messages);
  made.about.id = state->session;
  made.about.started = state->created_at;
  made.about.turns = state->turns;
  auto first = store_->messages(state->session, 1, state->trimmed + 2);
  if (!first) return Unexpected(first.error());
  made.about.tool = first->empty() ? std::string() : shown(std::move(first->front()), *state).details.tool;
  if (made.about.tool.empty()) made.about.tool = state->bot;
  made.files = files_of(made.context.messages);
  made.loop = find_loop(made.context.messages, options_.loops);
  return made;
}

// ---- summaries ------------------------------------------------------------------------------------------

Result<std::optional<Recall::KeptSummary>> Recall::kept_summary(const SessionState& state) {
  const auto item = store_->item(state.session, kSummaryItem);
  if (!item) return Unexpected(item.error());
  if (!*item) return std::optional<KeptSummary>();
  auto kept = KeptSummary::read(**item);
  if (!kept) return Unexpected(kept.error());
  return std::optional<KeptSummary>(std::move(*kept));
}

Result<void> Recall::summarise_when_due(const SessionState& state) {
  const auto kept = kept_summary(state);
  if (!kept) return Unexpected(kept.error());
  const auto last = *kept ? std::optional<LastSummary>((*kept)->last()) : std::nullopt;
  const auto facts = history_facts(reader(Lineage(state)), options_.compaction, last, tools_.counter);
  if (!facts) return Unexpected(facts.error());
  const auto plan = plan_compaction(*facts, options_.compaction, last);
  if (!plan) return {};
  const auto made = summarise(state, *kept, *plan);
  return made ? Result<void>() : Unexpected(made.error());
}

SummaryRequest Recall::request_for(std::string former, std::vector<Message> messages) const {
  SummaryRequest request;
  request.former = std::move(former);
  request.messages = std::move(messages);
  request.max_tokens = options_.summary_tokens;
  request.max_bytes = static_cast<std::size_t>(options_.summary_tokens) * 4;
  request.timeout_ms = options_.summary_timeout;
  return request;
}

// Somebody else may have been quicker: then the other's stays.
Result<Summary> Recall::summarise(const SessionState& state, const std::optional<KeptSummary>& last, Compaction what) {
  auto messages = messages_of(state, what);
  if (!messages) return Unexpected(messages.error());
  SummaryRequest request = request_for(last ? last->text : std::string(), std::move(*messages));
  request.facts = facts_of(state, request.messages);
  for (Message& message : request.messages) message = shown(std::move(message), state);
  Summary summary = guard_->summarise(request);
  if (summary.source == Summary::Source::kNothing) return summary;
  const KeptSummary kept{summary.text, what.upto, state.turns, state.messages, tools_.clock->now(), 0};
  const std::int64_t version = last ? last->version + 1 : 1;
  auto put = store_->change_items({state.session, state.created_at, {{kSummaryItem, version, 0, kept.to_json()}}, {}});
  if (!put && put.error().code != ErrorCode::kStaleVersion) return Unexpected(put.error());
  if (put && tools_.on_summary) tools_.on_summary(state.session, summary, what.upto);
  return summary;
}

SummaryFacts Recall::facts_of(const SessionState& state, const std::vector<Message>& messages) const {
  constexpr std::size_t kResults = 3;
  const auto shown = [&](const std::string& text) { return tools_.redact ? tools_.redact(text, state) : text; };
  SummaryFacts facts;
  for (const Frame& frame : state.frames) {
    for (const auto& [param, filled] : frame.params) facts.params[param] = shown(filled.value.to_text());
    if (frame.confirmed) facts.decisions.push_back(frame.intent + " is confirmed");
    for (const StepRun& run : frame.runs) {
      if (run.status == StepRun::Status::kDone) facts.decisions.push_back(run.what + " is done");
    }
  }
  for (auto message = messages.rbegin(); message != messages.rend(); ++message) {
    if (message->role != Role::kTool || facts.results.size() == kResults) continue;
    facts.results.emplace_back(message->details.tool, shown(message->text));
  }
  std::reverse(facts.results.begin(), facts.results.end());
  if (state.waiting) facts.open_question = state.waiting->param.empty() ? state.waiting->intent : state.waiting->param;
  return facts;
}

Result<Compacted> Recall::compact(std::string_view name) {
  const auto state = open(name);
  if (!state) return Unexpected(state.error());
  const auto kept = kept_summary(*state);
  if (!kept) return Unexpected(kept.error());
  const auto newest = store_->messages(state->session, kPage, kNewest);
  if (!newest) return Unexpected(newest.error());
  const auto pending = pending_seq(*state);
  if (!pending) return Unexpected(pending.error());
  const Compaction what = all_but_the_newest(*newest, *kept ? (*kept)->upto : 0, *pending);
  Compacted report;
  if (what.upto < what.from || options_.summaries == MemoryOptions::Summaries::kOff) return report;
  const auto messages = messages_of(*state, what);
  if (!messages) return Unexpected(messages.error());
  if (*kept) report.tokens_before = count_tokens({0, 0, Role::kSummary, (*kept)->text, 0}, tools_.counter);
  for (const Message& message : *messages) report.tokens_before += count_tokens(message, tools_.counter);
  const auto summary = summarise(*state, *kept, what);
  if (!summary) return Unexpected(summary.error());
  report.source = summary->source;
  report.refusal = summary->refusal;
  report.done = summary->source != Summary::Source::kNothing;
  report.messages = report.done ? what.upto : 0;
  report.tokens_after =
      report.done ? count_tokens({0, 0, Role::kSummary, summary->text, 0}, tools_.counter) : report.tokens_before;
  return report;
}

}  // namespace parley::memory
