// Writes attachments as plain text, for channels that cannot show them.
// Tested by tests/base/attachment_test.cc.
#include "parley/attachment.h"

#include "parley/turn.h"

namespace parley {
namespace {

void add_line(std::string& out, std::string_view line) {
  if (line.empty()) return;
  if (!out.empty()) out += '\n';
  out += line;
}

// Adds "label: target", or the one of both that is not empty.
void add_pair(std::string& out, std::string_view label, std::string_view target) {
  std::string line(label);
  if (!label.empty() && !target.empty() && label != target) line += ": ";
  if (label != target) line += target;
  add_line(out, line);
}

}  // namespace

const char* to_string(Attachment::Kind kind) {
  switch (kind) {
    case Attachment::Kind::kLink: return "link";
    case Attachment::Kind::kImage: return "image";
    case Attachment::Kind::kButtons: return "buttons";
    case Attachment::Kind::kCard: return "card";
  }
  return "link";
}

std::string with_attachments(std::string_view text, const std::vector<Attachment>& attachments) {
  std::string out(text);
  for (const Attachment& one : attachments) {
    if (one.kind == Attachment::Kind::kLink) add_pair(out, one.title, one.url);
    if (one.kind == Attachment::Kind::kImage) add_pair(out, one.alt, one.url);
    if (one.kind == Attachment::Kind::kCard) {
      add_line(out, one.title);
      add_line(out, one.text);
      if (!one.image.empty()) add_pair(out, one.alt, one.image);
    }
    for (const Button& button : one.buttons) {
      add_pair(out, "- " + button.label, button.message == button.label ? button.url : button.message + button.url);
    }
  }
  return out;
}

std::vector<Attachment>* attachments_of(Step& step) {
  if (auto* ask = std::get_if<AskUser>(&step)) return &ask->attachments;
  if (auto* confirm = std::get_if<Confirm>(&step)) return &confirm->attachments;
  auto* say = std::get_if<Say>(&step);
  return say ? &say->attachments : nullptr;
}

const std::vector<Attachment>* attachments_of(const Step& step) { return attachments_of(const_cast<Step&>(step)); }

}  // namespace parley
