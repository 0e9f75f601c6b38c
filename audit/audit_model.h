// AuditModel is the language model of an audit. It keeps what it receives, and gives values back, as a model that is
// wrong, broken or hostile may do.
//
// Its answers differ from call to call:
//   1. values for the open intent: the whole message and each mask in it, for all params;
//   2. the same for the intents of the prompt, one after the other;
//   3. names of intents and params that quote the message;
//   4. a text that is no JSON and quotes the prompt, which leads to a second call; its answer is as in 1;
//   5. an error that quotes the prompt.
// Tested by tests/audit/audit_model_test.cc.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>
#include <vector>

#include "parley/model.h"

namespace parley::audit {

class AuditModel final : public LanguageModel {
 public:
  struct Prompt {
    std::int64_t turn = 0;
    std::string text;
  };

  // The engine calls it on another thread.
  Result<ModelAnswer> complete(const ModelRequest& request) override;

  // Sets the number of the turn for the prompts that follow.
  void begin_turn(std::int64_t turn) { turn_ = turn; }
  std::vector<Prompt> prompts();

 private:
  std::atomic<std::int64_t> turn_ = 0;
  std::mutex mutex_;
  std::vector<Prompt> prompts_;
};

}  // namespace parley::audit
