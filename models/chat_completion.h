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

// Returns the text and the usage of a completion, or the problem that it has no text, or one that was cut off.
// kInvalidRequest: the body is not JSON. The error and the problem begin with `name`, the endpoint.
Result<ModelAnswer> completion_of(std::string_view body, const std::string& name);

}  // namespace parley::models
