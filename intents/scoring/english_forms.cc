// Tested by tests/intents/english_forms_test.cc.
#include "intents/scoring/english_forms.h"

#include <string_view>
#include <unordered_map>

namespace parley::intents::scoring {
namespace {

using Parts = std::array<std::string_view, 2>;

// Not "well", "were", "ill", "id" and "its", which are words of their own.
const std::unordered_map<std::string_view, Parts>& contractions() {
  static const std::unordered_map<std::string_view, Parts> kAll = {
      {"hasnt", {"has", "not"}},   {"havent", {"have", "not"}},   {"hadnt", {"had", "not"}},
      {"isnt", {"is", "not"}},     {"arent", {"are", "not"}},     {"wasnt", {"was", "not"}},
      {"werent", {"were", "not"}}, {"dont", {"do", "not"}},       {"doesnt", {"does", "not"}},
      {"didnt", {"did", "not"}},   {"cant", {"can", "not"}},      {"couldnt", {"could", "not"}},
      {"wont", {"will", "not"}},   {"wouldnt", {"would", "not"}}, {"shouldnt", {"should", "not"}},
      {"wheres", {"where", "is"}}, {"whats", {"what", "is"}},     {"whos", {"who", "is"}},
      {"hows", {"how", "is"}},     {"whens", {"when", "is"}},     {"thats", {"that", "is"}},
      {"theres", {"there", "is"}}, {"ive", {"i", "have"}},        {"weve", {"we", "have"}},
      {"im", {"i", "am"}},         {"youve", {"you", "have"}},    {"cannot", {"can", "not"}},
  };
  return kAll;
}

const std::unordered_map<std::string_view, std::string_view>& irregular_forms() {
  static const std::unordered_map<std::string_view, std::string_view> kAll = {
      {"came", "come"},        {"went", "go"},      {"gone", "go"},     {"got", "get"},       {"gotten", "get"},
      {"bought", "buy"},       {"sent", "send"},    {"paid", "pay"},    {"lost", "lose"},     {"broke", "break"},
      {"broken", "break"},     {"took", "take"},    {"taken", "take"},  {"gave", "give"},     {"given", "give"},
      {"made", "make"},        {"said", "say"},     {"told", "tell"},   {"found", "find"},    {"forgot", "forget"},
      {"forgotten", "forget"}, {"saw", "see"},      {"seen", "see"},    {"knew", "know"},     {"chose", "choose"},
      {"chosen", "choose"},    {"kept", "keep"},    {"held", "hold"},   {"sold", "sell"},     {"spent", "spend"},
      {"stole", "steal"},      {"stolen", "steal"}, {"wrote", "write"}, {"written", "write"}, {"thought", "think"},
  };
  return kAll;
}

}  // namespace

Parts expanded(std::string_view word) {
  const auto found = contractions().find(word);
  return found == contractions().end() ? Parts{word, {}} : found->second;
}

std::string_view base_form(std::string_view word) {
  const auto found = irregular_forms().find(word);
  return found == irregular_forms().end() ? word : found->second;
}

}  // namespace parley::intents::scoring
