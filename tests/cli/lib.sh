# A small vocabulary for testing the `parley` command from outside. Sourced by every *_test here, which is called
# with the path of the command and must end with `finish`.
#
#   given 'line\nline'         what the next command reads from standard input (printf's escapes)
#   parley ARGS...             runs the command
#   exits 2                    its exit code was that
#   says 'text' ...            its standard output contains the texts; `line N 'text'`: in that line
#   never_says 'text'          neither output nor complaints contain the text
#   complains 'text'           its standard error contains the text; `content`: there was none
#
# A check that fails shows the command and all that it said; the test goes on and fails at the end.

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

# leave_out WHY: ends the test, which counts as skipped. Where everything must be tested (CI=true) it fails.
leave_out() {
  echo "left out: $1"
  [ -z "${CI:-}" ] || exit 1
  exit 77
}

# Whether there are pseudo-terminals.
has_terminals() { script --quiet --return --command true /dev/null </dev/null >/dev/null 2>&1; }

# at_terminal COMMAND: a shell's command, on a terminal
at_terminal() {
  last="$1 (terminal)"
  code=0
  script --quiet --return --command "$1" /dev/null <"$scratch/in" >"$scratch/out" 2>"$scratch/err" || code=$?
  : >"$scratch/in"
}

# check WHAT CONDITION...
check() {
  local what=$1
  shift
  checks=$((checks + 1))
  "$@" && return
  failures=$((failures + 1))
  printf 'FAILED: %s\n  expected: %s\n  exit %s\n' "$last" "$what" "$code"
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
  for text in "$@"; do check "a complaint with '$text'" contains "$scratch/err" "$text"; done
}
line() { check "'$2' in line $1" in_line "$1" "$2"; }
lines() { check "$1 lines" test "$(wc -l <"$scratch/out")" = "$1"; }
content() { check "no complaint" test ! -s "$scratch/err"; }
never_says() {
  check "nowhere '$1'" lacks "$scratch/out" "$1"
  check "nowhere '$1'" lacks "$scratch/err" "$1"
}

finish() {
  [ $checks -gt 0 ] && [ $failures = 0 ] && exit 0
  printf '%s of %s checks failed\n' "$failures" "$checks"
  exit 1
}
