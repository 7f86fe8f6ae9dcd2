// A foldable part of the form: heading, rows, and "more options" for the expert ones.
#pragma once

#include "forms/form_row.h"

#include <QWidget>
#include <vector>

class QPushButton;
class QVBoxLayout;

namespace segplan {

class FormSection : public QWidget {
    Q_OBJECT
public:
    FormSection(FieldSection section, QWidget *parent);

    FieldSection section() const { return m_section; }
    void addRow(FormRow *row);
    const std::vector<FormRow *> &rows() const { return m_rows; }
    void setOpen(bool open);
    bool isOpen() const { return m_open; }
    void reveal(FormRow *row); // opens what hides it
    void refresh(); // which rows show, and the texts
    void applyPalette(const Palette &palette);
    static QString title(FieldSection section);
    static QString id(FieldSection section); // "model" "data" ...

private:
    FieldSection m_section;
    QPushButton *m_header;
    QPushButton *m_more;
    QWidget *m_body;
    QVBoxLayout *m_layout;
    std::vector<FormRow *> m_rows;
    QColor m_muted;
    bool m_open = true;
    bool m_all = false; // expert rows too
};

} // namespace segplan
