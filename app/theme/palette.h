// The colours of the window, the charts and the PDF. One plain struct, no widget types: anything that paints can take it.
#pragma once

#include <QColor>
#include <array>

namespace segplan {

// Meanings, not places: fits / tight / no are never used for decoration and always stand beside a word or a mark.
struct Palette {
    bool dark = false;
    QColor ground; // window
    QColor panel; // cards and form
    QColor field; // editors
    QColor line; // hairlines
    QColor grid; // chart grid
    QColor text;
    QColor muted;
    QColor accent; // selection, taken path, primary button: nothing else
    QColor accentGround;
    QColor fits, tight, no;
    std::array<QColor, 7> series; // stacked parts, in this order
};

const Palette &lightPalette();
const Palette &darkPalette();
const Palette &paperPalette(); // PDF and exported pictures: the light one on pure white

} // namespace segplan
