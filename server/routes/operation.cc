// Tested by tests/server/operation_test.
#include "server/routes/operation.h"

#include <cstring>

#include "server/assets.h"
#include "server/service.h"

namespace parley::server {

Answer check_alive(Call&) { return json_response(Value::Object{{"status", "ok"}}); }

// A server is ready if each store answers and accepts writes. Five seconds after a refused turn, it tries again.
Answer check_ready(Call& call) {
  if (call.service.is_draining()) return problem_response("draining");
  if (call.service.writes().has_stalled()) return problem_response("store_unavailable", "the database takes no writes");
  for (const auto& bot : call.service.bots()) {
    const auto written = bot->whole_store().drop_expired_items(call.service.clock().now());
    if (!written) return problem_of(written.error()).response();
    if (bot->has_refused_a_turn()) return problem_response("store_unavailable", "the database refused the last turn");
  }
  return json_response(Value::Object{{"status", "ok"}});
}

Answer get_metrics(Call& call) {
  std::string text = call.service.metrics_text();
  for (const auto& bot : call.service.bots()) {
    if (bot->metrics()) text += bot->metrics()->metrics();
  }
  return HttpResponse{200, "text/plain; version=0.0.4; charset=utf-8", std::move(text)};
}

Answer get_openapi(Call&) {
  for (const EmbeddedFile* file = kEmbeddedFiles; file->path; ++file) {
    if (std::strcmp(file->path, "openapi.json") == 0) {
      return json_response(std::string(reinterpret_cast<const char*>(file->bytes), file->size));
    }
  }
  return problem_response("unknown_route");
}

}  // namespace parley::server
