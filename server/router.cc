#include "server/router.h"

#include <algorithm>
#include <utility>

#include "server/ascii.h"

namespace parley::server {

// /readyz tries a write.
bool Route::may_write() const { return std::string_view(method) != "GET" || std::string_view(path) == "/readyz"; }

Router::Router(std::vector<Route> routes) : routes_(std::move(routes)) {
  for (const Route& route : routes_) parts_.push_back(parts_of(route.path));
}

std::vector<Router::Part> Router::parts_of(std::string_view path) {
  std::vector<Part> parts;
  for (const std::string_view segment : split(path.substr(1), '/')) {
    if (segment.empty() || segment.front() != '{') {
      parts.push_back({std::string(segment), false, {}});
      continue;
    }
    const std::size_t end = segment.find('}');
    parts.push_back({std::string(segment.substr(1, end - 1)), true, std::string(segment.substr(end + 1))});
  }
  return parts;
}

bool Router::matches(const std::vector<Part>& parts, const std::vector<std::string_view>& segments, Match& match) {
  match.path.clear();
  if (parts.size() != segments.size()) return false;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Part& part = parts[i];
    if (!part.is_variable) {
      if (part.text != segments[i]) return false;
      continue;
    }
    std::string_view segment = segments[i];
    if (!ends_with(segment, part.suffix)) return false;
    segment.remove_suffix(part.suffix.size());
    auto value = percent_decoded(segment);
    if (segment.empty() || !value) return false;
    match.path[part.text] = std::move(*value);
  }
  return true;
}

Router::Match Router::find(std::string_view method, std::string_view path) const {
  Match match;
  if (path.empty() || path.front() != '/') return match;
  const auto segments = split(path.substr(1), '/');
  const std::string_view wanted = method == "HEAD" ? std::string_view("GET") : method;
  for (std::size_t i = 0; i < routes_.size(); ++i) {
    Match found;
    if (!matches(parts_[i], segments, found)) continue;
    if (routes_[i].method == wanted) {
      found.route = &routes_[i];
      return found;
    }
    match.allowed.emplace_back(routes_[i].method);
  }
  std::sort(match.allowed.begin(), match.allowed.end());
  match.allowed.erase(std::unique(match.allowed.begin(), match.allowed.end()), match.allowed.end());
  return match;
}

}  // namespace parley::server
