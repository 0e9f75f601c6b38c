// HttpTool is the request that a tool with `kind: http` sends, as plain data.
//
// Placeholders of the path, the query and the body name arguments of the call. Those of a header name arguments, or
// secrets of the operator: {secret.shop_key}. No placeholder is part of the origin.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "config/definition.h"

namespace parley::config {

inline constexpr const char* kSecretRoot = "secret";

// The segments of a path that change which resource it names.
struct OddSegments {
  bool has_dots = false;   // "." or ".."
  bool has_empty = false;  // an empty segment before the end
};
OddSegments odd_segments(std::string_view path);

struct HttpTool {
  // A JSON value whose strings may have placeholders. A string that is a single placeholder is the argument
  // with its type.
  struct Body {
    struct Member;
    enum class Kind { kValue, kText, kList, kMap };
    Kind kind = Kind::kValue;
    Value value;                  // kValue
    Template text;                // kText
    std::vector<Body> items;      // kList
    std::vector<Member> members;  // kMap
  };

  enum class Protocol { kJson, kRasaAction };

  // A response that has a meaning for the bot. The result of the call is then {error: REASON}.
  struct Reason {
    int status = 0;  // 400 to 599
    Condition when;  // over `result`, the response
    std::string reason;
  };

  struct Member {
    std::string name, path;  // a path into `result`, the response
  };

  Protocol protocol = Protocol::kJson;
  Text url;            // as written
  std::string origin;  // "https://api.shop.example"
  Template path;       // from the first slash on
  std::string method;  // "GET", "POST", "PUT", "PATCH" or "DELETE"
  std::vector<std::pair<std::string, Template>> query, headers;
  std::vector<Body> body;      // at most one. Empty: all arguments that the path and the query do not have
  std::vector<Member> result;  // the result of the call. Empty: the whole response
  std::vector<Reason> errors;
  Text sign;    // the secret that signs the request (Standard Webhooks). Empty: no signature
  Text action;  // kRasaAction: the action that the server runs
  int attempts = 3;
  TimeMs backoff = 200;
};

struct HttpTool::Body::Member {
  std::string name;
  Body value;
};

// The names of arguments that a template needs: the first parts of its placeholders, without secrets.
std::vector<std::string> arguments_of(const Template& text);
// The names of all arguments of the tool.
std::vector<std::string> arguments_of(const HttpTool& tool);

}  // namespace parley::config
