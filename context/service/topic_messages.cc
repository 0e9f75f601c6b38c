// Reads the messages of one topic of a stored session.
//
// Tested by tests/context/service/context_topics_test.cc.
#include <utility>

#include "context/service/context_service.h"
#include "memory/item_names.h"

namespace parley::context {
namespace {

// Returns the prefix of the names of the topic's packs. The name of a topic of an ended conversation begins with the
// turn at which that conversation began: "7/t1".
std::string pack_prefix_of(std::string_view topic, const SessionState& state) {
  const std::size_t slash = topic.find('/');
  if (slash == std::string_view::npos) return memory::pack_prefix(state);
  const std::string turn(topic.substr(0, slash));
  return turn == "1" ? memory::kPackItem : memory::kPackItem + turn + ":";
}

}  // namespace

Result<std::vector<Message>> ContextService::topic_messages(std::string_view name, std::string_view topic, bool history,
                                                            bool raw) {
  const auto all = topics(name, history);
  if (!all) return Unexpected(all.error());
  const auto state = open(name, history);
  if (!state) return Unexpected(state.error());
  const std::string prefix = pack_prefix_of(topic, *state);
  auto messages = keeper_->history(*all, topic, [&](const std::string& pack) -> Result<std::string> {
    const auto item = store_->item(state->session, prefix + pack);
    if (!item) return Unexpected(item.error());
    if (*item) return (*item)->bytes;
    return Unexpected(ErrorCode::kStoreCorrupt, "packed messages of the topic are missing in the store");
  });
  if (!messages) return messages;
  for (Message& message : *messages) message = shown(std::move(message), *state, raw);
  return messages;
}

Result<std::vector<Message>> ContextService::topic_context(std::string_view name, std::string_view topic,
                                                           std::int64_t max_tokens) {
  const auto all = topics(name);
  if (!all) return Unexpected(all.error());
  const auto state = open(name, /*history=*/false);
  if (!state) return Unexpected(state.error());
  if (max_tokens < 0)
    return Unexpected(ErrorCode::kInvalidRequest, "max_tokens of a topic's context must be at least 0");
  const std::int64_t budget =
      max_tokens > 0 ? max_tokens : options_.max_tokens[static_cast<std::size_t>(Consumer::kLlm)];
  auto messages =
      keeper_->context(*all, topic, budget, tools_.counter ? tools_.counter : TokenCounter(estimate_tokens));
  if (!messages) return messages;
  for (Message& message : *messages) message = shown(std::move(message), *state);
  return messages;
}

}  // namespace parley::context
