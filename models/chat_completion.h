// Builds the body of a request for a chat completion, and parses the response.
// Tested by tests/models/chat_completion_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "parley/model.h"

namespace parley::models {

enum class Schema { kOmitted, kSent };

// Returns the body of POST /chat/completions, without tools. `model` names the model.
std::string chat_body(const ModelRequest& request, std::string_view model, Schema schema);

// Returns the text and the usage of a completion. The answer has a problem if the body has no text, or one that was cut
// off, or is not strict JSON: a user can make some servers write half a character. The problem begins with `name`, the
// endpoint.
ModelAnswer completion_of(std::string_view body, const std::string& name);

}  // namespace parley::models
