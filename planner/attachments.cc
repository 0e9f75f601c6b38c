// Renders the attachments of a text (docs/dialog.md, rule 13.4).
// Tested by tests/planner/attachments_test.cc.
#include <utility>

#include "base/web_url.h"
#include "planner/response_renderer.h"

namespace parley::planner {

using Kind = Attachment::Kind;

std::vector<Attachment> ResponseRenderer::attachments(const config::TextVariants& text) {
  std::vector<Attachment> attachments;
  const std::string_view channel = text.has_own(channel_) ? channel_ : std::string_view();
  for (const config::AttachmentText& one : text.attachments) {
    Attachment attachment;
    if (one.channel == channel && build(one, attachment)) attachments.push_back(std::move(attachment));
  }
  return attachments;
}

std::string ResponseRenderer::plain(const config::Template& text) {
  std::string out;
  render(text.pieces, out, missing_);
  return out;
}

// A value in a URL is percent-encoded, unless it is the whole URL.
std::string ResponseRenderer::url(const config::Template& text) {
  std::string out;
  bool is_whole = true;
  for (const config::Template::Piece& piece : text.pieces) {
    out += piece.literal;
    if (piece.placeholder.empty()) continue;
    const Value* value = find(piece);
    const std::string said = value ? value->to_text() : std::string();
    const std::string part = text.is_one_value() ? said : base::percent_encoded(said);
    const config::Param* of = param(piece);
    if (of && disclosed_ && (of->sensitive || config::has_private_params(bot_.redaction))) {
      disclosed_->emplace_back(of->id.value, part);
    }
    if (part.empty() || (text.is_one_value() && !base::is_web_url(part))) {
      missing_.push_back(piece.placeholder);
      is_whole = false;
    }
    out += part;
  }
  return is_whole && base::is_web_url(out) ? out : std::string();
}

// Returns false if nothing is left to show.
bool ResponseRenderer::build(const config::AttachmentText& text, Attachment& attachment) {
  attachment.kind = text.kind;
  attachment.title = plain(text.title);
  attachment.text = plain(text.text);
  attachment.alt = plain(text.alt);
  if (!text.url.source.empty()) attachment.url = url(text.url);
  if (!text.image.source.empty()) {
    std::string& image = text.kind == Kind::kImage ? attachment.url : attachment.image;
    image = url(text.image);
    if (image.empty()) attachment.alt.clear();
  }
  for (const config::ButtonText& one : text.buttons) {
    Button button{plain(one.label), plain(one.message), {}};
    if (!one.url.source.empty()) button.url = url(one.url);
    if (!button.message.empty() || !button.url.empty()) attachment.buttons.push_back(std::move(button));
  }
  switch (text.kind) {
    case Kind::kLink:
    case Kind::kImage: return !attachment.url.empty();
    case Kind::kButtons: return !attachment.buttons.empty();
    case Kind::kCard: return true;
  }
  return false;
}

}  // namespace parley::planner
