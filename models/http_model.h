// Opens a language model behind an HTTP endpoint for chat completions.
#pragma once

#include <memory>
#include <string>

#include "parley/model.h"

namespace parley::models {

// As create_http_model(). Errors begin with `name`, the endpoint.
Result<std::shared_ptr<LanguageModel>> open_http_model(HttpModelOptions options, std::string name);

}  // namespace parley::models
