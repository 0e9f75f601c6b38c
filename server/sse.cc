// Tested by tests/server/streams_test.cc.
#include "server/sse.h"

namespace parley::server {

HttpResponse event_stream_head() {
  return {200, "text/event-stream", "", {{"Cache-Control", "no-store"}, {"X-Accel-Buffering", "no"}}};
}

std::string event_text(std::string_view event, std::string_view data, std::optional<std::int64_t> id) {
  std::string out;
  if (id) out += "id: " + std::to_string(*id) + "\n";
  out.append("event: ").append(event).append("\ndata: ").append(data).append("\n\n");
  return out;
}

std::string data_text(std::string_view data) { return "data: " + std::string(data) + "\n\n"; }

}  // namespace parley::server
