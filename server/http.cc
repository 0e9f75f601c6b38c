// Tested by tests/server/listener_test.cc.
#include "server/http.h"

#include <algorithm>

#include "server/ascii.h"

namespace parley::server {

const std::string* HttpRequest::header(std::string_view name) const {
  for (const auto& [key, value] : headers) {
    if (equals_ignoring_case(key, name)) return &value;
  }
  return nullptr;
}

std::string_view HttpRequest::path() const { return std::string_view(target).substr(0, target.find('?')); }

std::string_view HttpRequest::query() const {
  const std::size_t mark = target.find('?');
  return mark == std::string::npos ? std::string_view() : std::string_view(target).substr(mark + 1);
}

void use_origin_form(HttpRequest& request) {
  const std::size_t scheme = request.target.find("://");
  if (scheme == std::string::npos) return;
  const std::string_view name = std::string_view(request.target).substr(0, scheme);
  if (!equals_ignoring_case(name, "http") && !equals_ignoring_case(name, "https")) return;
  const std::size_t begin = scheme + 3;
  const std::size_t end = std::min(request.target.find_first_of("/?", begin), request.target.size());
  const std::string host = request.target.substr(begin, end - begin);
  for (auto& [key, value] : request.headers) {
    if (equals_ignoring_case(key, "Host")) value = host;
  }
  request.target.erase(0, end);
  if (request.target.empty() || request.target.front() != '/') request.target.insert(0, "/");
}

}  // namespace parley::server
