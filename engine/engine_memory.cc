// Serves the engine's calls for contexts, summaries and topics of a stored conversation.
//
// Tested by tests/engine/message_memory_test.cc and tests/engine/engine_memory_test.cc.
#include "engine/caught.h"
#include "engine/engine_impl.h"

namespace parley {

using engine::caught;

Result<SessionContext> Engine::context(std::string_view session, const ContextQuery& query) {
  return caught("the context could not be made: ", [&] {
    auto events = impl_->events_of(session);
    auto made = impl_->bot()->contexts->context(session, query);
    if (!made) return made;
    const Context& context = made->context;
    // The tokens of the messages before the strategy selects some of them. The oldest messages of a long history are
    // not read, so they do not count.
    const std::int64_t needed = context.steps.back().tokens_before + made->dialog.tokens;
    if (context.max_tokens > 0 && needed > context.max_tokens / 10 * 9) {
      events.event("memory")
          .text("what", engine::SafeText::word(needed > context.max_tokens ? "overflow" : "nearly_full"))
          .text("for", engine::SafeText::word(to_string(query.consumer)))
          .count("tokens", needed)
          .count("max_tokens", context.max_tokens);
    }
    events.event("memory")
        .text("what", "context")
        .text("for", engine::SafeText::word(to_string(query.consumer)))
        .count("tokens", context.tokens + made->dialog.tokens)
        .count("max_tokens", context.max_tokens)
        .count("left_out", context.left_out.messages);
    events.send();
    return made;
  });
}

Result<Compacted> Engine::compact(std::string_view session, const CompactQuery& query) {
  return caught("the session could not be summarised: ",
                [&] { return impl_->bot()->contexts->compact(session, query); });
}

Result<Topics> Engine::topics(std::string_view session, bool history) {
  return caught("the topics could not be made: ", [&] {
    auto events = impl_->events_of(session);
    auto made = impl_->bot()->contexts->topics(session, history);
    if (!made) return made;
    events.event("memory")
        .text("what", "topics")
        .count("kept", static_cast<std::int64_t>(made->kept.size()))
        .count("archived", static_cast<std::int64_t>(made->archived.size()));
    events.send();
    return made;
  });
}

Result<std::string> Engine::rewrite_question(std::string_view session, std::string_view question) {
  return caught("the question could not be rewritten: ",
                [&] { return impl_->bot()->contexts->rewrite_question(session, question); });
}

Result<std::vector<SessionTopic>> Engine::find_topics(const SessionQuery& sessions, std::string_view text,
                                                      std::size_t most, bool history) {
  return caught("the topics could not be searched: ",
                [&] { return impl_->bot()->contexts->find_topics(sessions, text, most, history); });
}

Result<void> Engine::Impl::change_topics(std::string_view session, const context::ContextService::TopicChange& change) {
  return caught("the topic could not be changed: ", [&] { return bot()->contexts->change_topics(session, change); });
}

namespace {

using Packs = Result<std::vector<std::string>>;  // names of the packs that no topic uses any more

Packs none_or_error(const Result<void>& changed) {
  return changed ? Packs(std::vector<std::string>()) : Unexpected(changed.error());
}

}  // namespace

Result<void> Engine::rate_topic(std::string_view session, std::string_view topic, double importance) {
  return impl_->change_topics(session, [&](const TopicTracker& tracker, Topics& topics) {
    return none_or_error(tracker.set_importance(topics, topic, importance));
  });
}

Result<void> Engine::rate_usefulness(std::string_view session, std::string_view topic, bool was_useful) {
  return impl_->change_topics(session, [&](const TopicTracker& tracker, Topics& topics) {
    return none_or_error(tracker.learn(topics, topic, was_useful));
  });
}

Result<void> Engine::tag_topic(std::string_view session, std::string_view topic, std::vector<std::string> tags) {
  return impl_->change_topics(session, [&](const TopicTracker& tracker, Topics& topics) {
    return none_or_error(tracker.set_tags(topics, topic, tags));
  });
}

Result<void> Engine::merge_topics(std::string_view session, std::string_view into, std::string_view from) {
  return impl_->change_topics(session, [&](const TopicTracker& tracker, Topics& topics) {
    return none_or_error(tracker.merge(topics, into, from));
  });
}

Result<void> Engine::forget_topic(std::string_view session, std::string_view topic) {
  return impl_->change_topics(
      session, [&](const TopicTracker& tracker, Topics& topics) { return tracker.forget(topics, topic); });
}

Result<std::vector<Message>> Engine::topic_messages(std::string_view session, std::string_view topic, bool history,
                                                    bool raw) {
  return caught("the topic could not be read: ",
                [&] { return impl_->bot()->contexts->topic_messages(session, topic, history, raw); });
}

Result<std::vector<Message>> Engine::topic_context(std::string_view session, std::string_view topic,
                                                   std::int64_t max_tokens) {
  return caught("the topic could not be read: ",
                [&] { return impl_->bot()->contexts->topic_context(session, topic, max_tokens); });
}

Result<std::vector<TopicStats>> Engine::topic_stats(std::string_view session, bool history) {
  return caught("the topics could not be made: ",
                [&] { return impl_->bot()->contexts->topic_stats(session, history); });
}

Result<std::string> Engine::artifact(std::string_view session, std::string_view sha256, bool history, bool raw) {
  return caught("the artifact could not be read: ",
                [&] { return impl_->bot()->contexts->artifact(session, sha256, history, raw); });
}

}  // namespace parley
