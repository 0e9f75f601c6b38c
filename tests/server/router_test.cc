#include "server/router.h"

#include <catch2/catch.hpp>

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
      Case{"DELETE", "/v1/sessions/a:fork", "forgetSession", "a:fork"},
      Case{"POST", "/v1/tokens:renew", "renewToken", ""}, Case{"POST", "/v1/sessions/:fork", "", ""},
      Case{"GET", "/v1/sessions/", "", ""}, Case{"GET", "/v1/sessions//turns", "", ""},
      Case{"GET", "/v1/sessions/%zz", "", ""}, Case{"GET", "", "", ""}, Case{"GET", "*", "", ""},
      Case{"GET", "/V1/sessions", "", ""}, Case{"GET", "/v1/sessions/a/turns/", "", ""});
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
