// A number with its unit, typed freely and stepped with the arrow keys.
#pragma once

#include <QAbstractSpinBox>
#include <optional>

class QLabel;

namespace segplan {

// Unlike QSpinBox it lets a wrong number stand, so that the form can say why it is wrong instead of bending it silently.
// The wheel never changes it: a form scrolls.
class NumberBox : public QAbstractSpinBox {
    Q_OBJECT
public:
    explicit NumberBox(QWidget *parent = nullptr);

    void setLimits(double minimum, double maximum, int decimals); // bounds of stepping only
    void setGrouped(bool grouped); // 12,000 or 12000
    void setUnit(const QString &unit);
    void setPlaceholder(const QString &text); // shown for no value
    void setValue(std::optional<double> value); // no signal
    // The typed number; nothing when the box is empty. `ok` tells a number or empty from other text.
    std::optional<double> value(bool *ok = nullptr) const;
    void showNeatly(); // the number with its grouping, as the locale writes it

    void stepBy(int steps) override;
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void edited(); // by the user, at each change
    void finished();

protected:
    StepEnabled stepEnabled() const override;
    QValidator::State validate(QString &input, int &position) const override;
    void wheelEvent(QWheelEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    QString textOf(double value) const;
    void placeUnit();

    QLabel *m_unit;
    double m_minimum = 0, m_maximum = 0;
    int m_decimals = 0;
    bool m_grouped = true;
};

} // namespace segplan
