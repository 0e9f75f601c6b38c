// privacy_bench: measures the search for private data in a text. For known values, it measures the construction and the
// search in a text of 200 bytes with no echo, with one echo, and with escapes. For the detectors, it measures a message
// without private data, one with private data, and 100,000 bytes of the worst input of each detector.
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

// Returns the minimum of several runs, in microseconds per call. The minimum excludes the load of other processes.
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
