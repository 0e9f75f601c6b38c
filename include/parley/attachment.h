// Attachment: a link, an image, buttons or a card that a channel may show with a text of the bot.
//
// AskUser, Confirm and Say hold the attachments of their text. Turn::say holds the same text followed by the
// attachments as plain text, for a channel that cannot show them (docs/protocol.md, "Attachments").
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace parley {

// A button has either a `message` or a `url`.
struct Button {
  std::string label;
  std::string message = {};  // the user's next message if the user presses the button
  std::string url = {};      // the page that the button opens
  friend bool operator==(const Button&, const Button&) = default;
};

// Every URL begins with http:// or https:// and has at most kMaxUrlBytes.
struct Attachment {
  enum class Kind { kLink, kImage, kButtons, kCard };
  Kind kind = Kind::kLink;
  std::string url = {};              // kLink: the page; kImage: the image
  std::string title = {};            // kLink, kCard
  std::string text = {};             // kCard
  std::string image = {};            // kCard: the URL of an image. May be empty
  std::string alt = {};              // kImage, kCard: a description of the image
  std::vector<Button> buttons = {};  // kButtons, kCard
  friend bool operator==(const Attachment&, const Attachment&) = default;
};
const char* to_string(Attachment::Kind kind);  // "link", "image", "buttons", "card"

inline constexpr std::size_t kMaxUrlBytes = 2'048;

// Returns the text followed by the attachments, one line for each link, image, title, text and button.
std::string with_attachments(std::string_view text, const std::vector<Attachment>& attachments);

}  // namespace parley
