# Functions shared by the scripts. Scripts source this file; it changes to the root of the repository.

set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

say() { printf '\n==> %s\n' "$*"; }

fail() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# Prints the comment at the top of the script and exits, if --help is given.
help_if_asked() {
  case "${1:-}" in
    -h | --help) sed -n '2,/^$/ s/^# \{0,1\}//p' "$0" && exit 0 ;;
  esac
}

# Prints how many tests run at the same time. It is twice the number of cores, because many tests wait for the disk, for
# a timeout or for another process.
parallel_tests() { echo $((2 * $(nproc))); }

# stage NAME COMMAND...: runs a stage of .ci/run or .ci/nightly in a shell of its own, and prints its duration.
passed_stages=() failed_stages=()
stage() {
  local name=$1 began=$SECONDS
  shift
  say "stage $name"
  if ("$@"); then
    passed_stages+=("$name")
    say "stage $name passed in $((SECONDS - began)) s"
  else
    failed_stages+=("$name")
    say "stage $name FAILED after $((SECONDS - began)) s"
  fi
}

# Counts the stages. Fails if one failed.
end_stages() {
  say "${#passed_stages[@]} passed, ${#failed_stages[@]} failed${failed_stages[*]:+: ${failed_stages[*]}}"
  [ ${#failed_stages[@]} = 0 ]
}

packages_of() {
  local group
  for group in "$@"; do
    sed -n "s/^$group  *//p" scripts/packages
  done | tr -s ' \n' '\n'
}

# Runs a command as root. Without a terminal, sudo cannot ask for a password.
as_root() {
  if [ "$(id -u)" = 0 ]; then
    "$@"
  elif [ -t 0 ]; then
    sudo "$@"
  else
    sudo -n "$@"
  fi
}

may_be_root() {
  [ "$(id -u)" = 0 ] && return
  command -v sudo >/dev/null && { [ -t 0 ] || sudo -n true 2>/dev/null; }
}

apt() { as_root env DEBIAN_FRONTEND=noninteractive apt-get --quiet "$@"; }

# install_packages GROUP...: installs the missing packages of the groups. Updates the package lists only if they are
# missing or out of date.
install_packages() {
  if ! command -v dpkg-query >/dev/null; then
    say "This is not Debian: no packages are installed (scripts/packages lists Debian's names)"
    return
  fi
  local package missing=()
  for package in $(packages_of "$@"); do
    [ "$(dpkg-query --show --showformat '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] ||
      missing+=("$package")
  done
  [ ${#missing[@]} -gt 0 ] || return 0

  local install=(install --yes --no-install-recommends "${missing[@]}")
  may_be_root || fail "installing packages needs root. Run this as root, then try again:
  apt-get ${install[*]}"
  say "Installing ${missing[*]}"
  compgen -G '/var/lib/apt/lists/*_Packages*' >/dev/null || apt update
  apt "${install[@]}" || { apt update && apt "${install[@]}"; } || fail "cannot install ${missing[*]}"
}

# configure PRESET [CMAKE OPTIONS]: configures build/PRESET.
configure() {
  local preset=$1 launcher=()
  shift
  command -v ccache >/dev/null && launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache)
  say "Building in build/$preset"
  cmake --preset "$preset" "${launcher[@]}" "$@"
}

# build PRESET [CMAKE OPTIONS]: configures and builds in build/PRESET.
build() { configure "$@" && cmake --build "build/$1"; }

# Prints the files of the repository that match name patterns: sources '*.h' '*.cc'.
sources() {
  local pattern names=()
  for pattern in "$@"; do names+=(-o -name "$pattern"); done
  find . \( -name build -o -name .git \) -prune -o -type f \( "${names[@]:1}" \) -print | sed 's,^\./,,' | sort
}

# install_from_npm FOLDER PACKAGE...: installs Node and these packages into build/FOLDER, unless the same ones are
# installed already, and puts Node on the PATH. Debian's npm is installed if there is none.
install_from_npm() {
  local folder=$PWD/build/$1 platform=linux-x64
  [ "$(uname -m)" != aarch64 ] || platform=linux-arm64
  shift
  local packages=("node-$platform@22.23.3" "$@")
  export PATH=$folder/node_modules/node-$platform/bin:$PATH
  [ "$(cat "$folder/packages" 2>/dev/null)" != "${packages[*]}" ] || return 0
  command -v npm >/dev/null || install_packages mcp
  say "Installing ${packages[*]}"
  rm -rf "$folder" && mkdir -p "$folder"
  echo '{"private": true}' >"$folder/package.json"
  timeout 300 npm --prefix "$folder" install --no-audit --no-fund --ignore-scripts --loglevel=error --fetch-retries=1 \
    --fetch-retry-mintimeout=2000 --fetch-timeout=60000 "${packages[@]}" ||
    fail "cannot install the packages from $(npm config get registry); no test ran.
Check that the npm registry is reachable, or set another one with npm_config_registry, then run this script again."
  echo "${packages[*]}" >"$folder/packages"
}

# start_server FOLDER BOT OPTION...: starts `$PARLEY serve`, and sets server_url. It stops an earlier server. The output
# goes to files in FOLDER.
start_server() {
  local folder=$1
  shift
  stop_server
  trap stop_server EXIT
  "$PARLEY" serve "$@" --no-cache --listen 127.0.0.1:0 >"$folder/server" 2>"$folder/server_errors" &
  server=$!
  for _ in $(seq 1200); do
    grep -q "listens on" "$folder/server" && break
    kill -0 "$server" 2>/dev/null || break
    read -rt 0.05 <> <(:) || true
  done
  server_url=$(sed -n 's/.*listens on //p' "$folder/server")
  [ -n "$server_url" ] || fail "the server did not start: $(cat "$folder/server_errors")"
}
stop_server() {
  [ -z "${server:-}" ] || { kill "$server" 2>/dev/null && wait "$server" 2>/dev/null || true; }
  server=
}
