// ContextService makes contexts, summaries and topics of one stored conversation on demand.
//
// It reads messages from the store page by page, newest first, and holds no lock while a summary is made. It stores
// results as items of the session by compare-and-save. If another writer stores first, the service uses what that
// writer stored.
//
// Invariants
//   1. The stored messages, the state and the turns are never changed.
//   2. A summary, the topics or an artifact are stored whole or not at all, and only with the session that they were
//      made from. A session that was erased and created again under the same name receives none of them.
//   3. The input and the output of a summarizer pass through `redact`. Everything in a context passes through `redact`
//      as well, unless the caller asks for a raw context.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "parley/clock.h"
#include "parley/memory.h"
#include "parley/session.h"
#include "parley/store.h"

namespace parley::context {

// The metadata key under which the message of a tool outcome holds the tool's result, as text.
inline constexpr char kResult[] = "result";

// Dependencies that the owner of a store supplies.
struct ContextServiceTools {
  std::shared_ptr<Clock> clock;
  std::shared_ptr<Summarizer> summarizer;    // null: the extractive summary is used
  TokenCounter counter;                      // empty: token counts are estimated
  std::vector<ContextProcessor> processors;  // applied to every context
  // Returns whether the conversation is over now. If empty, the service decides by the stored state.
  std::function<bool(const SessionState& state)> is_over;
  // Returns the text with the private values of the session in this state masked.
  std::function<std::string(std::string_view text, const SessionState& state)> redact;
  // Called after a summary of the messages up to `upto` has been stored.
  std::function<void(std::string_view session, const Summary& summary, std::int64_t upto)> on_summary;
  // For topics, as in TopicOptions.
  std::function<Result<Embedding>(std::string_view text)> embed;
  std::function<Result<std::string>(const Topic& topic, std::string_view question)> rewrite;
};

// Thread-safe if the tools are.
class ContextService {
 public:
  // kInvalidRequest: an option is out of range.
  static Result<std::unique_ptr<ContextService>> make(std::shared_ptr<SessionStore> store, MemoryOptions options,
                                                      ContextServiceTools tools);

  // All calls below may fail with kUnknownSession, with the store's errors, and with kSessionExpired when the
  // conversation is over and no history is requested.
  Result<SessionContext> context(std::string_view session, const ContextQuery& query);
  Result<Compacted> compact(std::string_view session, const CompactQuery& query = {});
  Result<Topics> topics(std::string_view session, bool history = false);
  Result<std::string> rewrite_question(std::string_view session, std::string_view question);
  Result<std::vector<SessionTopic>> find_topics(const SessionQuery& sessions, std::string_view text, std::size_t most,
                                                bool history = false);
  // Changes the topics of the current conversation. `change` returns the names of packs that are no longer used.
  using TopicChange = std::function<Result<std::vector<std::string>>(const TopicTracker& keeper, Topics& topics)>;
  Result<void> change_topics(std::string_view session, const TopicChange& change);
  Result<std::vector<TopicStats>> topic_stats(std::string_view session, bool history);
  Result<std::vector<Message>> topic_messages(std::string_view session, std::string_view topic, bool history = false,
                                              bool raw = false);
  Result<std::vector<Message>> topic_context(std::string_view session, std::string_view topic, std::int64_t max_tokens);
  Result<std::string> artifact(std::string_view session, std::string_view sha256, bool history, bool raw);
  // Adds the messages that are not yet in the topics, without making a summary. Call it before the oldest messages are
  // trimmed (X76, X79) and before a conversation ends. Returns false when another process is changing the topics and
  // not all messages up to `upto` are in them yet. Requires that the bot keeps topics, and that `stored` is equal to
  // the stored state.
  Result<bool> keep_in_topics(const SessionState& stored, std::int64_t upto);

 private:
  struct StoredSummary;
  struct Ancestry;
  ContextService(std::shared_ptr<SessionStore> store, MemoryOptions options, ContextServiceTools tools);

  Result<SessionState> open(std::string_view session, bool history);
  bool is_over_now(const SessionState& state) const;
  // A member below that takes `raw` redacts nothing if `raw` is true.
  DialogContext dialog(const SessionState& state, std::int64_t max_tokens, bool raw) const;
  HistoryReader reader(const Ancestry& ancestry) const;
  HistoryReader shown_reader(const Ancestry& ancestry, const SessionState& state, bool raw) const;
  Message shown(Message message, const SessionState& state, bool raw = false) const;  // redacted unless `raw`
  std::vector<ContextProcessor> processors(const SessionState& state, bool raw) const;
  Result<std::int64_t> pending_seq(const SessionState& state, const Ancestry& ancestry) const;
  struct Prompt;
  Result<Prompt> system_prompt(const SessionState& state, const ContextQuery& query);
  Result<void> add_summary(const SessionState& state, const Ancestry& ancestry, ContextOptions& options);

  // The summary functions number messages as the ancestry does. A summary that has words of an erased session is
  // removed, and not returned.
  Result<std::optional<StoredSummary>> stored_summary(const SessionState& state);
  Result<void> summarise_when_due(const SessionState& state, const Ancestry& ancestry, std::int64_t budget);
  enum class Asked { kWhenDue, kByHand, kByHandOrRecap };
  Result<Summary> summarise(const SessionState& state, const Ancestry& ancestry,
                            const std::optional<StoredSummary>& last, std::vector<Message> messages, Asked asked);
  Result<bool> store_summary(const SessionState& state, const StoredSummary& kept);
  // Returns the messages that `last` does not cover.
  Result<std::vector<Message>> messages_of(const Ancestry& ancestry, Compaction what,
                                           const std::optional<StoredSummary>& last) const;
  SummaryRequest request_for(std::string former, std::vector<Message> messages) const;
  SummaryFacts facts_of(const SessionState& state, const std::vector<Message>& messages) const;

  Result<TopicTracker> searcher() const;
  enum class Summarise { kNo, kYes };
  Result<Topics> stored_topics(const SessionState& state, Summarise summarise);
  Result<void> store_topics(const SessionState& state, Topics& topics, std::int64_t version,
                            std::vector<std::string> removed = {});
  Result<bool> take_up(const SessionState& state, Topics& topics, Summarise summarise);
  Result<void> load_topics(const SessionState& state, Topics& topics, std::int64_t& version);
  Result<void> add_ended_topics(const SessionState& state, Topics& topics);

  std::shared_ptr<SessionStore> store_;
  MemoryOptions options_;
  ContextServiceTools tools_;
  std::unique_ptr<ResilientSummarizer> guard_;
  std::unique_ptr<ResilientSummarizer> recap_guard_;  // makes recaps only, without the summarizer
  std::optional<TopicTracker> keeper_;
};

}  // namespace parley::context
