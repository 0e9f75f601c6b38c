// Opens the language model that the settings name, and tells the operator why calls of it fail.
#pragma once

#include <memory>

#include "cli/settings.h"
#include "parley/model.h"

namespace parley::cli {

// Returns null if the settings have no address. The model prints each failed call on standard error, because the user
// and the telemetry never see its reason.
Result<std::shared_ptr<LanguageModel>> open_language_model(const Settings& settings);

}  // namespace parley::cli
