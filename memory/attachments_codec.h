// Converts the attachments of a step to JSON and back.
// Tested by tests/memory/codec_test.cc.
#pragma once

#include <string>
#include <vector>

#include "memory/object_reader.h"
#include "parley/attachment.h"
#include "parley/value.h"

namespace parley::memory {

// Returns an array of objects with the member `type`. Empty members are left out.
Value attachments_to_value(const std::vector<Attachment>& attachments);
// Reads the member `attachments` of a step.
void read_attachments(ObjectReader& step, std::vector<Attachment>& attachments);
// Reads the JSON of attachments_to_value(). Returns false if it is damaged.
bool read_attachments(std::string_view json, std::vector<Attachment>& attachments);

}  // namespace parley::memory
