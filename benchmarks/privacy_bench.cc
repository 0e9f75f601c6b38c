// privacy_bench: what it takes to look a text through for what is private. For known values: building them, and finding
// them in a text of 200 bytes that echoes none, one, or has escapes. For the detectors: a message that tells nothing,
// one that tells something, and 100,000 bytes of what is hardest for each.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <vector>

#include "privacy/detectors.h"
#include "privacy/echo/known_values.h"
#include "privacy/mask.h"

namespace {

using namespace parley;

// The least of several runs of many calls, in microseconds a call: the machine may do other things besides.
template <class WorkBudget>
double micros(int calls, const WorkBudget& work) {
  double least = 0;
  for (int run = 0; run < 9; ++run) {
    const auto begin = std::chrono::steady_clock::now();
    for (int i = 0; i < calls; ++i) work();
    const double spent =
        std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin).count() / calls;
    least = run == 0 ? spent : std::min(least, spent);
  }
  return least;
}

std::size_t sink = 0;

void known_values() {
  const std::vector<privacy::KnownValue> five = {{"order", {"O-12345", "o 12345"}},
                                                 {"card", {"4111111111111111", "4111 1111 1111 1111"}},
                                                 {"email", {"jane.doe@example.com"}},
                                                 {"reason", {"it arrived damaged", "broken"}},
                                                 {"amount", {"1234.5"}}};
  const std::string quiet =
      "Thank you for waiting. I have looked into it, and the parcel left our depot on Monday; it will be with you by "
      "Thursday at the latest. Is there anything else that I can do for you, or shall we leave it?";
  std::string telling = quiet;
  telling.replace(100, 30, " card 4111-1111-1111-1111 here");
  std::string escaped = quiet;
  escaped.replace(100, 30, R"({\"email\":\"jane.doe%40e.com)");
  std::printf("known values                 us\n");
  std::printf("  build five            %7.2f\n",
              micros(2'000, [&] { sink += privacy::KnownValues(five).is_empty() ? 1U : 0U; }));
  const privacy::KnownValues values(five);
  for (const auto& [name, text] : {std::pair<const char*, const std::string*>{"find none", &quiet},
                                   {"find one", &telling},
                                   {"with escapes", &escaped}}) {
    const std::string& looked = *text;
    std::printf("  %-20s  %7.2f   %zu bytes\n", name, micros(2'000, [&] { sink += values.find(looked).size(); }),
                looked.size());
  }
}

void detectors() {
  const std::string quiet = "I ordered a lamp last week and it still has not arrived, can you tell me where it is?";
  const std::string telling = "It is order O-12345, I am at jo@example.com or +44 20 7946 0958, born 12 May 1985";
  std::printf("detectors, all types         us\n");
  for (const auto& [name, text] :
       {std::pair<const char*, const std::string*>{"a message", &quiet}, {"one that tells", &telling}}) {
    const std::string& looked = *text;
    std::printf("  %-20s  %7.2f   %zu bytes\n", name,
                micros(500, [&] { sink += privacy::detect(looked, privacy::PrivateTypes::all()).size(); }),
                looked.size());
  }
  std::printf("100,000 bytes of             ms\n");
  for (const std::string piece : {"word ", "@",     "1",           ".",       "-",         "1.",          "1-",
                                  "a@",    "a.b",   "a://",        "?token=", "password:", "token:",      "eyJa-eyJa.",
                                  "sk-",   "AIza-", "-----BEGIN ", "born ",   "born 1/2/", "1234567 ",    "::",
                                  "1:",    "\\",    "Bearer ",     "pin ",    "4111 ",     "\xEF\xBC\x91"}) {
    std::string text;
    while (text.size() < 100'000) text += piece;
    std::printf("  %-20s  %7.2f\n", piece.c_str(),
                micros(1, [&] { sink += privacy::detect(text, privacy::PrivateTypes::all()).size(); }) / 1000);
  }
}

}  // namespace

int main() {
  known_values();
  detectors();
  return sink == 0 ? 1 : 0;
}
