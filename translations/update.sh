#!/usr/bin/env bash
# Collects every sentence of core and app into the translation files; existing translations stay.
# The English file holds plural forms only.
set -eu
cd "$(dirname "${BASH_SOURCE[0]}")/.."
lupdate=$(qtpaths6 --query QT_HOST_BINS 2>/dev/null || echo /usr/lib/qt6/bin)/lupdate
"$lupdate" -silent -locations none -no-obsolete -target-language zh_CN -tr-function-alias QT_TRANSLATE_NOOP+=SP_T -extensions cpp,h core app -ts translations/segplan_zh_CN.ts
"$lupdate" -silent -locations none -no-obsolete -target-language en -pluralonly -tr-function-alias QT_TRANSLATE_NOOP+=SP_T -extensions cpp,h core app -ts translations/segplan_en.ts
