// Stored conversations for tests of what is made of them.
#pragma once

#include <memory>
#include <string>

#include <catch2/catch.hpp>

#include "context/service/context_service.h"
#include "parley/stores.h"
#include "tests/conformance/conversation.h"

namespace parley::test {

inline void talk_on(SessionStore& store, conformance::Conversation& talk, int turns,
                    const std::string& about = "lamps") {
  for (int i = 0; i < turns; ++i) {
    talk.at(talk.state().updated_at + 60'000);
    const std::string number = std::to_string(talk.state().turns + 1);
    auto written = talk.next(about + " " + number + "?", "Answer " + number + " about " + about +
                                                             ", which is longer than the question was, by far");
    written.notes.reset();
    REQUIRE(store.commit(written.commit()));
  }
}

inline std::unique_ptr<context::ContextService> make_recall(const std::shared_ptr<SessionStore>& store,
                                                            MemoryOptions options,
                                                            std::shared_ptr<Summarizer> summarizer = nullptr) {
  context::ContextServiceTools tools;
  tools.clock = std::make_shared<ManualClock>(1767225600000);
  tools.summarizer = std::move(summarizer);
  auto recall = context::ContextService::make(store, std::move(options), std::move(tools));
  if (!recall) FAIL(recall.error().to_string());
  return std::move(*recall);
}

// Summarizes after 700 tokens and keeps the newest 200.
inline MemoryOptions with_summaries(ContextStrategy strategy = ContextStrategy::kSummary) {
  MemoryOptions options;
  options.strategy = strategy;
  options.compaction.trigger_tokens = 700;
  options.compaction.keep_tokens = 200;
  return options;
}

}  // namespace parley::test
