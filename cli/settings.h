// Settings of the command that belong to no bot: who sums up, and what must not be shown.
//
// They come from four places, each of which overrides those before it; an empty text switches off:
//   parley's own -> the user's file -> the project's file -> the environment
// The user's file is parley/settings.json in $XDG_CONFIG_HOME or ~/.config, the project's parley.json in the working
// folder. What protects can only be tightened (X40): `forbid_raw` stays true once any of them says so, and a project,
// which may be anybody's, does not choose the endpoint that conversations and the user's key are sent to.
// The library reads none of this.
#pragma once

#include <string>

#include "parley/result.h"

namespace parley::cli {

struct Settings {
  struct Summarizer {
    std::string url;     // PARLEY_SUMMARIZER_URL; not in a project's file, but to switch it off
    std::string model;   // PARLEY_SUMMARIZER_MODEL
    std::string prompt;  // PARLEY_SUMMARIZER_PROMPT
    std::string key;     // PARLEY_SUMMARIZER_KEY, and in no file
  };
  Summarizer summarizer;    // for bots with `memory: {summary: {by: host}}`
  bool forbid_raw = false;  // PARLEY_FORBID_RAW=1: --raw is refused
};

// A file that is not there says nothing; one that cannot be read, or says what no settings say, is an error with its
// name.
Result<Settings> read_settings();

}  // namespace parley::cli
