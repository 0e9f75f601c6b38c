// Problem: an error as an HTTP response (RFC 9457). docs/server.md lists the codes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parley/result.h"
#include "parley/value.h"
#include "server/http.h"

namespace parley::server {

struct Problem {
  struct Place {
    std::string pointer;  // a JSON pointer into the body: "/text"
    std::string detail;
  };
  std::string code;    // "invalid_request"
  int status = 500;    // of `code`
  std::string detail;  // one sentence without texts of a user
  std::vector<Place> errors = {};
  Headers headers = {};

  HttpResponse response() const;  // with the id of the problem as X-Request-Id
  Value to_value() const;         // with a new id
};

// `code` must be a code of the table in problem.cc. An empty detail: the title of the code.
Problem problem(std::string_view code, std::string detail = {});
// Returns what a client may know of an error. The message of a fault of the server can name files and machines, so it
// goes to standard error, at most one a second.
Error error_for_clients(const Error& error);
// The problem of an error of the library, as a client may know it.
Problem problem_of(const Error& error);

}  // namespace parley::server
