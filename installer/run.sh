#!/usr/bin/env bash
# Installs what is missing, builds SegPlan and starts it with the sample plan.
# Without a display it runs the same plan on the command line, prints the recommendation and the command, and writes the PDF.
# Usage: bash installer/run.sh [PLAN.segplan]
set -u
# shellcheck source=installer/common.sh
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
cd "$root" || die "cannot enter $root"

plan=${1:-resources/examples/industrial.segplan}
[ -r "$plan" ] || die "no such plan: $plan" 2

install_missing "${build_packages[@]}"
build release
program=$root/build/release/app/segplan

if [ -n "${DISPLAY:-}" ] || [ -n "${WAYLAND_DISPLAY:-}" ]; then
    say "Starting the window with $plan"
    exec "$program" "$plan"
fi

say "No display: running $plan on the command line"
"$program" plan "$plan"
status=$?
[ "$status" -le 1 ] || die "the plan could not be evaluated" "$status"
say "The command"
"$program" command "$plan" || die "no command could be made"
report=$root/out/$(basename "${plan%.segplan}").pdf
mkdir -p "$(dirname "$report")" || die "cannot create $(dirname "$report")" 3
"$program" report "$plan" -o "$report" || die "the report could not be written" 3
say "Report: $report"
exit "$status"
