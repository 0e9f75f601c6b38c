// RapidCheck generators of all messages that a store can hold.
#pragma once

#include <string>
#include <vector>

#include "parley/message.h"
#include "tests/memory/state_generators.h"

namespace parley::test {

inline FileRef any_file() {
  return {*rc::gen::element(FileRef::Kind::kFile, FileRef::Kind::kImage), Any::make<std::string>(),
          Any::make<std::string>()};
}

inline Message any_message() {
  Message message;
  auto& [seq, turn, role, text, at, details] = message;
  Any::fill_each(seq, turn, text, at);
  role = *rc::gen::element(Role::kUser, Role::kAssistant, Role::kTool, Role::kCall);
  auto& [tool, model, call_id, files, metadata, author] = details;
  Any::fill_each(tool, model, call_id, metadata, author);
  for (int i = Any::few(); i > 0; --i) files.push_back(any_file());
  return message;
}

inline std::vector<Message> any_messages() {
  std::vector<Message> messages;
  for (int i = *rc::gen::inRange(0, 8); i > 0; --i) messages.push_back(any_message());
  return messages;
}

}  // namespace parley::test
