// Stubs of topics for a build without PARLEY_TOPICS. TopicTracker::create() fails, so an engine for a bot that keeps
// topics cannot be created, and nothing calls the other members.
//
// Tested by tests/absent/absent_test.cc.
#include "parley/topics.h"

#include <utility>

#include "base/absent.h"
#include "context/service/context_service.h"

namespace parley {
namespace {

Unexpected absent_topics() { return base::absent("topics", "PARLEY_TOPICS"); }

}  // namespace

std::string topics_to_json(const Topics&) { return {}; }
Result<Topics> parse_topics(std::string_view) { return absent_topics(); }

TopicTracker::TopicTracker(TopicOptions options) : options_(std::make_shared<TopicOptions>(std::move(options))) {}
// NOLINTNEXTLINE(performance-unnecessary-value-param): the real function moves it
Result<TopicTracker> TopicTracker::create(TopicOptions) { return absent_topics(); }
Result<void> TopicTracker::merge(Topics&, std::string_view, std::string_view) const { return absent_topics(); }
Result<void> TopicTracker::set_importance(Topics&, std::string_view, double) const { return absent_topics(); }
Result<void> TopicTracker::learn(Topics&, std::string_view, bool) const { return absent_topics(); }
// NOLINTNEXTLINE(performance-unnecessary-value-param): the real function moves them
Result<void> TopicTracker::set_tags(Topics&, std::string_view, std::vector<std::string>) const {
  return absent_topics();
}
Result<std::vector<std::string>> TopicTracker::forget(Topics&, std::string_view) const { return absent_topics(); }

namespace context {

Result<Topics> ContextService::topics(std::string_view, bool) { return absent_topics(); }
Result<std::string> ContextService::rewrite_question(std::string_view, std::string_view) { return absent_topics(); }
Result<std::vector<SessionTopic>> ContextService::find_topics(const SessionQuery&, std::string_view, std::size_t,
                                                              bool) {
  return absent_topics();
}
Result<void> ContextService::change_topics(std::string_view, const TopicChange&) { return absent_topics(); }
Result<std::vector<TopicStats>> ContextService::topic_stats(std::string_view, bool) { return absent_topics(); }
Result<std::vector<Message>> ContextService::topic_messages(std::string_view, std::string_view, bool, bool) {
  return absent_topics();
}
Result<std::vector<Message>> ContextService::topic_context(std::string_view, std::string_view, std::int64_t) {
  return absent_topics();
}
Result<bool> ContextService::keep_in_topics(const SessionState&, std::int64_t) { return absent_topics(); }

}  // namespace context
}  // namespace parley
