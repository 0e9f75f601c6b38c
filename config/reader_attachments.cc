#include "config/reader_attachments.h"

#include "base/web_url.h"
#include "config/template.h"

namespace parley::config {
namespace {

constexpr std::size_t kMostAttachments = 10, kMostButtons = 10;

std::optional<Template> as_shown_text(const Node& node, Diagnostics& findings) {
  const auto text = as_text(node, findings);
  return text ? std::optional(parse_template(*text, Formats::kAllowed, findings)) : std::nullopt;
}

// Reads a URL. A value in it must not change its host, so a placeholder stands behind the host, or is the whole URL.
// The planner checks the URL that it builds.
std::optional<Template> as_url(const Node& node, Diagnostics& findings) {
  const auto text = as_text(node, findings);
  if (!text) return std::nullopt;
  Template url = parse_template(*text, Formats::kNone, findings);
  if (url.pieces.empty()) return url;
  const Template::Piece& first = url.pieces.front();
  const bool is_constant = first.placeholder.empty(), is_value = url.is_one_value();
  const bool is_valid = is_constant ? base::is_web_url(first.literal) : is_value || base::has_whole_host(first.literal);
  if (!is_valid) {
    findings.error("E318", text->mark, text->value, quoted(text->value) + " is not the URL of a web page",
                   is_constant ? "write https://HOST/PATH, without spaces"
                               : "write https://HOST/ before the first placeholder, or a single placeholder");
  }
  return url;
}

std::optional<ButtonText> as_button(const Node& node, Diagnostics& findings) {
  ButtonText button;
  Fields fields(node, "a button", findings);
  if (!fields) return std::nullopt;
  fields.required("label", as_shown_text, button.label);
  fields.optional("message", as_shown_text, button.message);
  fields.optional("url", as_url, button.url);
  fields.exclusive("message", "url");
  if (!fields.has("message") && !fields.has("url") && !fields.has_unknown()) {
    fields.missing("message", "add 'message', what the user says with the button, or 'url'");
  }
  return button;
}

template <class Reader>
auto at_most(std::size_t most, Reader reader) {
  return [=](const Node& node, Diagnostics& findings) {
    auto items = some(reader)(node, findings);
    if (items && items->size() > most) {
      findings.error("E308", node.mark, "", "a list of " + std::to_string(items->size()) + " items is too long",
                     "at most " + std::to_string(most) + " are allowed");
    }
    return items;
  };
}

const auto as_buttons = at_most(kMostButtons, as_button);

void read_image(Fields& fields, AttachmentText& attachment) {
  fields.required("url", as_url, attachment.image);
  fields.required("alt", as_shown_text, attachment.alt);
}

std::optional<AttachmentText> read_link(const Node& node, Diagnostics& findings) {
  AttachmentText link;
  link.kind = Attachment::Kind::kLink;
  Fields fields(node, "a link", findings);
  fields.required("url", as_url, link.url);
  fields.optional("title", as_shown_text, link.title);
  return link;
}

std::optional<AttachmentText> as_image(const Node& node, Diagnostics& findings) {
  AttachmentText image;
  image.kind = Attachment::Kind::kImage;
  Fields fields(node, "an image", findings);
  read_image(fields, image);
  return image;
}

std::optional<AttachmentText> as_card(const Node& node, Diagnostics& findings) {
  AttachmentText card;
  card.kind = Attachment::Kind::kCard;
  Fields fields(node, "a card", findings);
  fields.required("title", as_shown_text, card.title);
  fields.optional("text", as_shown_text, card.text);
  AttachmentText image;
  if (fields.optional("image", as_image, image)) {
    card.image = std::move(image.image);
    card.alt = std::move(image.alt);
  }
  fields.optional("buttons", as_buttons, card.buttons);
  return card;
}

std::optional<AttachmentText> as_attachment(const Node& node, Diagnostics& findings) {
  AttachmentText attachment;
  Fields fields(node, "an attachment", findings);
  if (!fields) return std::nullopt;
  const bool is_link = fields.optional("link", read_link, attachment);
  const bool is_image = fields.optional("image", as_image, attachment);
  const bool is_card = fields.optional("card", as_card, attachment);
  std::vector<ButtonText> buttons;
  const bool has_buttons = fields.optional("buttons", as_buttons, buttons);
  if (has_buttons) {
    attachment.kind = Attachment::Kind::kButtons;
    attachment.buttons = std::move(buttons);
  }
  const char* const kKeys[] = {"link", "image", "card", "buttons"};
  const Text* first = nullptr;
  for (const char* key : kKeys) {
    const Text* found = fields.key(key);
    if (found && first) fields.exclusive(first->value, key);
    if (found && !first) first = found;
  }
  if (!first && !fields.has_unknown())
    fields.missing("link", "an attachment is a 'link', 'image', 'card' or 'buttons'");
  return is_link || is_image || is_card || has_buttons ? std::optional(std::move(attachment)) : std::nullopt;
}

}  // namespace

std::optional<std::vector<AttachmentText>> as_attachments(const Node& node, Diagnostics& findings) {
  return at_most(kMostAttachments, as_attachment)(node, findings);
}

}  // namespace parley::config
