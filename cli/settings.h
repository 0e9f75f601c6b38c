// Settings of the command that belong to no bot: the summarizer, the language model, limits of contexts, and what must
// not be shown.
//
// They come from four sources; later ones override earlier ones:
//   built-in default -> the user's file -> the project's file -> the environment
// The user's file is parley/settings.json in $XDG_CONFIG_HOME or ~/.config. The project's file is parley.json in the
// working folder. An empty text or 0 switches a feature off.
//
// Protective settings can only be tightened (X40). `forbid_raw` is true if any source sets it. A project file may come
// from an untrusted person, so it cannot set the endpoint that receives conversations and the user's key. The library
// reads no settings.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parley/memory.h"
#include "parley/result.h"
#include "parley/value.h"

namespace parley::cli {

// The effective value of a setting.
struct Setting {
  std::string name;      // "memory.trim_results", as in the files
  std::string variable;  // "PARLEY_MEMORY_TRIM_RESULTS"
  Value value;           // null: not set
  std::string from;      // the file or the variable; "default"
};

// Returns the environment variables of all settings.
std::vector<std::string_view> setting_variables();

class Settings {
 public:
  // Reads all sources. A missing file is ignored. An unreadable file, an unknown setting and an invalid value are
  // errors that name the source.
  static Result<Settings> read();

  const std::vector<Setting>& all() const { return all_; }

  std::string text(std::string_view name) const;  // empty: not set
  bool is_off(std::string_view name) const;       // set to ""
  bool is_on(std::string_view name) const;        // set to true
  bool forbid_raw() const { return is_on("forbid_raw"); }

  // Applies the `memory.*` settings that are set; they override the bot's.
  void adjust(MemoryOptions& memory) const;

 private:
  const Setting& named(std::string_view name) const;

  std::vector<Setting> all_;
};

}  // namespace parley::cli
