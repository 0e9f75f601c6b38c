// Contains Boost, which reads the header. Tested by tests/server/request_parser_test.cc and tests/server/hostile_test.
#include "server/request_parser.h"

#include <utility>

#include <boost/asio/buffer.hpp>
#include <boost/beast/http/basic_parser.hpp>

namespace parley::server {
namespace {

namespace beast = boost::beast;
using beast::http::error;
using boost::system::error_code;

}  // namespace

class RequestParser::Header final : public beast::http::basic_parser<true> {
 public:
  explicit Header(const RequestLimits& limits) {
    header_limit(static_cast<std::uint32_t>(limits.header_bytes));
    body_limit(limits.body_bytes);
  }
  HttpRequest request;

 private:
  void on_request_impl(beast::http::verb, beast::string_view method, beast::string_view target, int version,
                       error_code&) override {
    request.method = std::string(method);
    request.target = std::string(target);
    version_ = version;
  }
  // Another reader could see another end of the body, if `chunked` is not the only coding, or in HTTP/1.0.
  void on_field_impl(beast::http::field field, beast::string_view name, beast::string_view value,
                     error_code& failed) override {
    const bool is_coding = field == beast::http::field::transfer_encoding;
    if (is_coding && (version_ < 11 || !beast::iequals(value, "chunked"))) failed = error::bad_transfer_encoding;
    request.headers.emplace_back(name, value);
  }
  void on_header_impl(error_code&) override {}
  void on_finish_impl(error_code&) override {}

  // BodyReader reads the body, and requests have no status line.
  void on_body_init_impl(const boost::optional<std::uint64_t>&, error_code&) override {}
  std::size_t on_body_impl(beast::string_view, error_code&) override { return 0; }
  void on_chunk_header_impl(std::uint64_t, beast::string_view, error_code&) override {}
  std::size_t on_chunk_body_impl(std::uint64_t, beast::string_view, error_code&) override { return 0; }
  void on_response_impl(int, beast::string_view, int, error_code&) override {}

  int version_ = 0;
};

RequestParser::RequestParser(RequestLimits limits) : limits_(limits) { reset(); }
RequestParser::~RequestParser() = default;

void RequestParser::reset() {
  header_ = std::make_unique<Header>(limits_);
  body_.reset();
  stage_ = Stage::kHeader;
  read_ = 0;
}

const HttpRequest& RequestParser::request() const { return header_->request; }
bool RequestParser::keeps_connection() const { return header_->keep_alive(); }
HttpRequest RequestParser::release() { return std::move(header_->request); }

std::size_t RequestParser::read(std::string_view bytes) {
  switch (stage_) {
    case Stage::kHeader: return read_header(bytes);
    case Stage::kBody: return read_body(bytes);
    default: return 0;
  }
}

// The unread bytes belong to the header that has not ended.
std::size_t RequestParser::read_header(std::string_view bytes) {
  error_code failed;
  const std::string_view part = bytes.substr(0, limits_.header_bytes);
  const std::size_t count = part.empty() ? 0 : header_->put(boost::asio::buffer(part.data(), part.size()), failed);
  read_ += count;
  const bool is_over = header_->is_header_done();
  const bool fails = failed && failed != error::need_more;
  const std::size_t size = read_ + (is_over ? 0 : bytes.size() - count);
  if (failed == error::body_limit) {
    refuse("body_too_large");
  } else if (fails && failed != error::header_limit) {
    refuse("malformed_request");
  } else if (fails || size > limits_.header_bytes) {
    refuse("header_too_large");
  } else if (is_over) {
    end_header();
  }
  return count;
}

void RequestParser::end_header() {
  stage_ = header_->is_done() ? Stage::kDone : Stage::kBody;
  if (stage_ == Stage::kDone) return;
  std::optional<std::uint64_t> length;
  if (!header_->chunked()) length = header_->content_length().value();
  body_.emplace(limits_, length);
}

std::size_t RequestParser::read_body(std::string_view bytes) {
  const std::size_t count = body_->read(bytes, header_->request.body);
  switch (body_->state()) {
    case BodyReader::State::kMore: break;
    case BodyReader::State::kDone: stage_ = Stage::kDone; break;
    case BodyReader::State::kMalformed: refuse("malformed_request"); break;
    case BodyReader::State::kTooLarge: refuse("body_too_large"); break;
  }
  return count;
}

void RequestParser::refuse(const char* problem) {
  stage_ = Stage::kRefused;
  problem_ = problem;
}

}  // namespace parley::server
