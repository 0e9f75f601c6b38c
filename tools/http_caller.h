// HttpCaller calls the server of a tool with `kind: http`.
#pragma once

#include <memory>
#include <string>

#include "base/http.h"
#include "config/http_tool.h"
#include "parley/clock.h"
#include "parley/tool.h"
#include "tools/request_builder.h"

namespace parley::tools {

// Thread-safe.
class HttpCaller {
 public:
  HttpCaller(config::HttpTool definition, bool is_idempotent, base::HttpClient client, Secrets secrets,
             std::shared_ptr<Clock> clock);

  // Sends the request, again after some failures, and returns the outcome. A request that may have changed something is
  // sent again only if the tool is idempotent. All tries have the same idempotency key, and end within the time of the
  // call.
  ToolOutcome run(const ToolCall& call) const;

 private:
  Result<base::HttpRequest> request_of(const ToolCall& call) const;
  bool is_worth_retrying(const Result<base::HttpAnswer>& answer) const;
  ToolOutcome outcome_of(const Result<base::HttpAnswer>& answer, const ToolCall& call) const;

  const config::HttpTool definition_;
  const bool is_repeatable_;
  const base::HttpClient client_;
  const Secrets secrets_;
  const std::shared_ptr<Clock> clock_;
};

}  // namespace parley::tools
