#include "cli/terminal.h"

#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <unistd.h>

namespace parley::cli {
namespace {

bool colourful() {
  static const bool answer = [] {
    const char* no_color = std::getenv("NO_COLOR");
    const char* terminal = std::getenv("TERM");
    return isatty(STDOUT_FILENO) != 0 && (no_color == nullptr || *no_color == '\0') && terminal != nullptr &&
           std::string_view(terminal) != "dumb";
  }();
  return answer;
}

const char* escape_of(Colour colour) {
  switch (colour) {
    case Colour::kGood: return "\x1b[32m";
    case Colour::kBad: return "\x1b[31m";
    case Colour::kNotice: return "\x1b[33m";
    case Colour::kQuiet: return "\x1b[2m";
    case Colour::kStrong: return "\x1b[1m";
  }
  return "";
}

}  // namespace

std::string paint(std::string_view text, Colour colour) {
  if (!colourful() || text.empty()) return std::string(text);
  return fmt::format("{}{}\x1b[0m", escape_of(colour), text);
}

std::string printable(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size(); ++at) {
    const auto byte = static_cast<unsigned char>(text[at]);
    const auto follows = [&](std::size_t distance) {
      return at + distance < text.size() ? static_cast<unsigned char>(text[at + distance]) : 0;
    };
    if (byte == '\n') {
      out += "\\n";
    } else if (byte == '\t') {
      out += "\\t";
    } else if (byte < 0x20 || byte == 0x7f) {
      out += fmt::format("\\x{:02x}", byte);
    } else if (byte == 0xc2 && follows(1) >= 0x80 && follows(1) < 0xa0) {  // U+0080..U+009F
      out += fmt::format("\\x{:02x}", follows(1));
      at += 1;
    } else if (byte == 0xe2 && ((follows(1) == 0x80 && follows(2) >= 0xa8 && follows(2) <= 0xae) ||
                                (follows(1) == 0x81 && follows(2) >= 0xa6 && follows(2) <= 0xa9))) {
      // Line separators and direction overrides: U+2028..U+202E, U+2066..U+2069.
      out += fmt::format("\\u{:04x}", 0x2000 + ((follows(1) & 0x3f) << 6) + (follows(2) & 0x3f));
      at += 2;
    } else {
      out += text[at];
    }
  }
  return out;
}

std::size_t width_of(std::string_view text) {
  std::size_t width = 0;
  for (const char c : text) width += (static_cast<unsigned char>(c) & 0xc0) != 0x80;
  return width;
}

Progress::Progress(std::string_view unit, std::size_t total)
    : unit_(unit), total_(total), terminal_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() { clear(); }

void Progress::at(std::size_t done) {
  if (!terminal_ || total_ == 0) return;
  const std::size_t percent = done * 100 / total_;
  if (shown_ && percent == drawn_percent_) return;
  if (!shown_ && std::chrono::steady_clock::now() - begun_ < std::chrono::milliseconds(333)) return;
  fmt::print(stderr, "\r\x1b[K{} {} of {} ({} %)", unit_, done, total_, percent);
  std::fflush(stderr);
  drawn_percent_ = percent;
  shown_ = true;
}

void Progress::clear() {
  if (!shown_) return;
  fmt::print(stderr, "\r\x1b[K");
  std::fflush(stderr);
  shown_ = false;
}

}  // namespace parley::cli
