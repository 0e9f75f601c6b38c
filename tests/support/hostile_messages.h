// Hostile messages of any length, for tests of linear reading time. Each message repeats a piece that a recogniser
// takes for the beginning of a value.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace parley {

struct HostileMessage {
  std::string piece;      // repeated
  std::string head = {};  // before the repeated pieces
  std::string tail = {};  // after the repeated pieces
};

// Returns a message of at most `bytes` bytes with as many whole pieces as fit.
inline std::string message_of(const HostileMessage& hostile, std::size_t bytes) {
  std::string message = hostile.head;
  while (message.size() + hostile.piece.size() + hostile.tail.size() <= bytes) message += hostile.piece;
  return message + hostile.tail;
}

inline std::vector<HostileMessage> hostile_messages() {
  std::vector<HostileMessage> all;
  for (const char* piece :
       {// single characters
        "a", "A", "z", "1", "0", "9", " ", ".", ",", ":", ";", "-", "_", "/", "\\", "#", "$", "@", "+", "*", "(", ")",
        "[", "]", "{", "}", "<", ">", "'", "\"", "`", "?", "!", "&", "%", "=", "|", "~", "^", "\n", "\t", "\x01",
        // beyond ASCII: superscripts, dots, letters, marks, signs, digits, emoji, directions, widths
        "\u00b2", "\u00b7", "\u00bd", "\u00e9", "\u00df", "\u0301", "\u20ac", "\u00a3", "\u2019", "\u2013", "\u2014",
        "\u2026", "\u200b", "\u202e", "\u00a0", "\u3000", "\u0660", "\uff11", "\uff21", "\u4e00", "\u0e3f", "\u0905",
        "\u212a", "\u017f", "\ufb01", "\U0001F44D", "\U0001F1E9", "\U0001D7D8", "e\u0301", "a\u0301\u0301",
        // numbers in digits
        "1 ", "11 ", "111 ", "1,", "11,", "1,11", ",11", "111,", "1.", "1.1", "111.", "1/", "1/2", "1/2 ", "3 1/2 ",
        "1-", "1:", "1e", "1e9", "1k ", "-1", "- 1", "- 1 ", "+1", "1^", "1x10^", "#1", "1'", "0.", ".1", ".1.",
        "1 thousand ", "4 hundred ", "1 million and ", "1%", "1 percent ", "12ish ", "1st ", "3rd of ", "1)", "(1",
        // numbers in words
        "one ", "one-", "one", "one and ", "and ", "a ", "an ", "half ", "half a ", "a half ", "half a dozen ",
        "hundred ", "a hundred ", "one hundred and ", "twenty ", "twenty-", "point ", "one point ", "five point two ",
        "first ", "twenty first ", "third ", "a third ", "out of ", "one out of ", "one over ", "over ", "minus ",
        "negative ", "dozen ", "seventeen", "seventeens ", "zero ", "oh ", "double ", "double one ", "triple ",
        // money
        "$1", "$1 ", "1$", "$", "EUR ", "1 EUR ", "eur1 ", "1 dollar ", "dollars ", "5 dollars and 20 cents ",
        "20 cents ", "usd$", "u.s. $", "a$", "rs.", "\u20ac1", "us dollar ",
        // days, times, durations
        "monday ", "mon", "next monday ", "on ", "in ", "in 2 ", "in 2 days ", "2 days ", "two days ", "5 minutes ",
        "5 minutes and ", "1h", "1h ", "ago ", "2 days ago ", "may ", "may 5 ", "5 may ", "may 5th, ", "5/5/",
        "5/5/2026 ", "2026-05-05 ", "2026-", "5.5.", "5.5.2026", "the 5th ", "the 5th of ", "tomorrow ", "tomorrow at ",
        "at 5 ", "at ", "5:30", "5:30 ", "5 pm ", "5pm ", "half past ", "half past 5 ", "quarter to ", "to ", "5 to 5 ",
        "from ", "from 5 to ", "from monday to ", "until ", "between 5 and ", "tonight ", "this ", "this evening ",
        "christmas ", "easter ", "now ", "weekend ", "next 5 ", "last week ", "a few ", "a few days ", "years old ",
        "5 years old ", "aged ", "aged 5 ", "every 3 weeks ", "more than 4 days ", "end of day ", "nineteen ninety ",
        // names, people
        "my name is ", "my name is Jo ", "Jo ", "Jo Doe ", "Jo, ", "i am ", "this is ", "for ", "mr ", "mr. ",
        "van der ", "call me ", "me and ", "me, ", "my wife ", "my wife and ", "my wife, ", "5 people ", "5 adults, ",
        "5 of us ", "table for ", "the two of us plus ", "i ", "1 adult ", "couple ", "a couple of ", "parents ",
        // addresses, codes
        "a@", "@a", "a@b", "a@b.", "a@b.c ", "a.", "a.b", "a.b.", "a.com", "a.com ", "a.com/", "www.", "http://",
        "https://a", "http://a:b@", "a:b@", "://", "?a=", "&a=b", "1.1.1.1", "1.1.1.1 ", "::", ":a",
        "a:", "fe80::", "ff:", "192.168.", "+44 ", "+44", "555-", "555-1234", "(555) ", "0044 ", "00", "5555 ", "4111 ",
        "4111-", "411111111111111", "DE89", "DE89 ", "GB", "SW1A 1AA ", "s w 1 a 1 a a ", "sierra whiskey ", "123-45-",
        "123-45-6789 ", "deadbeef-", "deadbeef", "dead-beef-", "AAAA", "sk_live_", "AKIA", "eyJ", "eyJ.", "ghp_",
        "-----BEGIN ", "-----", "password: ", "password=", "my password is ", "password", "secret ", "token: a", "key=",
        "Bearer ", "Basic ", "born ", "born on ", "dob ", "dob: 1/1/", "card ", "ssn ", "phone ", "call ", "postcode ",
        // escapes
        "\\u0041", "\\n", "\\\\", "\\\"", "%41", "%25", "&amp;", "&#65;", "&#x41;", "=41", "YWJj", "6162",
        // phrases of a dialog
        "no ", "no, ", "not ", "not a ", "not 5 ", "not 5, ", "no, not 5 but ", "yes ", "yes, ", "ok ", "please ",
        "sorry ", "wait ", "actually ", "i mean ", "i meant 5 ", "make it ", "make it 5 ", "change ", "change it to ",
        "change the date to ", "instead ", "rather ", "don't ", "don't want ", "never mind ", "cancel ",
        "cancel my order ", "cancel and ", "forget it ", "stop ", "help ", "why ", "what ", "human ", "skip ",
        "i don't know ", "or ", "5 or ", "5 or 6 ", "either ", "and then ", "also ", "by the way ", ". and ", "; ",
        "the date ", "the date is ", "date: ", "the first ", "the second one ", "last one ", "add ", "add 5 ",
        "remove 5 ", "except ", "everything ", "without ", "none ",
        // words of the shipped bot, and long words
        "order ", "where is my order ", "refund ", "my refund ", "O-12345 ", "O-1", "O-",
        "how long does a refund take? ", "arrived broken ", "book a table ", "track ", "money back ", "wrong item ",
        "delivery address ", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa ", "refundd ", "ordre ",
        "internet ", "refund, order, ", "the lamp's "}) {
    all.push_back({piece});
  }
  // Runs of one piece, next to a text for which a recogniser scans the whole run.
  for (const char* run : {" ", "\u00b2", "a", "1", ".", "one ", "\u0301"}) {
    all.push_back({run, "my order is ", " and not 5"});
    all.push_back({run, "one", "one"});
    all.push_back({run, "no, make it ", ", 5 pm"});
    all.push_back({run, "- 1", "- 1 - 1 - 1"});
  }
  all.push_back({std::string(50, ' ') + "- 1 "});
  all.push_back({std::string(50, ' ') + "one "});
  return all;
}

}  // namespace parley
