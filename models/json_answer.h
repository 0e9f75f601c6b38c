// JSON answers of language models: parsing, schemas, and the request to repair one.
// Tested by tests/models/json_answer_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parley/model.h"
#include "parley/result.h"
#include "parley/value.h"

namespace parley::models {

// The error for an answer that the model must repair: kInvalidRequest. The text must not quote the answer.
Unexpected invalid_answer(const std::string& what);

// Parses the text of a completion: JSON, perhaps in a Markdown code block. kInvalidRequest: another text.
Result<Value> parse_json_answer(std::string_view text);

// Parts of a JSON Schema. An object has exactly the given members, as the strict mode of servers requires.
Value typed(const char* type);
Value list_schema(Value items);
Value object_schema(Value::Object members);

// Appends the model's invalid answer, and asks for a valid one. `problem` says what is wrong.
void append_repair(std::vector<ModelMessage>& messages, const std::string& answer, const std::string& problem);

}  // namespace parley::models
