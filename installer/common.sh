# Shared by run.sh and test.sh: what they need from Debian, and how they say what they do.
# shellcheck shell=bash

say() { printf '\n== %s\n' "$1"; }
die() {
    printf 'segplan: %s\n' "$1" >&2
    exit "${2:-1}"
}

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd) || die "cannot find the source folder"

# Everything a build and a start need, by Debian 12's names. fonts-noto-cjk: Chinese text in its Simplified forms.
build_packages=(
    build-essential cmake ninja-build
    qt6-base-dev qt6-tools-dev qt6-tools-dev-tools qt6-l10n-tools qt6-svg-dev qt6-translations-l10n
    libqcustomplot-dev nlohmann-json3-dev
    fonts-noto-core fonts-noto-cjk
)
# The tests read PDFs back.
test_packages=(poppler-utils)

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null 2>&1; then
        sudo "$@"
    else
        die "packages are missing and neither root nor sudo is at hand; as root: apt-get install ${*:4}"
    fi
}

# install_missing PACKAGE...: installs those that dpkg does not know as installed; does nothing when all are there.
install_missing() {
    command -v apt-get >/dev/null 2>&1 || die "this script needs apt-get (Debian 12 or a relative); install by hand: $*"
    local missing=() package
    for package in "$@"; do
        dpkg-query -W -f='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
    done
    if [ ${#missing[@]} -eq 0 ]; then
        say "All ${#} packages are installed"
        return 0
    fi
    say "Installing ${#missing[@]} packages: ${missing[*]}"
    as_root apt-get update -q || die "apt-get update failed: is there a network?"
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "${missing[@]}" \
        || die "apt-get could not install: ${missing[*]}"
}

jobs_here() {
    # A Qt source file takes up to a gigabyte while compiling.
    local cores memory
    cores=$(nproc)
    memory=$(awk '/MemAvailable/ { printf "%d", $2 / 1048576 }' /proc/meminfo)
    [ "$memory" -lt 1 ] && memory=1
    echo $((cores < memory ? cores : memory))
}

# build PRESET: configures and builds into build/PRESET.
build() {
    say "Building ($1, $(jobs_here) jobs)"
    cmake -S "$root" --preset "$1" -G Ninja >"$root/build-$1.log" 2>&1 || {
        tail -n 20 "$root/build-$1.log" >&2
        die "cmake could not configure the build (log: build-$1.log)"
    }
    cmake --build "$root/build/$1" -j "$(jobs_here)" || die "the build failed"
    rm -f "$root/build-$1.log"
}
