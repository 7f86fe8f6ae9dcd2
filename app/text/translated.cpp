#include "text/translated.h"

#include <QCoreApplication>
#include <QDate>
#include <cmath>

namespace segplan {

namespace {

// "%1 h" and the like: whole phrases, so that a language may turn the order round. Number and unit stay on one line.
QString unit(const char *phrase, const QString &number)
{
    return QCoreApplication::translate("Units", phrase).replace(u' ', QChar(0x00a0)).arg(number);
}

QString number(double value, int decimals) { return QLocale().toString(value, 'f', decimals); }

QString bytesText(double bytes)
{
    constexpr double kib = 1024, mib = kib * 1024, gib = mib * 1024, tib = gib * 1024;
    const double magnitude = std::fabs(bytes);
    if (magnitude >= 10 * tib)
        return unit(QT_TRANSLATE_NOOP("Units", "%1 TiB"), number(bytes / tib, 1));
    if (magnitude >= 0.1 * gib)
        return unit(QT_TRANSLATE_NOOP("Units", "%1 GiB"), number(bytes / gib, 1));
    if (magnitude >= 0.1 * mib)
        return unit(QT_TRANSLATE_NOOP("Units", "%1 MiB"), number(bytes / mib, 1));
    return unit(QT_TRANSLATE_NOOP("Units", "%1 B"), number(bytes, 0));
}

QString hoursText(double hours) { return unit(QT_TRANSLATE_NOOP("Units", "%1 h"), number(hours, 1)); }

QString secondsText(double seconds)
{
    const double magnitude = std::fabs(seconds);
    if (magnitude >= 3600)
        return hoursText(seconds / 3600);
    if (magnitude >= 60)
        return unit(QT_TRANSLATE_NOOP("Units", "%1 min"), number(seconds / 60, 1));
    if (magnitude >= 1)
        return unit(QT_TRANSLATE_NOOP("Units", "%1 s"), number(seconds, 2));
    return unit(QT_TRANSLATE_NOOP("Units", "%1 ms"), number(seconds * 1000, magnitude < 0.01 ? 2 : 0));
}

QString moneyText(double amount, const QString &currency)
{
    const QString figure = number(std::fabs(amount), 2);
    const QString sign = amount < 0 ? QStringLiteral("\u2212") : QString();
    if (currency == QLatin1String("CNY"))
        return sign + unit(QT_TRANSLATE_NOOP("Units", "¥ %1"), figure);
    if (currency == QLatin1String("USD"))
        return sign + unit(QT_TRANSLATE_NOOP("Units", "US$ %1"), figure);
    return sign + currency + QChar(0x00a0) + figure;
}

QString percentText(double ratio, int decimals)
{
    return unit(QT_TRANSLATE_NOOP("Units", "%1 %"), number(ratio * 100, decimals));
}

QString dateText(const QString &iso)
{
    const bool chinese = QLocale().language() == QLocale::Chinese;
    if (const QDate day = QDate::fromString(iso, Qt::ISODate); day.isValid() && iso.size() == 10)
        return chinese ? QLocale().toString(day, QStringLiteral("yyyy年M月d日")) : QLocale().toString(day, QStringLiteral("d MMM yyyy"));
    if (const QDate month = QDate::fromString(iso + QStringLiteral("-01"), Qt::ISODate); month.isValid() && iso.size() == 7)
        return chinese ? QLocale().toString(month, QStringLiteral("yyyy年M月")) : QLocale().toString(month, QStringLiteral("MMM yyyy"));
    return iso;
}

// A rate with a decimal prefix: 1.25e14 -> "125.0 T".
QString prefixed(double value)
{
    constexpr struct { double size; const char *prefix; } steps[] = {{1e15, "P"}, {1e12, "T"}, {1e9, "G"}, {1e6, "M"}, {1e3, "k"}};
    for (const auto &step : steps) {
        if (std::fabs(value) >= step.size)
            return number(value / step.size, 1) + QChar(0x00a0) + QLatin1String(step.prefix);
    }
    return number(value, 1) + QChar(0x00a0);
}

} // namespace

QString translated(const LocalText &text)
{
    const bool chinese = QLocale().language() == QLocale::Chinese;
    const std::string &wanted = chinese ? text.zhCN : text.en;
    return QString::fromStdString(wanted.empty() ? (chinese ? text.en : text.zhCN) : wanted);
}

QString translated(const TextArg &value)
{
    switch (value.kind) {
    case TextArg::Kind::Verbatim: return QString::fromStdString(value.verbatim);
    case TextArg::Kind::Localized: return translated(value.localized);
    case TextArg::Kind::Sentence: return value.sentence ? translated(*value.sentence) : QString();
    case TextArg::Kind::Integer: return number(value.number, 0);
    case TextArg::Kind::Number: return number(value.number, value.decimals);
    case TextArg::Kind::Bytes: return bytesText(value.number);
    case TextArg::Kind::Seconds: return secondsText(value.number);
    case TextArg::Kind::Money: return moneyText(value.number, QString::fromStdString(value.verbatim));
    case TextArg::Kind::Percent: return percentText(value.number, value.decimals);
    case TextArg::Kind::Date: return dateText(QString::fromStdString(value.verbatim));
    }
    return {};
}

QString translated(const Text &text)
{
    if (text.empty())
        return {};
    const QString sentence = QCoreApplication::translate("core", text.source);
    // Not QString::arg(): a value may itself hold "%1", and a translation may use a placeholder twice.
    QString out;
    out.reserve(sentence.size() + 32);
    for (qsizetype at = 0; at < sentence.size(); ++at) {
        const QChar c = sentence[at];
        const QChar digit = at + 1 < sentence.size() ? sentence[at + 1] : QChar();
        if (c != u'%' || digit < u'1' || digit > u'9') {
            out += c;
            continue;
        }
        ++at;
        const auto index = static_cast<std::size_t>(digit.unicode() - u'1');
        if (index < text.args.size())
            out += translated(text.args[index]);
    }
    return out;
}

QString formatBytes(Bytes bytes) { return bytesText(static_cast<double>(bytes.count())); }
QString formatSeconds(Seconds seconds) { return secondsText(seconds.count()); }
QString formatHours(double hours) { return hoursText(hours); }
QString formatMoney(Money money) { return moneyText(money.amount(), QString::fromLatin1(currencyCode(money.currency()))); }
QString formatPercent(double ratio, int decimals) { return percentText(ratio, decimals); }
QString formatInteger(std::int64_t value) { return QLocale().toString(static_cast<qlonglong>(value)); }
QString formatNumber(double value, int decimals) { return number(value, decimals); }
QString formatDate(const std::string &iso) { return dateText(QString::fromStdString(iso)); }

QString formatQuantity(const Quantity &quantity)
{
    const double n = quantity.number;
    const auto plain = [](double value) {
        const double magnitude = std::fabs(value);
        const bool whole = value == std::floor(value) && magnitude < 1e15;
        return number(value, whole ? 0 : magnitude < 0.1 ? 4 : magnitude < 10 ? 3 : 1);
    };
    switch (quantity.unit) {
    case Quantity::Unit::Count:
    case Quantity::Unit::Ratio: return plain(n);
    case Quantity::Unit::Bytes: return bytesText(n);
    case Quantity::Unit::Flops: return unit(QT_TRANSLATE_NOOP("Units", "%1FLOP"), prefixed(n));
    case Quantity::Unit::Seconds: return secondsText(n);
    case Quantity::Unit::Money: return moneyText(n, QString::fromLatin1(currencyCode(quantity.currency)));
    case Quantity::Unit::BytesPerSecond: return unit(QT_TRANSLATE_NOOP("Units", "%1B/s"), prefixed(n));
    case Quantity::Unit::FlopsPerSecond: return unit(QT_TRANSLATE_NOOP("Units", "%1FLOPS"), prefixed(n));
    case Quantity::Unit::Images: return unit(QT_TRANSLATE_NOOP("Units", "%1 images"), plain(n));
    case Quantity::Unit::Hours: return hoursText(n);
    case Quantity::Unit::PerSecond: return unit(QT_TRANSLATE_NOOP("Units", "%1 per second"), plain(n));
    }
    return plain(n);
}

} // namespace segplan
