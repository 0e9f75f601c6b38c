// Reads examples from a file of messages: CSV (RFC 4180, with a header) or JSON Lines.
//
//   text,intent
//   "where is it, please?",track_order
//   nice weather today,
//
// Columns and members other than `text` and `intent` are ignored, because such files often come from other programs.
#pragma once

#include <string_view>
#include <vector>

#include "config/definition.h"
#include "config/diagnostics.h"

namespace parley::config {

struct ExampleRow {
  Text text;
  bool names_intent = false;  // the row has an `intent`
  Text intent;                // empty: the message means no intent
};

// Whether the name ends in .csv, .jsonl or .ndjson.
bool is_examples_file(std::string_view name);

// Reads file number `file` of `findings`. Reports E316 for each row that it leaves out. With `needs_intents`, that
// includes rows without `intent`.
std::vector<ExampleRow> read_examples(int file, bool needs_intents, Diagnostics& findings);

}  // namespace parley::config
