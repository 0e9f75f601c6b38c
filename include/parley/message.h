// Message: one line of a conversation as the store keeps it and as a context is made of it (parley/context.h).
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
  kTool,     // what a tool answered; of the call that MessageDetails::call_id names
  kCall,     // that a tool was called: the text is its arguments as JSON
  kSummary,  // what stands for messages that are left out. Never stored, and never read for intents, params or commands
};
const char* to_string(Role role);  // "user", "assistant", "tool", "call", "summary"

// A file or an image that a message refers to. parley keeps no contents.
struct FileRef {
  enum class Kind { kFile, kImage };
  Kind kind = Kind::kFile;
  std::string path;  // or an address: whatever the host finds it by
  std::string hash;  // of its contents, SHA-256 in hex; empty: unknown
  friend bool operator==(const FileRef&, const FileRef&) = default;
};
const char* to_string(FileRef::Kind kind);  // "file", "image"

// What most messages have nothing of.
struct MessageDetails {
  std::string tool;     // kCall and kTool: the tool's name. Of others: the program that the message came through, where
                        // several share a session
  std::string model;    // the language model that wrote it
  std::string call_id;  // joins a call and its result
  std::vector<FileRef> files;
  Value::Object metadata;  // the host's. `reasoning` is dropped from every context, `important: true` keeps the message
                           // in one that is short of room
  friend bool operator==(const MessageDetails&, const MessageDetails&) = default;
};

struct Message {
  std::int64_t seq = 0;   // 1 for the first of a session
  std::int64_t turn = 0;  // the turn it belongs to
  Role role = Role::kUser;
  std::string text;  // sensitive values already taken out
  TimeMs at = 0;
  MessageDetails details = {};
  friend bool operator==(const Message&, const Message&) = default;
};

}  // namespace parley
