// One HTTP connection. Only listener.cc and connection.cc include this file, because it contains types of Boost.
//
//   accepted --> kReading -- a request arrives --> kAnswering -- begin_stream() --> kStreaming
//                ^      ^                           |   |   |                         |
//                |      +----- kNextRequest (1) ----+   |   | kClose                  | kClose
// a byte arrives |                                      |   v                         |
//                +-- kIdle <-- kNextRequest (2) --------+  kLingering <---------------+
//                      |                                    |
//                      | the server stops                   | the client closes
//                      v                                    v
//                    kClosed <------------------------------+
//
// kNextRequest and kClose are the ends of an answer (Outbox::End): the outbox has written its last bytes. (1) Bytes of
// the next request have arrived already. (2) They have not. A refused request has an answer with kClose. An error, the
// deadline and a full outbox lead from every stage to kClosed.
//
// Everything runs on the I/O thread of the connection, except the calls of Exchange: they add bytes to the outbox, and
// the I/O thread writes them.
//
// A lack of memory ends the connection that it affects. Its client gets kOverloaded if no part of another answer was
// sent. A worker hands bytes over in memory of the connection, so that a request cannot stay without an answer.
//
// Tested by tests/server/listener_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "server/connections.h"
#include "server/deadline.h"
#include "server/handler_memory.h"
#include "server/outbox.h"
#include "server/request_parser.h"

namespace parley::server {

class Connection final : public ConnectionBase, public std::enable_shared_from_this<Connection> {
 public:
  Connection(Socket socket, IoThread& thread, std::shared_ptr<ConnectionsShared> shared, std::string peer, Place place);

  void start();
  void begin_drain() override;
  void close() override;

  // ---- called by any thread

  // Both return false if the connection is closed, or closes because its outbox is full.
  bool send(std::string bytes);  // more bytes of the answer follow
  bool send_last(std::string bytes, Outbox::End end);
  void begin_stream(std::string head);
  void end_stream();
  // Answers with kOverloaded, or ends the stream that has begun. Needs no memory.
  void give_up();
  void on_close(std::function<void()> gone);
  bool stays_open() const;  // for another request

 private:
  enum class Stage {
    kReading,    // the handshake of TLS or a request arrives
    kAnswering,  // a handler has the request, or its answer is written
    kStreaming,  // the answer is a stream
    kIdle,       // an answer is written, and no byte of another request has arrived
    kLingering,  // the last answer is written, and the client has not yet closed
    kClosed,
  };

  // ---- handlers of Boost
  template <class Act>
  auto guarded(Act act);
  template <class Act>
  auto unless_failed(Act act);
  template <class Act>
  void dispatch(HandlerMemory& memory, Act act);
  template <class Act>
  void with_stream(Act act);
  void fail();

  // ---- reading
  void begin();
  void read_next();
  void read_request();
  void read();
  template <class Act>
  void receive(Act act);
  bool accepts_header();
  void refuse_with(const char* code);
  void handle();

  // ---- writing
  bool pass_on(Outbox::Added added);
  void write();
  void written();
  void linger();
  void watch();

  Socket socket_;
  std::unique_ptr<TlsStream> tls_;  // null: without TLS
  Deadline deadline_;
  IoThread& thread_;
  const std::shared_ptr<ConnectionsShared> shared_;
  const std::string peer_;
  const Place place_;
  Stage stage_ = Stage::kReading;
  std::int64_t requests_ = 0;
  std::string unread_;  // bytes that have arrived
  RequestParser parser_;
  Outbox outbox_;
  std::array<char, 256> ignored_{};
  std::size_t dropped_ = 0;
  HandlerMemory writing_, streaming_, closing_;
};

}  // namespace parley::server
