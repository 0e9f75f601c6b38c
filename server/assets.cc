// Tested by tests/server/operation_test.
#include "server/assets.h"

#include "parley/files.h"
#include "parley/version.h"
#include "server/ascii.h"
#include "server/secrets.h"

namespace parley::server {
namespace {

constexpr const char* kConsolePolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri "
    "'none'; "
    "form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
constexpr std::size_t kMostFileBytes = 4 * 1024 * 1024;
constexpr const char* kWidgetPrefix = "/widget/" PARLEY_VERSION "/";

const char* type_of(std::string_view path) {
  if (ends_with(path, ".html")) return "text/html; charset=utf-8";
  if (ends_with(path, ".js")) return "text/javascript; charset=utf-8";
  if (ends_with(path, ".css")) return "text/css; charset=utf-8";
  if (ends_with(path, ".svg")) return "image/svg+xml";
  if (ends_with(path, ".json")) return "application/json";
  return "application/octet-stream";
}

Headers console_headers() {
  return {{"Content-Security-Policy", kConsolePolicy},
          {"Referrer-Policy", "no-referrer"},
          {"Cross-Origin-Opener-Policy", "same-origin"},
          {"Cross-Origin-Resource-Policy", "same-origin"},
          {"Permissions-Policy", "camera=(), geolocation=(), microphone=(), payment=(), usb=()"},
          {"Cache-Control", "no-cache"}};
}

// A page of another origin loads the chat, so its file is for all. The path names the version, so it never changes.
Headers widget_headers() {
  return {{"Access-Control-Allow-Origin", "*"},
          {"Cross-Origin-Resource-Policy", "cross-origin"},
          {"Cache-Control", "public, max-age=31536000, immutable"}};
}

}  // namespace

Assets::Assets(std::string console_dir) : console_dir_(std::move(console_dir)) {
  for (const EmbeddedFile* file = kEmbeddedFiles; file->path; ++file) {
    const std::string_view bytes(reinterpret_cast<const char*>(file->bytes), file->size);
    const std::string etag = "\"" + to_hex(sha256(bytes)).substr(0, 32) + "\"";
    files_[std::string("/") + file->path] = {type_of(file->path), etag, bytes};
  }
}

bool Assets::answer(const HttpRequest& request, HttpResponse& response) const {
  std::string path(request.path());
  if (path == "/console" || path == "/") {
    response = {302, "", "", {{"Location", "/console/"}}};
    return true;
  }
  if (path == "/console/") path += "index.html";
  const bool is_widget = starts_with(path, kWidgetPrefix);
  if (is_widget) path = "/widget/" + path.substr(std::string_view(kWidgetPrefix).size());
  if (!is_widget && !starts_with(path, "/console/")) return false;
  Headers headers = is_widget ? widget_headers() : console_headers();
  const auto found = files_.find(path);
  if (found == files_.end()) return false;
  if (!is_widget && !console_dir_.empty()) {
    auto bytes =
        read_input(console_dir_ + path.substr(std::string_view("/console").size()), kMostFileBytes, Input::kFile);
    if (!bytes) return false;
    response = {200, type_of(path), std::move(*bytes), std::move(headers)};
    return true;
  }
  const File& file = found->second;
  headers.emplace_back("ETag", file.etag);
  const std::string* known = request.header("If-None-Match");
  if (known && *known == file.etag) {
    response = {304, "", "", std::move(headers)};
  } else {
    response = {200, file.type, std::string(file.bytes), std::move(headers)};
  }
  return true;
}

}  // namespace parley::server
