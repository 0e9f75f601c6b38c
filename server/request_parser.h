// RequestParser: reads the bytes of HTTP/1.1 requests, one after the other, and bounds them as they arrive. It refuses
// a request whose end is ambiguous (RFC 9112, 6.3).
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>

#include "server/body_reader.h"
#include "server/http.h"

namespace parley::server {

class RequestParser {
 public:
  enum class Stage { kHeader, kBody, kDone, kRefused };

  explicit RequestParser(RequestLimits limits);
  ~RequestParser();

  // Begins another request.
  void reset();
  // Reads bytes of the request, and returns how many. Reads no more after a change of the stage. The caller adds the
  // unread bytes to those of the next call.
  std::size_t read(std::string_view bytes);

  Stage stage() const { return stage_; }
  const char* problem() const { return problem_; }  // kRefused: the code (server/problem.h)
  const HttpRequest& request() const;               // after the header; in kDone, with the body
  bool keeps_connection() const;                    // after the header: the client may send another request
  HttpRequest release();                            // kDone

 private:
  class Header;
  std::size_t read_header(std::string_view bytes);
  std::size_t read_body(std::string_view bytes);
  void end_header();
  void refuse(const char* problem);

  const RequestLimits limits_;
  std::unique_ptr<Header> header_;
  std::optional<BodyReader> body_;
  Stage stage_ = Stage::kHeader;
  std::size_t read_ = 0;  // bytes of the header
  const char* problem_ = nullptr;
};

}  // namespace parley::server
