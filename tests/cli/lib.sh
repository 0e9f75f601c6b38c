# Functions for testing the `parley` command. Every *_test here sources this file. Each test is called with the path of
# the command and must end with `finish`.
#
#   given 'line\nline'         sets the standard input of the next command (printf's escapes)
#   parley ARGS...             runs the command
#   exits 2                    checks the exit code
#   says 'text' ...            standard output contains the texts; `line N 'text'`: line N contains the text
#   never_says 'text'          the text is in neither output
#   complains 'text'           standard error contains the text; the function `content`: standard error is empty
#
# A failed check prints the command and its whole output. The test continues and fails at the end.

set -uo pipefail
command=$(realpath -e "${1:?path of the parley command}") || exit 1
cd "$(dirname "${BASH_SOURCE[0]}")"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
: >"$scratch/in"
checks=0
failures=0

given() { printf '%b' "$1" >"$scratch/in"; }

parley() {
  last="parley $*"
  code=0
  "$command" "$@" <"$scratch/in" >"$scratch/out" 2>"$scratch/err" || code=$?
  : >"$scratch/in"
}

# leave_out REASON: skips the test. With CI=true it fails instead.
leave_out() {
  echo "skipped: $1"
  [ -z "${CI:-}" ] || exit 1
  exit 77
}

# Returns whether pseudo-terminals are available.
has_terminals() { script --quiet --return --command true /dev/null </dev/null >/dev/null 2>&1; }

# at_terminal COMMAND: runs a shell command on a pseudo-terminal
at_terminal() {
  last="$1 (terminal)"
  code=0
  script --quiet --return --command "$1" /dev/null <"$scratch/in" >"$scratch/out" 2>"$scratch/err" || code=$?
  : >"$scratch/in"
}

# check EXPECTATION CONDITION...
check() {
  local expectation=$1
  shift
  checks=$((checks + 1))
  "$@" && return
  failures=$((failures + 1))
  printf 'FAILED: %s\n  expected: %s\n  exit %s\n' "$last" "$expectation" "$code"
  sed 's/^/  out| /' "$scratch/out"
  sed 's/^/  err| /' "$scratch/err"
}

contains() { grep --quiet --fixed-strings --regexp="$2" "$1"; }
lacks() { ! contains "$@"; }
in_line() { sed -n "$1p" "$scratch/out" | grep --quiet --fixed-strings --regexp="$2"; }

exits() { check "exit code $1" test "$code" = "$1"; }
says() {
  local text
  for text in "$@"; do check "output with '$text'" contains "$scratch/out" "$text"; done
}
complains() {
  local text
  for text in "$@"; do check "an error with '$text'" contains "$scratch/err" "$text"; done
}
line() { check "'$2' in line $1" in_line "$1" "$2"; }
lines() { check "$1 lines" test "$(wc -l <"$scratch/out")" = "$1"; }
content() { check "no error" test ! -s "$scratch/err"; }
never_says() {
  check "no output with '$1'" lacks "$scratch/out" "$1"
  check "no output with '$1'" lacks "$scratch/err" "$1"
}

finish() {
  [ $checks -gt 0 ] && [ $failures = 0 ] && exit 0
  printf '%s of %s checks failed\n' "$failures" "$checks"
  exit 1
}
