// Stored conversations for tests of the context service.
#pragma once

#include <memory>
#include <string>

#include <catch2/catch.hpp>

#include "context/service/context_service.h"
#include "parley/stores.h"
#include "tests/conformance/conversation.h"

namespace parley::test {

inline void continue_conversation(SessionStore& store, conformance::Conversation& conversation, int turns,
                                  const std::string& about = "lamps") {
  for (int i = 0; i < turns; ++i) {
    conversation.at(conversation.state().updated_at + 60'000);
    const std::string number = std::to_string(conversation.state().turns + 1);
    auto written = conversation.next(about + " " + number + "?", "Answer " + number + " about " + about +
                                                                     ", which is longer than the question was, by far");
    written.notes.reset();
    REQUIRE(store.commit(written.commit()));
  }
}

inline std::unique_ptr<context::ContextService> make_context_service(const std::shared_ptr<SessionStore>& store,
                                                                     MemoryOptions options,
                                                                     std::shared_ptr<Summarizer> summarizer = nullptr) {
  context::ContextServiceTools tools;
  tools.clock = std::make_shared<ManualClock>(1767225600000);
  tools.summarizer = std::move(summarizer);
  auto service = context::ContextService::make(store, std::move(options), std::move(tools));
  if (!service) FAIL(service.error().to_string());
  return std::move(*service);
}

// Returns settings that summarise after 700 tokens and keep the newest 200.
inline MemoryOptions with_summaries(ContextStrategy strategy = ContextStrategy::kSummary) {
  MemoryOptions options;
  options.strategy = strategy;
  options.compaction.trigger_tokens = 700;
  options.compaction.keep_tokens = 200;
  return options;
}

// Returns the version of an item of session s1; 0 if it does not exist.
inline std::int64_t version_of(SessionStore& store, const char* item) {
  const auto found = store.item("s1", item);
  REQUIRE(found);
  return *found ? (*found)->version : 0;
}

}  // namespace parley::test
