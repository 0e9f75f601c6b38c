// Another tool's files as a bot. A bot made so is a beginning: read the notes, then the file.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "parley/result.h"

namespace parley {

struct SourceFile {
  std::string name;  // with its folders, as "sentences/en/light.yaml"
  std::string bytes;
};

struct Imported {
  std::string bot;  // the text of a bot file
  std::size_t intents = 0;
  std::size_t templates = 0;
  std::size_t lists = 0;
  std::size_t rules = 0;
  // What could not be carried over, or needs a second look: a sentence each, of what kind and how often, with one
  // place.
  std::vector<std::string> notes;
};

// Sentence files of hassil, as Home Assistant's intents are: `intents`, `lists`, `expansion_rules`, `skip_words`. Files
// of another language, and files that hold none of these, are passed over. Each intent calls a host's tool of its name
// with its slots. Responses are not carried over: they are templates of another language.
// kInvalidBot with every finding when a file cannot be read or is not of that form; kInvalidRequest when nothing in
// `files` is of that language.
Result<Imported> import_hassil(const std::vector<SourceFile>& files, std::string_view language);

}  // namespace parley
