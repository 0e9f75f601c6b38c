// Message: one message of a conversation, as the store keeps it and as contexts show it (parley/context.h).
//
//   auto last = store->messages("web:1", 10);  // the ten newest, oldest first
//   if (!last) return std::cerr << last.error().to_string() << '\n', 1;
//   for (const parley::Message& message : *last) {
//     std::cout << to_string(message.role) << ": " << message.text << '\n';
//   }
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "parley/clock.h"
#include "parley/value.h"

namespace parley {

enum class Role {
  kUser,
  kAssistant,
  kTool,     // the result of the tool call MessageDetails::call_id
  kCall,     // a tool call; the text is its arguments as JSON
  kSummary,  // a summary of omitted messages. Only in contexts: never stored, and never read for intents or params
};
const char* to_string(Role role);  // "user", "assistant", "tool", "call", "summary"

// A file or an image that a message refers to. parley does not store its contents.
struct FileRef {
  enum class Kind { kFile, kImage };
  Kind kind = Kind::kFile;
  std::string path;  // the path or address by which the caller finds the file
  std::string hash;  // the SHA-256 of its contents in hex. Empty: unknown
  friend bool operator==(const FileRef&, const FileRef&) = default;
};
const char* to_string(FileRef::Kind kind);  // "file", "image"

// MessageDetails::author of a person without a name.
inline constexpr const char* kAgent = "agent";

// Optional data of a message.
struct MessageDetails {
  // For kCall and kTool, the tool's name. For other roles, the program that sent the message, if several programs share
  // the session.
  std::string tool;
  std::string model;    // the language model that wrote the message
  std::string call_id;  // identifies a call; its result has the same id
  std::vector<FileRef> files;
  // The caller's own data. Contexts drop `reasoning`, and prefer messages with `important: true` if room is short.
  Value::Object metadata;
  // The person who wrote a message with the role kAssistant: a name, or kAgent. Empty: the bot.
  std::string author = {};
  friend bool operator==(const MessageDetails&, const MessageDetails&) = default;
};

struct Message {
  std::int64_t seq = 0;   // the number in its session: 1, 2, 3, ...
  std::int64_t turn = 0;  // Turn::seq of its turn
  Role role = Role::kUser;
  std::string text;  // without the values that the bot's redaction keeps out of the store
  TimeMs at = 0;
  MessageDetails details = {};
  friend bool operator==(const Message&, const Message&) = default;
};

// Returns who speaks in a transcript: "agent" or "agent (Ann)" for a person, otherwise the role.
std::string speaker_of(const Message& message);

}  // namespace parley
