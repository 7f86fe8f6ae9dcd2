// How full one GPU would be: the estimate, its 90 % range, and what the card really gives.
#pragma once

#include "theme/palette.h"

#include <QWidget>
#include <optional>

namespace segplan {

class FitBar : public QWidget {
    Q_OBJECT
public:
    explicit FitBar(QWidget *parent = nullptr);

    struct Values {
        double low = 0, mid = 0, high = 0; // bytes
        std::optional<double> usable; // absent: unknown
        QColor colour; // of the verdict
    };
    void setValues(const std::optional<Values> &values);
    void applyPalette(const Palette &palette);
    QSize sizeHint() const override { return {210, 22}; }
    QSize minimumSizeHint() const override { return {120, 22}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    std::optional<Values> m_values;
    Palette m_palette = lightPalette();
};

} // namespace segplan
