// Finds the inquiries in a message: questions that ask the bot for information, such as "how much is it?" or "ok, is
// there a contract term?". The forms are English. In other languages, only a question mark shows an inquiry.
//
// Not an inquiry, although a question: a proposal ("what about Tuesday?", "is 5 pm ok?") and a request ("can you cancel
// it?"). Both may contain an answer.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "intents/words.h"

namespace parley::intents {

struct InquiryForm {
  std::size_t begin = 0;  // in the folded message
  std::size_t end = 0;
  bool may_be_wish = false;    // "how do I cancel?", "where is my order?": may also ask for an intent
  bool is_about_user = false;  // "why is my phone so slow?": may describe a problem, as an answer in free text
  bool is_permission = false;  // "can I pay cash": may also be an answer, so `is_by_mark` is set too
  bool is_by_mark = false;     // no form, only a question mark: "contract term?", "Tuesday?"

  bool contains(std::size_t from, std::size_t to) const { return begin <= from && to <= end; }
};

// `words` must be the words of `text`, a folded message. The forms are in the order of the message, and do not overlap.
std::vector<InquiryForm> find_inquiries(const Words& words, std::string_view text);

// Whether all words are words such as "ok", "wait", "hmm" and "please".
bool are_filler(const Words& words);

// Whether the inquiries cover all words of the message, apart from yes, no and words such as "ok", "hmm" and "please".
bool are_whole_message(const std::vector<InquiryForm>& inquiries, const Words& words);

}  // namespace parley::intents
