// HTTP requests and responses as plain values, and the Exchange that carries one of each. None has a type of the HTTP
// library.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace parley::server {

using Headers = std::vector<std::pair<std::string, std::string>>;

struct HttpRequest {
  std::string method;  // "POST"
  std::string target;  // as sent: "/v1/sessions?limit=5"
  Headers headers;     // names as sent
  std::string body;
  std::string peer;     // the address of the client, "127.0.0.1". Empty: a Unix socket
  bool is_tls = false;  // the connection is encrypted

  // Returns the first value of a header, whose name may have any case. Null: the request lacks it.
  const std::string* header(std::string_view name) const;
  std::string_view path() const;   // of the target, without the query
  std::string_view query() const;  // of the target, after the "?"; may be empty
};

// Turns the target "http://HOST/path" into "/path", and the header Host into HOST (RFC 9112, 3.2.2). Leaves any other
// target.
void use_origin_form(HttpRequest& request);

struct HttpResponse {
  int status = 200;
  std::string content_type;  // empty: no header
  std::string body;
  Headers headers = {};  // without Content-Type, Content-Length, Connection and Date
};

// One request and its answer. Thread-safe. It must not outlive its listener. The answer is either respond(), or
// begin_stream() with writes and end(). After the client has gone, all calls do nothing.
class Exchange {
 public:
  virtual ~Exchange() = default;
  virtual const HttpRequest& request() const = 0;
  // Sends the whole answer. Later calls do nothing.
  virtual void respond(HttpResponse response) = 0;
  // Sends the head of an answer without a known length. The body of `head` is ignored. The body of the request is gone
  // afterwards.
  virtual void begin_stream(HttpResponse head) = 0;
  // Queues a part of the body. Returns false if the client has gone. A client that reads too slowly is disconnected
  // when its queue is full (ListenerLimits::outbox_bytes).
  virtual bool write(std::string part) = 0;
  virtual void end() = 0;
  // Calls `gone` once, on any thread, when the connection of a stream closes. At once if it is closed already.
  virtual void on_close(std::function<void()> gone) = 0;
};

// Called for each request, on an I/O thread, so it must not block.
using HttpHandler = std::function<void(std::shared_ptr<Exchange>)>;

}  // namespace parley::server
