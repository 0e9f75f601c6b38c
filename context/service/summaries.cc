// Makes summaries of conversations, when they are due or on request, and stores them as items of the session.
//
// Tested by tests/context/service/context_service_test.cc.
#include <algorithm>
#include <iterator>
#include <utility>

#include "context/service/ancestry.h"
#include "context/service/context_service.h"
#include "context/service/stored_summary.h"
#include "context/summaries/extractive_summary.h"
#include "context/window/exchanges.h"
#include "memory/item_names.h"
#include "memory/sessions/heirs.h"

namespace parley::context {
namespace {

constexpr std::size_t kSummaryPage = 64;

// Returns the number of the first message that a requested summary must not cover: the start of the newest exchange, or
// of the exchange with the message `pending` if that is older. An exchange ends only where no call is open.
std::int64_t newest_exchange(const std::vector<Message>& messages, std::int64_t pending) {
  if (messages.empty()) return 0;
  Entries entries;
  for (const Message& message : messages) entries.push_back({message, 0});
  const auto exchanges = split_into_exchanges(std::move(entries), kUnlimitedReach);
  const auto holder = std::find_if(exchanges.begin(), exchanges.end(),
                                   [&](const Exchange& exchange) { return exchange.holds(pending); });
  return (holder == exchanges.end() ? exchanges.back() : *holder).first_seq();
}

// Returns the messages of the first exchange. An automatic summary does not cover it, because contexts show it beside
// the summary. A requested summary replaces it.
std::vector<Message> first_exchange(std::vector<Message> messages) {
  Entries entries;
  for (const Message& message : messages) entries.push_back({message, 0});
  const auto exchanges = split_into_exchanges(std::move(entries), kUnlimitedReach);
  const bool is_there = !exchanges.empty() && exchanges.front().first_seq() == 1;
  const std::int64_t end = is_there ? exchanges.front().last_seq() : 0;
  std::erase_if(messages, [&](const Message& message) { return message.seq > end; });
  return messages;
}

constexpr std::size_t kUserMessages = 5;

std::size_t length_of(const SummaryRequest& request) {
  std::size_t length = request.former.size();
  for (const Message& message : request.messages) length += message.text.size();
  return length;
}

// Keeps the user's last messages word for word (X35), because a model may leave them out of a requested summary. The
// user's messages follow the model's text, which takes at most half of the space. The result is shorter than the
// messages that it replaces.
void keep_user_messages(const SummaryRequest& request, std::size_t max_bytes, std::int64_t max_tokens,
                        const TokenCounter& count_tokens, Summary& summary) {
  const std::size_t most = std::min(max_bytes, std::max<std::size_t>(length_of(request), 1) - 1);
  for (std::size_t room = most - std::min(most, summary.text.size() + 1); room > 0; room /= 2) {
    const std::string said = last_user_messages(request, kUserMessages, room);
    if (said.empty()) return;
    std::string text = summary.text + "\n" + said;
    if (count_tokens(text) > max_tokens) continue;
    summary.text = std::move(text);
    return;
  }
}

// If `trigger_tokens` has its default value and `room` is smaller, lowers `trigger_tokens` to `room`, and `keep_tokens`
// to at most a third of it. Otherwise messages would be left out before a summary covers them.
CompactionOptions within_budget(CompactionOptions options, std::int64_t room) {
  const bool is_default = options.trigger_tokens == CompactionOptions().trigger_tokens;
  if (!is_default || room >= options.trigger_tokens) return options;
  options.trigger_tokens = room;
  options.keep_tokens = std::min(options.keep_tokens, room / 3);
  return options;
}

}  // namespace

Result<std::vector<Message>> ContextService::messages_of(const Ancestry& ancestry, Compaction what,
                                                         const std::optional<StoredSummary>& last) const {
  std::vector<Message> all;  // newest first
  for (std::int64_t before = what.upto + 1; before > what.from;) {
    auto page = ancestry.read(*store_, before, kSummaryPage);
    if (!page) return Unexpected(page.error());
    if (page->empty()) break;
    before = page->front().seq;
    std::move(page->rbegin(), page->rend(), std::back_inserter(all));
  }
  std::erase_if(all, [&](const Message& message) {
    return message.seq < what.from || (last && ancestry.is_covered(message.seq, *last));
  });
  std::reverse(all.begin(), all.end());
  return all;
}

Result<std::optional<ContextService::StoredSummary>> ContextService::stored_summary(const SessionState& state) {
  const auto item = store_->item(state.session, memory::summary_item(state));
  if (!item) return Unexpected(item.error());
  if (!*item) return std::optional<StoredSummary>();
  auto kept = StoredSummary::read(**item);
  if (!kept) return Unexpected(kept.error());
  const auto valid = Ancestry::has_parents_of(*store_, *kept, state);
  if (!valid) return Unexpected(valid.error());
  if (*valid) return std::optional<StoredSummary>(std::move(*kept));
  (void)store_->change_items({state.session, state.created_at, {}, {(*item)->name}});  // else the next call removes it
  return std::optional<StoredSummary>();
}

Result<void> ContextService::summarise_when_due(const SessionState& state, const Ancestry& ancestry,
                                                std::int64_t budget) {
  const auto kept = stored_summary(state);
  if (!kept) return Unexpected(kept.error());
  const auto last = *kept ? std::optional<LastSummary>(ancestry.last(**kept)) : std::nullopt;
  const std::int64_t reserved = last ? std::min(options_.summary_tokens, budget / 3) : 0;
  CompactionOptions options = budget > 0 ? within_budget(options_.compaction, budget - reserved) : options_.compaction;
  if (state.waiting && state.waiting->call()) {
    const auto call = pending_seq(state, ancestry);
    if (!call) return Unexpected(call.error());
    if (*call > 0) options.open_call = ancestry.number_of(*call);
  }
  const auto facts = history_facts(reader(ancestry), options, last, tools_.counter);
  if (!facts) return Unexpected(facts.error());
  const auto plan = plan_compaction(*facts, options, last);
  if (!plan) return {};
  auto messages = messages_of(ancestry, *plan, *kept);
  if (!messages) return Unexpected(messages.error());
  if (messages->empty()) return {};
  const auto made = summarise(state, ancestry, *kept, std::move(*messages), Asked::kWhenDue);
  return made ? Result<void>() : Unexpected(made.error());
}

SummaryRequest ContextService::request_for(std::string former, std::vector<Message> messages) const {
  SummaryRequest request;
  request.former = std::move(former);
  request.messages = std::move(messages);
  request.max_tokens = options_.summary_tokens;
  request.max_bytes = static_cast<std::size_t>(options_.summary_tokens) * 4;
  request.timeout = options_.summary_timeout;
  return request;
}

// If another process has stored a summary first, that summary stays.
Result<Summary> ContextService::summarise(const SessionState& state, const Ancestry& ancestry,
                                          const std::optional<StoredSummary>& last, std::vector<Message> messages,
                                          Asked asked) {
  const std::int64_t upto = messages.back().seq;
  SummaryRequest request = request_for(last ? last->text : std::string(), std::move(messages));
  request.facts = facts_of(state, request.messages);
  for (Message& message : request.messages) message = shown(std::move(message), state);
  const SummaryRequest whole = request;
  const bool keeps_words = asked != Asked::kWhenDue && tools_.summarizer;
  if (keeps_words) {
    request.max_bytes /= 2;
    request.max_tokens = std::max<std::int64_t>(request.max_tokens / 2, 1);
  }
  Summary summary = guard_->summarise(request);
  if (keeps_words && summary.source == Summary::Source::kSummarizer) {
    const TokenCounter counter = tools_.counter ? tools_.counter : TokenCounter(estimate_tokens);
    keep_user_messages(request, whole.max_bytes, options_.summary_tokens, counter, summary);
  } else if (keeps_words && asked == Asked::kByHand) {
    summary.source = Summary::Source::kNothing;
  } else if (keeps_words && summary.source == Summary::Source::kRecap) {
    // There is no model text, so the recap may use the whole space for the user's words.
    Summary recap = recap_guard_->summarise(whole);
    recap.refusal = summary.refusal;
    summary = std::move(recap);
  }
  // A marker is a line that says only how many messages are left out. A requested summary must keep the gist of the
  // messages, so a marker must not replace them.
  if (asked != Asked::kWhenDue && summary.source == Summary::Source::kMarker) {
    summary.source = Summary::Source::kNothing;
  }
  if (summary.source == Summary::Source::kNothing) return summary;
  StoredSummary kept = last ? *last : StoredSummary();
  ancestry.cover(upto, kept);
  kept.text = summary.text;
  kept.turns = state.turns - std::max<std::int64_t>(state.began_turn, 1) + 1;
  kept.messages = state.messages - ancestry.first_seq() + 1;
  kept.at = tools_.clock->now();
  kept.by_hand = asked != Asked::kWhenDue || kept.by_hand;
  auto put = store_summary(state, kept);
  if (!put) return Unexpected(put.error());
  if (*put && tools_.on_summary) tools_.on_summary(state.session, summary, ancestry.first_seq() - 1 + kept.upto);
  return summary;
}

// Returns false if another writer has stored a summary first, or a session whose messages are in it was erased.
Result<bool> ContextService::store_summary(const SessionState& state, const StoredSummary& kept) {
  const std::string name = memory::summary_item(state);
  for (const StoredSummary::Parent& parent : kept.parents) {
    auto noted = memory::note_heir(*store_, parent.session, parent.begun_at, {state.session, state.created_at, name});
    if (!noted && noted.error().code == ErrorCode::kUnknownSession) return false;
    if (!noted) return Unexpected(noted.error());
  }
  auto put = store_->change_items({state.session, state.created_at, {{name, kept.version + 1, 0, kept.to_json()}}, {}});
  if (!put && put.error().code == ErrorCode::kStaleVersion) return false;
  if (!put) return Unexpected(put.error());
  if (kept.parents.empty()) return true;
  // A session may have been erased since its heir was noted. This call then removes the summary.
  const auto found = stored_summary(state);
  return found ? Result<bool>(found->has_value()) : Unexpected(found.error());
}

SummaryFacts ContextService::facts_of(const SessionState& state, const std::vector<Message>& messages) const {
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
  if (state.waiting) {
    const std::string& param = state.waiting->param();
    facts.open_question = param.empty() ? state.waiting->intent : param;
  }
  return facts;
}

// Summarises everything except the current exchange and the exchanges since an open question or call.
Result<Compacted> ContextService::compact(std::string_view name, const CompactQuery& query) {
  auto state = open(name, /*history=*/false);
  if (!state) return Unexpected(state.error());
  Compacted report;
  if (options_.summaries == MemoryOptions::Summaries::kOff) return report;
  const auto kept = stored_summary(*state);
  if (!kept) return Unexpected(kept.error());
  const auto ancestry = Ancestry::of(*store_, *state);
  if (!ancestry) return Unexpected(ancestry.error());
  const std::vector<PrivateText>& earlier = ancestry->private_texts();
  state->private_texts.insert(state->private_texts.end(), earlier.begin(), earlier.end());
  const auto pending = pending_seq(*state, *ancestry);
  if (!pending) return Unexpected(pending.error());
  const std::int64_t covered_upto = *kept ? ancestry->covered_upto(**kept) : 0;
  auto messages = messages_of(*ancestry, {covered_upto + 1, ancestry->number_of(state->messages)}, *kept);
  if (!messages) return Unexpected(messages.error());
  if (*kept && !(*kept)->by_hand) {
    auto opening = messages_of(*ancestry, {1, covered_upto}, {});
    if (!opening) return Unexpected(opening.error());
    auto head = first_exchange(std::move(*opening));
    messages->insert(messages->begin(), std::make_move_iterator(head.begin()), std::make_move_iterator(head.end()));
  }
  const std::int64_t stays = newest_exchange(*messages, *pending > 0 ? ancestry->number_of(*pending) : 0);
  std::erase_if(*messages, [&](const Message& message) { return message.seq >= stays; });
  if (messages->empty()) return report;
  const std::int64_t upto = std::max(messages->back().seq, covered_upto);
  if (*kept) report.tokens_before = count_tokens({0, 0, Role::kSummary, (*kept)->text, 0}, tools_.counter);
  for (const Message& message : *messages) report.tokens_before += count_tokens(message, tools_.counter);
  const auto summary =
      summarise(*state, *ancestry, *kept, std::move(*messages), query.recap ? Asked::kByHandOrRecap : Asked::kByHand);
  if (!summary) return Unexpected(summary.error());
  report.source = summary->source;
  report.refusal = summary->refusal;
  report.done = summary->source != Summary::Source::kNothing;
  report.messages = report.done ? upto : 0;
  report.tokens_after =
      report.done ? count_tokens({0, 0, Role::kSummary, summary->text, 0}, tools_.counter) : report.tokens_before;
  return report;
}

}  // namespace parley::context
