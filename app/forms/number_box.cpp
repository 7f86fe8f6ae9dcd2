#include "forms/number_box.h"

#include <QLabel>
#include <QLineEdit>
#include <QLocale>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

namespace segplan {

NumberBox::NumberBox(QWidget *parent) : QAbstractSpinBox(parent), m_unit(new QLabel(this))
{
    setButtonSymbols(NoButtons);
    setCorrectionMode(CorrectToPreviousValue);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_unit->setProperty("unit", true);
    m_unit->setAttribute(Qt::WA_TransparentForMouseEvents);
    connect(lineEdit(), &QLineEdit::textEdited, this, &NumberBox::edited);
    connect(lineEdit(), &QLineEdit::textChanged, this, &NumberBox::placeUnit);
    connect(this, &QAbstractSpinBox::editingFinished, this, &NumberBox::finished);
}

void NumberBox::setLimits(double minimum, double maximum, int decimals)
{
    m_minimum = minimum;
    m_maximum = maximum;
    m_decimals = decimals;
}

void NumberBox::setGrouped(bool grouped)
{
    m_grouped = grouped;
}

void NumberBox::setUnit(const QString &unit)
{
    m_unit->setText(unit);
    placeUnit();
}

void NumberBox::setPlaceholder(const QString &text)
{
    lineEdit()->setPlaceholderText(text);
}

QString NumberBox::textOf(double value) const
{
    int digits = m_decimals;
    while (digits > 0 && std::abs(value * std::pow(10, digits - 1) - std::round(value * std::pow(10, digits - 1))) < 1e-9)
        --digits; // 48, not 48.0
    QLocale locale;
    if (!m_grouped)
        locale.setNumberOptions(QLocale::OmitGroupSeparator);
    return locale.toString(value, 'f', digits);
}

void NumberBox::setValue(std::optional<double> newValue)
{
    bool ok = false;
    const std::optional<double> now = value(&ok);
    if (ok && now == newValue && (newValue || lineEdit()->text().isEmpty()) && hasFocus())
        return; // the user is typing exactly this: leave the cursor alone
    lineEdit()->setText(newValue ? textOf(*newValue) : QString());
}

std::optional<double> NumberBox::value(bool *ok) const
{
    QString text = lineEdit()->text().trimmed();
    if (text.isEmpty()) {
        if (ok)
            *ok = true;
        return std::nullopt;
    }
    bool good = false;
    double number = QLocale().toDouble(text, &good);
    if (!good) { // grouping half typed, or the other decimal convention
        text.remove(QLocale().groupSeparator());
        number = QLocale::c().toDouble(text, &good);
    }
    if (ok)
        *ok = good && std::isfinite(number);
    return good ? std::optional<double>(number) : std::nullopt;
}

void NumberBox::showNeatly()
{
    bool ok = false;
    const std::optional<double> number = value(&ok);
    if (ok && number)
        lineEdit()->setText(textOf(*number));
}

void NumberBox::stepBy(int steps)
{
    const double step = m_decimals > 0 && m_maximum <= 10 ? std::pow(10, -m_decimals) : 1;
    const double from = value().value_or(m_minimum - (steps > 0 ? step : 0));
    lineEdit()->setText(textOf(std::clamp(from + steps * step, m_minimum, m_maximum)));
    lineEdit()->selectAll();
    emit edited();
}

QAbstractSpinBox::StepEnabled NumberBox::stepEnabled() const
{
    const std::optional<double> now = value();
    StepEnabled enabled = StepNone;
    if (!now || *now < m_maximum)
        enabled |= StepUpEnabled;
    if (now && *now > m_minimum)
        enabled |= StepDownEnabled;
    return enabled;
}

QValidator::State NumberBox::validate(QString &, int &) const
{
    return QValidator::Acceptable; // the plan's checks judge, and give the reason
}

void NumberBox::wheelEvent(QWheelEvent *event)
{
    event->ignore();
}

void NumberBox::resizeEvent(QResizeEvent *event)
{
    QAbstractSpinBox::resizeEvent(event);
    placeUnit();
}

void NumberBox::focusOutEvent(QFocusEvent *event)
{
    QAbstractSpinBox::focusOutEvent(event);
    showNeatly();
}

void NumberBox::changeEvent(QEvent *event)
{
    QAbstractSpinBox::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        placeUnit();
}

void NumberBox::placeUnit()
{
    // The number comes first: in a narrow box the unit makes room.
    const int text = fontMetrics().horizontalAdvance(lineEdit()->text().isEmpty() ? QStringLiteral("0000") : lineEdit()->text());
    const bool shown = !m_unit->text().isEmpty() && text + m_unit->sizeHint().width() + 26 <= width();
    m_unit->setVisible(shown);
    const QSize size = shown ? m_unit->sizeHint() : QSize();
    m_unit->setGeometry(width() - size.width() - 8, 0, size.width(), height());
    lineEdit()->setTextMargins(0, 0, shown ? size.width() + 8 : 0, 0);
}

QSize NumberBox::sizeHint() const
{
    QSize size = QAbstractSpinBox::sizeHint();
    size.setWidth(fontMetrics().averageCharWidth() * 14);
    return size;
}

QSize NumberBox::minimumSizeHint() const
{
    QSize size = QAbstractSpinBox::minimumSizeHint();
    size.setWidth(fontMetrics().averageCharWidth() * 6);
    return size;
}

} // namespace segplan
