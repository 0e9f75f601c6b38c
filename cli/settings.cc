#include "cli/settings.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "cli/report.h"
#include "parley/value.h"

namespace parley::cli {
namespace {

enum class Whose { kUsers, kProjects };

const char* environment(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

std::string users_file() {
  const std::string home = environment("HOME"), folder = environment("XDG_CONFIG_HOME");
  if (!folder.empty()) return folder + "/parley/settings.json";
  return home.empty() ? std::string() : home + "/.config/parley/settings.json";
}

// One file, member by member.
class File {
 public:
  File(std::string path, Whose whose) : path_(std::move(path)), whose_(whose) {}

  Result<void> read_into(Settings& settings) {
    std::error_code ignored;
    if (path_.empty() || !std::filesystem::exists(path_, ignored)) return {};
    std::ifstream stream(path_);
    const std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    if (!stream) return wrong("it cannot be read");
    const auto value = Value::parse(text);
    if (!value) return wrong(value.error().message);
    const Value::Object* members = value->if_object();
    if (!members) return wrong("it must be a JSON object");
    for (const auto& [name, member] : *members) {
      if (auto read = read_member(name, member, settings); !read) return read;
    }
    return {};
  }

 private:
  Unexpected wrong(const std::string& what) const { return wrong_use(fmt::format("{}: {}", path_, what)); }

  Result<void> read_member(const std::string& name, const Value& member, Settings& settings) {
    if (name == "forbid_raw") {
      const bool* forbid = member.if_bool();
      if (!forbid) return wrong("'forbid_raw' must be true or false");
      settings.forbid_raw = settings.forbid_raw || *forbid;
      return {};
    }
    if (name != "summarizer")
      return wrong(fmt::format("unknown setting '{}'; known are: summarizer, forbid_raw", name));
    const Value::Object* parts = member.if_object();
    if (!parts) return wrong("'summarizer' must be an object");
    for (const auto& [part, text] : *parts) {
      if (auto read = read_summarizer(part, text, settings.summarizer); !read) return read;
    }
    return {};
  }

  Result<void> read_summarizer(const std::string& name, const Value& value, Settings::Summarizer& summarizer) {
    const std::string* text = value.if_string();
    if (!text) return wrong(fmt::format("'summarizer.{}' must be a text", name));
    if (name == "url" && whose_ == Whose::kProjects && !text->empty()) {
      return wrong(
          "a project does not choose where conversations are sent; 'summarizer.url' can only be \"\" here. "
          "Put it into your own settings, or into PARLEY_SUMMARIZER_URL");
    }
    if (name == "key") return wrong("a key stands in no file; put it into PARLEY_SUMMARIZER_KEY");
    for (const auto& [known, place] :
         {std::pair{"url", &summarizer.url}, {"model", &summarizer.model}, {"prompt", &summarizer.prompt}}) {
      if (name != known) continue;
      *place = *text;
      return {};
    }
    return wrong(fmt::format("unknown setting 'summarizer.{}'; known are: url, model, prompt", name));
  }

  std::string path_;
  Whose whose_;
};

}  // namespace

Result<Settings> read_settings() {
  Settings settings;
  if (auto read = File(users_file(), Whose::kUsers).read_into(settings); !read) return Unexpected(read.error());
  if (auto read = File("parley.json", Whose::kProjects).read_into(settings); !read) return Unexpected(read.error());
  Settings::Summarizer& summarizer = settings.summarizer;
  for (const auto& [name, place] : {std::pair{"PARLEY_SUMMARIZER_URL", &summarizer.url},
                                    {"PARLEY_SUMMARIZER_MODEL", &summarizer.model},
                                    {"PARLEY_SUMMARIZER_PROMPT", &summarizer.prompt},
                                    {"PARLEY_SUMMARIZER_KEY", &summarizer.key}}) {
    if (const char* value = std::getenv(name)) *place = value;
  }
  const std::string forbid = environment("PARLEY_FORBID_RAW");
  settings.forbid_raw = settings.forbid_raw || (!forbid.empty() && forbid != "0");
  return settings;
}

}  // namespace parley::cli
