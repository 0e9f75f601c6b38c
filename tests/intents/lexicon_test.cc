// Tests the files of intents/lexicon.
#include "intents/lexicon.h"

#include <filesystem>
#include <fstream>
#include <iterator>

#include <catch2/catch.hpp>

#include "base/text.h"
#include "cmake/lexicon/lexicon_file.h"
#include "cmake/lexicon/phrases.h"
#include "intents/pattern.h"

namespace {

namespace fs = std::filesystem;
namespace lexicon = parley::lexicon;
using parley::intents::Pattern;

std::vector<lexicon::File> files_of(const fs::path& folder, lexicon::Problems& problems) {
  std::vector<lexicon::File> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    std::ifstream in(entry.path(), std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(in), {});
    CAPTURE(entry.path());
    CHECK(parley::base::find_invalid_utf8(text) == std::string::npos);
    files.push_back(lexicon::read_file(entry.path().string(), text, problems));
  }
  return files;
}

}  // namespace

TEST_CASE("each section of the lexicon is a valid regex that matches words") {
  lexicon::Problems problems;
  std::size_t sections = 0;
  for (const auto& language : fs::directory_iterator(PARLEY_SOURCE_DIR "/intents/lexicon")) {
    const std::vector<lexicon::File> files = files_of(language, problems);
    for (const lexicon::File& file : files) {
      for (const lexicon::Section& section : file.sections) {
        CAPTURE(file.path, section.name);
        const Pattern pattern(regex_of(files, file, section, problems));
        CHECK(pattern.problem() == "");
        CHECK_FALSE(pattern.is_too_large());
        CHECK_FALSE(pattern.covers(""));
        ++sections;
      }
    }
  }
  CHECK(problems.empty());
  CHECK(sections > 100);
}

TEST_CASE("the tables of the lexicon hold what its files say") {
  const parley::intents::lexicon::Lexicon& english = parley::intents::lexicon::kEn;
  CHECK(english.agreement.doubts.has("unless"));
  CHECK(english.agreement.harmless.has("why not"));
  CHECK_FALSE(english.agreement.doubts.has("yes"));
  CHECK(english.acts.joint == "(?:and)");
  CHECK(english.acts.after_yes == "(?:(?:to|by|with|for) me)");
  CHECK(Pattern(english.acts.yes).covers("\xF0\x9F\x91\x8D"));  // thumbs up
  CHECK(english.forms.irregular.front() == "bought buy");
}
