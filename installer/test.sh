#!/usr/bin/env bash
# Installs what is missing, builds with warnings as errors and runs all tests (offscreen; no display needed).
# Usage: bash installer/test.sh [ctest options]
set -u
# shellcheck source=installer/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root" || die "cannot enter $root"

install_missing "${build_packages[@]}" "${test_packages[@]}"
build ci
say "Testing"
export QT_QPA_PLATFORM=offscreen
ctest --test-dir build/ci --output-on-failure -j "$(jobs_here)" "$@"
