// AuditRun plays one conversation with canaries, and collects all output of the engine.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "audit/audit_model.h"
#include "audit/canary_injector.h"
#include "fixtures/fixture.h"
#include "parley/engine.h"

namespace parley::audit {

// A text that the engine put out, the name of the outlet (such as "telemetry") and the policy that applies to it.
struct Output {
  const char* outlet;
  Destination destination;
  std::string text;
  std::int64_t turn = 0;  // the turn that put it out. 0: the whole conversation
};

// How tools answer. Each round of the audit uses the next behavior:
//   kAsWritten  what the conversation file or the bot file specifies
//   kEcho    the result of kAsWritten, plus the arguments as values and as member names
//   kFail    an error that quotes the arguments
//   kThrow   an exception that quotes the arguments
//   kReject  rejects one argument with a sentence that quotes all of them
//   kOffer   an error that offers an alternative value
enum class ToolBehavior { kAsWritten, kEcho, kFail, kThrow, kReject, kOffer };
inline constexpr std::size_t kToolBehaviors = 6;

class AuditRun {
 public:
  // `fixture`, `options` and `injector` must outlive this object.
  AuditRun(std::shared_ptr<const Catalog> catalog, const fixtures::Fixture& fixture, std::string database,
           CanaryInjector& injector, ToolBehavior behavior, const AuditOptions& options);
  ~AuditRun();
  AuditRun(const AuditRun&) = delete;
  AuditRun& operator=(const AuditRun&) = delete;

  Result<std::vector<Output>> run();
  std::int64_t turns() const { return turns_; }
  std::int64_t model_calls() const { return model_calls_; }
  std::int64_t model_values() const { return model_values_; }  // that the engine took from answers of the model

 private:
  Result<void> open();
  ToolFunctions tools();
  ToolOutcome answer(const ToolCall& call);
  void run_turn(const fixtures::FixtureTurn& turn);
  void send_message(const fixtures::FixtureTurn& turn);
  void handle(const Request& request);
  void note_understood(const std::string& understood, bool by_bot);
  Request request(const fixtures::FixtureTurn& turn) const;
  Value::Object offer_for(const ToolCall& call);
  NluContext nlu_context(const Value& context) const;
  void note_error(const Error& error) { errors_ += error.to_string() + "\n"; }

  void provoke_errors();
  Result<void> gather_store(std::vector<Output>& outputs);
  void gather_prompts(std::vector<Output>& outputs);
  void gather_memory(std::vector<Output>& outputs);
  void gather_reports(std::vector<Output>& outputs);

  const std::shared_ptr<const Catalog> catalog_;
  const fixtures::Fixture& fixture_;
  const std::string database_;
  CanaryInjector& injector_;
  const ToolBehavior behavior_;
  const AuditOptions& options_;
  std::shared_ptr<ManualClock> clock_;
  std::shared_ptr<SessionStore> store_;
  // Collected output: telemetry lines, errors, model input, and states stored while no intent was open.
  std::string events_, errors_, models_, states_;
  std::shared_ptr<TelemetryMetrics> metrics_;
  std::shared_ptr<AuditModel> model_;
  std::unique_ptr<Engine> engine_;
  std::map<std::string, std::size_t> answered_;  // number of calls so far, by tool
  Request last_;
  std::string last_call_;
  std::int64_t turns_ = 0, model_calls_ = 0, model_values_ = 0;
};

}  // namespace parley::audit
