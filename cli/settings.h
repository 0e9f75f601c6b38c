// Settings of the command that belong to no bot: who sums up, how much of a conversation a context holds, and what must
// not be shown.
//
// They come from four places, each of which overrides those before it:
//   parley's own -> the user's file -> the project's file -> the environment
// The user's file is parley/settings.json in $XDG_CONFIG_HOME or ~/.config, the project's parley.json in the working
// folder. An empty text switches off, and so does 0. What protects can only be tightened (X40): `forbid_raw` stays true
// once any of them says so, and a project, which may be anybody's, does not choose the endpoint that conversations and
// the user's key are sent to. The library reads none of this.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "parley/memory.h"
#include "parley/result.h"
#include "parley/value.h"

namespace parley::cli {

// One setting as it is in force.
struct Setting {
  std::string name;      // "memory.trim_results", as the files have it
  std::string variable;  // "PARLEY_MEMORY_TRIM_RESULTS"
  Value value;           // null: nobody has set it
  std::string from;      // the file, or the variable; "default"
};

// The environment variables of all settings.
std::vector<std::string_view> setting_variables();

class Settings {
 public:
  // A file that is not there says nothing. One that cannot be read, an unknown setting and a value that it cannot have
  // are errors that name the place.
  static Result<Settings> read();

  const std::vector<Setting>& all() const { return all_; }

  std::string text(std::string_view name) const;  // empty: not set
  bool is_off(std::string_view name) const;       // set to ""
  bool forbid_raw() const;

  // `memory.*`, where they are set, in place of what the bot says.
  void adjust(MemoryOptions& memory) const;

 private:
  const Setting& named(std::string_view name) const;

  std::vector<Setting> all_;
};

}  // namespace parley::cli
