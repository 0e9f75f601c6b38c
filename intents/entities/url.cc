// url: "https://example.com/a?b=c", and a bare "example.com/a" whose last label is a country code or a common domain.
// The value has its scheme and host in lower case and excludes the punctuation at the end of a sentence.
// Tested by tests/intents/identifiers_test.cc.
#include <algorithm>
#include <string>

#include "base/boundaries.h"
#include "base/text.h"
#include "intents/entities/built_in.h"
#include "intents/entities/matches.h"

namespace parley::intents {
namespace {

// Two letters each: the country codes of ISO 3166 and the few other two-letter domains.
constexpr std::string_view kCountries =
    "acadaeafagaialamaoaqarasatauawaxazbabbbdbebfbgbhbibjbmbnbobrbsbtbwbybzcacccdcfcgchcickclcmcncocrcucvcwcxcyczdedjdk"
    "dmdodzeceeegereseteufifjfkfmfofrgagbgdgegfggghgiglgmgngpgqgrgsgtgugwgyhkhmhnhrhthuidieiliminioiqirisitjejmjojpkekg"
    "khkikmknkpkrkwkykzlalblclilklrlsltlulvlymamcmdmemgmhmkmlmmmnmompmqmrmsmtmumvmwmxmymznancnenfngninlnonpnrnunzompape"
    "pfpgphpkplpmpnprpsptpwpyqarerorsrurwsasbscsdsesgshsiskslsmsnsosrssstsvsxsysztctdtftgthtjtktltmtntotrtttvtwtzuauguk"
    "us"
    "uyuzvavcvevgvivnvuwfwsyeytzazmzw";
constexpr std::string_view kCommonDomains =
    " com org net edu gov mil int info biz name pro mobi app dev online shop site store tech blog cloud academy aws "
    "xyz "
    "club live news email agency world today digital studio design media wiki space ";

bool is_known_ending(std::string_view label) {
  const std::string lower = base::lower_ascii(label);
  if (lower.size() != 2) return kCommonDomains.find(' ' + lower + ' ') != std::string_view::npos;
  for (std::size_t at = 0; at < kCountries.size(); at += 2) {
    if (kCountries.substr(at, 2) == lower) return true;
  }
  return false;
}

// A host with a scheme and only one label must be a name. "7.am" is a time.
bool is_host(std::string_view host, bool has_scheme) {
  const bool has_letter = std::any_of(host.begin(), host.end(), [](char c) { return !base::is_digit(c) && c != '.'; });
  const std::size_t dot = host.rfind('.');
  if (has_scheme) return has_letter || std::count(host.begin(), host.end(), '.') == 3;
  if (dot == std::string_view::npos || !is_known_ending(host.substr(dot + 1))) return false;
  const std::string ending = base::lower_ascii(host.substr(dot + 1));
  const bool is_hour =
      dot < 2 || (dot == 2 && base::is_digit(host[1]) && (host[0] == '0' || (host[0] == '1' && host[1] < '3')));
  return !(is_hour && base::is_digit(host[0]) && (ending == "am" || ending == "pm")) && dot > 1;
}

std::string_view without_closing_marks(std::string_view written) {
  while (std::string_view(".,;:!?'\")]}").find(written.back()) != std::string_view::npos) {
    if (written.back() == ')' && written.find('(') != std::string_view::npos) break;
    written.remove_suffix(1);
  }
  return written;
}

class Url : public Recogniser {
 public:
  void find(const Reading& reading, std::vector<Found>& out) const override {
    for_each_match(url_, reading.text, [&](const auto& groups, std::size_t begin, std::size_t) {
      const bool has_scheme = !groups[1].empty();
      const bool is_tail =
          begin > 0 && std::string_view("@/.-:").find(reading.text[begin - 1]) != std::string_view::npos;
      if (!has_scheme && (is_tail || base::letter_before(reading.text, begin))) return;
      if (!is_host(groups[2], has_scheme)) return;
      const std::string_view written = without_closing_marks(groups[0]);
      const std::size_t host_end = groups[1].size() + groups[2].size();
      const std::size_t end = begin + written.size();
      if (base::char_at(reading.text, end, '@')) return;
      std::string canonical = base::lower_ascii(written.substr(0, host_end));
      if (written.size() > host_end) canonical += written.substr(host_end);
      out.push_back({Value(std::move(canonical)), begin, end});
    });
  }

 private:
  Pattern url_{R"(((?:https?|ftps?|sftp|wss?)://)?(\[[0-9a-f:]+\]|[a-z0-9][a-z0-9_-]*(?:\.[a-z0-9][a-z0-9_-]*)*))"
               R"((?::\d{1,5})?(?:[/?#][!#-&(-;=?-~]*)?)"};
};

}  // namespace

std::unique_ptr<const Recogniser> make_url() { return std::make_unique<Url>(); }

}  // namespace parley::intents
