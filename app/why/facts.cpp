#include "why/facts.h"

#include "text/translated.h"

#include <QCoreApplication>

namespace segplan {

namespace {

struct Facts {
    Q_DECLARE_TR_FUNCTIONS(segplan::Facts)
};

void addSource(QStringList &lines, const Source &source)
{
    if (source.text.empty())
        return;
    const QString text = QString::fromStdString(source.text);
    lines << (source.date.empty() ? Facts::tr("Source: %1, undated").arg(text) : Facts::tr("Source: %1, %2", "source, date").arg(text, formatDate(source.date)));
}

QStringList calibrationLines(const std::string &key, const Knowledge &knowledge)
{
    QStringList lines;
    for (const Calibration &entry : knowledge.calibration) {
        if (entry.key != key)
            continue;
        const QString value = QStringLiteral("%1 %2").arg(QLocale().toString(entry.value, 'g', 4), QString::fromStdString(entry.unit));
        lines << (entry.scope.empty() ? value : Facts::tr("%1: %2", "GPU or architecture, value").arg(QString::fromStdString(entry.scope), value));
        if (entry.low && entry.high)
            lines << Facts::tr("Range %1 – %2").arg(QLocale().toString(*entry.low, 'g', 4), QLocale().toString(*entry.high, 'g', 4));
        if (!entry.note.empty())
            lines << translated(entry.note);
        addSource(lines, entry.source);
    }
    return lines;
}

} // namespace

QStringList factLines(const std::string &key, const Knowledge &knowledge)
{
    // "kind/id/property" or "price/type/region/model"; calibration keys hold no slash.
    const QStringList parts = QString::fromStdString(key).split(QLatin1Char('/'));
    const QString kind = parts.value(0);
    const std::string id = parts.value(1).toStdString();
    QStringList lines;
    if (kind == QLatin1String("calibration")) {
        lines = calibrationLines(id, knowledge);
    } else if (kind == QLatin1String("gpu")) {
        if (const Gpu *gpu = knowledge.gpu(id)) {
            lines << Facts::tr("%1, %2, compute capability %3", "GPU, architecture, number")
                         .arg(QString::fromStdString(gpu->id), QString::fromStdString(gpu->architecture), QString::fromStdString(gpu->computeCapability));
            addSource(lines, gpu->source);
        }
    } else if (kind == QLatin1String("instance") || kind == QLatin1String("instance_type")) {
        if (const InstanceType *type = knowledge.instanceType(id)) {
            lines << QString::fromStdString(type->id);
            addSource(lines, type->source);
        }
    } else if (kind == QLatin1String("dataset")) {
        if (const Dataset *dataset = knowledge.dataset(id)) {
            lines << translated(dataset->name);
            addSource(lines, dataset->source);
        }
    } else if (kind == QLatin1String("storage")) {
        if (const StorageKind *storage = knowledge.storageKind(id)) {
            lines << translated(storage->name);
            addSource(lines, storage->source);
        }
    } else if (kind == QLatin1String("price")) {
        for (const Price &price : knowledge.prices) {
            if (price.instanceType != id || price.region != parts.value(2).toStdString() || priceModelName(price.model) != parts.value(3).toStdString())
                continue;
            lines << formatMoney(price.amount);
            if (price.weak)
                lines << Facts::tr("One second-hand or undated observation.");
            if (price.estimate)
                lines << Facts::tr("Made by a rule, not quoted.");
            addSource(lines, price.source);
        }
    }
    if (lines.isEmpty())
        lines << QString::fromStdString(key);
    return lines;
}

} // namespace segplan
