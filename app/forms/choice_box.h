// Combo boxes for one choice (searchable when long) and for several.
#pragma once

#include <QComboBox>
#include <QString>
#include <QVector>
#include <optional>

namespace segplan {

struct ChoiceItem {
    QString id;
    QString name; // in the current language
    QString detail; // muted, to the right; may be empty
    bool operator==(const ChoiceItem &) const = default;
};

// One of a list. From `searchableFrom` items on the text can be typed: any part of a name or id finds it.
class ChoiceBox : public QComboBox {
    Q_OBJECT
public:
    static constexpr int searchableFrom = 9;
    explicit ChoiceBox(QWidget *parent = nullptr);

    void setItems(const QVector<ChoiceItem> &items, const std::optional<QString> &unsetText);
    void setCurrentId(const std::optional<QString> &id); // no signal; nothing = unset
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    // What the user chose; nothing = unset. Text that matches no item is handed over as it was typed.
    void chosen(const std::optional<QString> &id);

protected:
    void wheelEvent(QWheelEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void showPopup() override;

private:
    void takeTypedText();
    void makeSearchable(bool searchable);

    QVector<ChoiceItem> m_items;
    std::optional<QString> m_unsetText;
    bool m_filled = false;
};

// Any number of a list: a combo box whose list has check marks and stays open.
class MultiChoiceBox : public QComboBox {
    Q_OBJECT
public:
    explicit MultiChoiceBox(QWidget *parent = nullptr);

    void setItems(const QVector<ChoiceItem> &items, const QString &noneText);
    void setCurrentIds(const QStringList &ids); // no signal
    QStringList currentIds() const;
    QString summary() const; // the chosen names
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void chosen(const QStringList &ids);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void showPopup() override;

private:
    void toggle(const QModelIndex &index);

    QVector<ChoiceItem> m_items;
    QString m_noneText;
};

} // namespace segplan
