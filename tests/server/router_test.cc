#include "server/router.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <catch2/catch.hpp>

#include "parley/value.h"
#include "server/compat/interfaces.h"
#include "server/routes.h"

using namespace parley::server;

TEST_CASE("The router finds routes by method and path") {
  struct Case {
    const char* method;
    const char* path;
    const char* operation;  // empty: none
    const char* session;
  };
  const auto row = GENERATE(
      Case{"POST", "/v1/sessions/web:1/turns", "runTurn", "web:1"}, Case{"GET", "/v1/sessions", "listSessions", ""},
      Case{"HEAD", "/v1/sessions", "listSessions", ""}, Case{"GET", "/v1/sessions/a%40b", "getSession", "a@b"},
      Case{"POST", "/v1/sessions/web:1:fork", "forkSession", "web:1"},
      Case{"POST", "/v1/sessions/a:archive", "archiveSession", "a"},
      Case{"DELETE", "/v1/sessions/a:fork", "forgetSession", "a:fork"}, Case{"GET", "/v1/bots", "listBots", ""},
      Case{"GET", "/v1/bot/source", "getSource", ""}, Case{"POST", "/v1/tokens:renew", "renewToken", ""},
      Case{"POST", "/v1/sessions/:fork", "", ""}, Case{"GET", "/v1/sessions/", "", ""},
      Case{"GET", "/v1/sessions//turns", "", ""}, Case{"GET", "/v1/sessions/%zz", "", ""}, Case{"GET", "", "", ""},
      Case{"GET", "*", "", ""}, Case{"GET", "/V1/sessions", "", ""}, Case{"GET", "/v1/sessions/a/turns/", "", ""});
  CAPTURE(row.method, row.path);
  const Router router(all_routes());
  const Router::Match match = router.find(row.method, row.path);
  REQUIRE((match.route != nullptr) == (*row.operation != '\0'));
  if (!match.route) return;
  CHECK(std::string(match.route->operation) == row.operation);
  const auto session = match.path.find("session");
  CHECK((session == match.path.end() ? std::string() : session->second) == row.session);
}

TEST_CASE("The router names the methods of a path that has no route for the method") {
  const Router router(all_routes());
  const auto match = router.find("PUT", "/v1/sessions/a");
  CHECK_FALSE(match.route);
  CHECK(match.allowed == std::vector<std::string>{"DELETE", "GET"});
  CHECK(router.find("GET", "/nowhere").allowed.empty());
}

TEST_CASE("Each route has its own operation") {
  std::vector<std::string> names;
  for (const Route& route : all_routes()) names.emplace_back(route.operation);
  std::sort(names.begin(), names.end());
  CHECK(std::adjacent_find(names.begin(), names.end()) == names.end());
}

namespace {

parley::Value openapi() {
  std::ostringstream text;
  text << std::ifstream(PARLEY_SOURCE_DIR "/server/openapi.json").rdbuf();
  auto read = parley::Value::parse(text.str());
  REQUIRE(read);
  return *read;
}

// The parameters of an operation in the query, sorted.
std::vector<std::string> query_of(const parley::Value& document, const parley::Value& operation) {
  std::vector<std::string> names;
  const parley::Value* parameters = operation.find("parameters");
  if (!parameters) return names;
  for (const parley::Value& one : *parameters->if_array()) {
    const parley::Value* parameter = &one;
    if (const parley::Value* reference = one.find("$ref")) {
      std::string path = reference->to_text().substr(2);
      std::replace(path.begin(), path.end(), '/', '.');
      parameter = document.at_path(path);
    }
    REQUIRE(parameter);
    const std::string name = parameter->find("name")->to_text();
    if (parameter->find("in")->to_text() == "query" && name != "bot") names.push_back(name);
  }
  std::sort(names.begin(), names.end());
  return names;
}

}  // namespace

TEST_CASE("The description of the interface has the routes of the server, and no others") {
  const parley::Value document = openapi();
  const std::vector<Route> routes = all_routes();
  std::size_t described = 0;
  for (const auto& [path, methods] : *document.find("paths")->if_object()) {
    for (const auto& [method, operation] : *methods.if_object()) {
      if (!operation.find("operationId")) continue;
      ++described;
      std::string upper = method;
      std::transform(upper.begin(), upper.end(), upper.begin(),
                     [](char c) { return static_cast<char>(c - 'a' + 'A'); });
      CAPTURE(upper, path);
      const auto route = std::find_if(routes.begin(), routes.end(), [&, &path = path](const Route& one) {
        return upper == one.method && path == one.path;
      });
      REQUIRE(route != routes.end());
      CHECK(operation.find("operationId")->to_text() == route->operation);
      const parley::Value* scope = operation.find("x-scope");
      CHECK((scope ? scope->to_text() : "none") == to_string(route->scope));
      std::vector<std::string> query(route->query.begin(), route->query.end());
      std::sort(query.begin(), query.end());
      CHECK(query_of(document, operation) == query);
    }
  }
  CHECK(described == routes.size());
}

TEST_CASE("The interfaces of other products are described in docs/compat.md, and not in the description") {
  std::stringstream text;
  text << std::ifstream(PARLEY_SOURCE_DIR "/docs/compat.md").rdbuf();
  const parley::Value document = openapi();
  const parley::Value::Object& paths = *document.find("paths")->if_object();
  std::vector<Route> routes;
  for (const Compat one : {Compat::kRasa, Compat::kOpenAi, Compat::kAgUi, Compat::kMcp}) {
    const std::vector<Route> of_one = compat_routes(static_cast<unsigned>(one));
    CHECK_FALSE(of_one.empty());
    routes.insert(routes.end(), of_one.begin(), of_one.end());
  }
  for (const Route& route : routes) {
    CAPTURE(route.path);
    CHECK(paths.count(route.path) == 0);
    std::string path = route.path;
    const std::string prefix = "/compat/rasa";  // the document says that every path of Rasa also has this prefix
    if (path.rfind(prefix, 0) == 0) path.erase(0, prefix.size());
    path.erase(std::min(path.find('{'), path.size()));
    const bool has_path = text.str().find("`" + path) != std::string::npos;
    const bool has_request = text.str().find(std::string("`") + route.method + " " + path) != std::string::npos;
    CHECK((has_path || has_request));
  }
}
