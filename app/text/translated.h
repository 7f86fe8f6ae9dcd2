// Shows the core's sentences and values in the current language: translation and number formats happen here, at display time.
#pragma once

#include "base/text.h"
#include "ledger/ledger.h"
#include "units/units.h"

#include <QLocale>
#include <QString>

namespace segplan {

// The sentence in the current language (context "core" of the installed catalogue) with its values set in.
QString translated(const Text &text);
QString translated(const TextArg &value);
// A name or note from a knowledge file.
QString translated(const LocalText &text);

// Values on their own, in the current language. A no-break space stands between number and unit.
QString formatBytes(Bytes bytes); // "17.9 GiB", "412.0 MiB"
QString formatSeconds(Seconds seconds); // "6.1 h", "12.0 min", "0.41 s" / "6.1 小时"
QString formatHours(double hours); // "6.1 h"
QString formatMoney(Money money); // "¥ 61.70", "US$ 9.10"
QString formatPercent(double ratio, int decimals = 1); // 0.123 -> "12.3 %"
QString formatInteger(std::int64_t value); // grouped
QString formatNumber(double value, int decimals = 1);
QString formatDate(const std::string &iso); // "24 Sep 2026" / "2026年9月24日"; "2020-12" keeps to the month; other text as it is
QString formatQuantity(const Quantity &quantity); // with its unit

} // namespace segplan
