#include "theme/palette.h"

namespace segplan {

namespace {

QColor rgb(unsigned value)
{
    return QColor::fromRgb(value);
}

Palette makeLight()
{
    Palette p;
    p.dark = false;
    p.ground = rgb(0xF6F7F9);
    p.panel = rgb(0xFFFFFF);
    p.field = rgb(0xFFFFFF);
    p.line = rgb(0xDFE3E8);
    p.grid = rgb(0xEDF0F3);
    p.text = rgb(0x1C232B);
    p.muted = rgb(0x66707C);
    p.accent = rgb(0x0F5FA8);
    p.accentGround = rgb(0xE8F1FA);
    p.fits = rgb(0x00805E);
    p.tight = rgb(0xB57600);
    p.no = rgb(0xB4441B);
    p.series = {rgb(0x0F5FA8), rgb(0x5AA0D6), rgb(0x9BC4E6), rgb(0x00805E), rgb(0x7BC4AC), rgb(0xB57600), rgb(0xC9CED6)};
    return p;
}

Palette makeDark()
{
    Palette p;
    p.dark = true;
    p.ground = rgb(0x15181C);
    p.panel = rgb(0x1C2026);
    p.field = rgb(0x22272E);
    p.line = rgb(0x30363E);
    p.grid = rgb(0x2A3037);
    p.text = rgb(0xE7EAEE);
    p.muted = rgb(0x98A2AE);
    p.accent = rgb(0x6BB2F0);
    p.accentGround = rgb(0x1E2F41);
    p.fits = rgb(0x3CC49A);
    p.tight = rgb(0xF0B341);
    p.no = rgb(0xF0835A);
    p.series = {rgb(0x6BB2F0), rgb(0x3D7FB8), rgb(0x28557D), rgb(0x3CC49A), rgb(0x257D63), rgb(0xF0B341), rgb(0x4A525C)};
    return p;
}

Palette makePaper()
{
    Palette p = makeLight();
    p.ground = rgb(0xFFFFFF);
    return p;
}

} // namespace

const Palette &lightPalette()
{
    static const Palette palette = makeLight();
    return palette;
}

const Palette &darkPalette()
{
    static const Palette palette = makeDark();
    return palette;
}

const Palette &paperPalette()
{
    static const Palette palette = makePaper();
    return palette;
}

} // namespace segplan
