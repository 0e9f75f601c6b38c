// Reads `attachments` of a text that the bot says.
#pragma once

#include <optional>
#include <vector>

#include "config/fields.h"

namespace parley::config {

// Reports E318 for a URL that is not one of a web page, and E308 for too many attachments or buttons.
std::optional<std::vector<AttachmentText>> as_attachments(const Node& node, Diagnostics& findings);

}  // namespace parley::config
