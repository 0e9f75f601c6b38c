// Router: finds the route of a method and a path. The table of all routes is in routes.cc.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "server/access.h"
#include "server/call.h"

namespace parley::server {

struct Route {
  // kQuick: does not block, so it runs on the I/O thread. kRepeating: runs the turns of a conversation again, so it
  // leaves most workers to others. kSlow: reads many sessions, so few of them run at once.
  enum class Speed { kQuick, kBlocking, kRepeating, kSlow };
  // Whether the route is about one bot. kEach: about one bot or, if the request names none, about all bots that the
  // sender may use.
  enum class Bot { kOne, kEach, kNone };
  // kEither: JSON, or JSON Lines. kOwn: the route reads the body by itself.
  enum class Input { kNothing, kJson, kEither, kOwn };

  const char* operation;  // its operationId in openapi.json
  const char* method;
  const char* path;  // "/v1/sessions/{session}:fork"
  Scope scope = Scope::kNone;
  Answer (*run)(Call& call) = nullptr;
  Input input = Input::kNothing;
  std::vector<const char*> query = {};  // the parameters that it takes, besides `bot`
  bool for_pages = false;               // a token of a web page may use it
  Bot bot = Bot::kOne;
  Speed speed = Speed::kBlocking;
  HttpResponse (*refusal)(const Problem& problem) = nullptr;  // the form of its problems. Null: problem+json

  // Whether its requests may wait for a turn, or for a write to the store.
  bool may_write() const;
};

class Router {
 public:
  explicit Router(std::vector<Route> routes);

  struct Match {
    const Route* route = nullptr;
    std::map<std::string, std::string, std::less<>> path;
    std::vector<std::string> allowed;  // if no route matches: the methods that the path supports
  };
  // A HEAD request matches the route of GET.
  Match find(std::string_view method, std::string_view path) const;

  const std::vector<Route>& routes() const { return routes_; }

 private:
  struct Part {
    std::string text;  // of a fixed segment; of a variable: its name
    bool is_variable = false;
    std::string suffix;  // ":fork", after a variable
  };
  static std::vector<Part> parts_of(std::string_view path);
  static bool matches(const std::vector<Part>& parts, const std::vector<std::string_view>& segments, Match& match);

  std::vector<Route> routes_;
  std::vector<std::vector<Part>> parts_;  // of each route
};

}  // namespace parley::server
