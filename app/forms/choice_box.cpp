#include "forms/choice_box.h"

#include "theme/theme.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QMouseEvent>
#include <QPainter>
#include <QStandardItemModel>
#include <QStyledItemDelegate>
#include <QStylePainter>
#include <QTimer>
#include <QWheelEvent>
#include <algorithm>

namespace segplan {

namespace {

constexpr int idRole = Qt::UserRole;
constexpr int detailRole = Qt::UserRole + 1;
constexpr int gap = 24; // between a name and its detail

// A row of a list: check mark where it has one, name left, detail muted and right-aligned.
class ChoiceDelegate : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;
    static constexpr int inset = 9, check = 14;

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const Palette &colours = Theme::current();
        painter->save();
        const bool lit = option.state & (QStyle::State_Selected | QStyle::State_MouseOver);
        painter->fillRect(option.rect, lit ? colours.accentGround : colours.panel);
        QRect room = option.rect.adjusted(inset, 0, -inset, 0);
        const QVariant state = index.data(Qt::CheckStateRole);
        if (state.isValid()) {
            const bool checked = state.toInt() == Qt::Checked;
            const QRectF box(room.left() + 0.5, room.center().y() - check / 2 + 0.5, check - 1, check - 1);
            painter->setRenderHint(QPainter::Antialiasing);
            painter->setPen(checked ? colours.accent : blended(colours.line, colours.muted, 0.7));
            painter->setBrush(checked ? colours.accent : colours.field);
            painter->drawRoundedRect(box, 3, 3);
            if (checked) {
                painter->setPen(QPen(colours.dark ? colours.ground : colours.panel, 1.6, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
                painter->drawPolyline(QPolygonF({box.topLeft() + QPointF(3, 7), box.topLeft() + QPointF(5.6, 9.6), box.topLeft() + QPointF(10.2, 4)}));
            }
            room.setLeft(room.left() + check + inset);
        }
        painter->setFont(option.font);
        const QString detail = index.data(detailRole).toString();
        const int taken = detail.isEmpty() ? 0 : std::min(option.fontMetrics.horizontalAdvance(detail) + gap + 4, room.width() / 2);
        painter->setPen(colours.text);
        painter->drawText(room.adjusted(0, 0, -taken, 0), Qt::AlignVCenter | Qt::AlignLeft,
                          option.fontMetrics.elidedText(index.data().toString(), Qt::ElideRight, room.width() - taken));
        painter->setPen(colours.muted);
        painter->drawText(room, Qt::AlignVCenter | Qt::AlignRight, option.fontMetrics.elidedText(detail, Qt::ElideRight, std::max(0, taken - gap)));
        painter->restore();
    }
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override
    {
        const QString detail = index.data(detailRole).toString();
        const int marks = index.data(Qt::CheckStateRole).isValid() ? check + inset : 0;
        const int details = detail.isEmpty() ? 0 : gap + option.fontMetrics.horizontalAdvance(detail);
        return {2 * inset + marks + option.fontMetrics.horizontalAdvance(index.data().toString()) + details, std::max(26, option.fontMetrics.height() + 8)};
    }
};

void preparePopup(QComboBox *box)
{
    auto *list = new QListView(box);
    box->setView(list);
    list->setItemDelegate(new ChoiceDelegate(list));
    list->setTextElideMode(Qt::ElideRight);
    list->setMouseTracking(true);
    box->setMaxVisibleItems(18);
    box->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    box->setMinimumContentsLength(6);
    box->setFocusPolicy(Qt::StrongFocus);
}

void widenPopup(QComboBox *box)
{
    const int wanted = box->view()->sizeHintForColumn(0) + 28;
    box->view()->setMinimumWidth(std::clamp(wanted, box->width(), std::max(box->width(), 460)));
}

QSize narrowed(QSize size, const QWidget *box, int characters)
{
    size.setWidth(box->fontMetrics().averageCharWidth() * characters);
    return size;
}

} // namespace

ChoiceBox::ChoiceBox(QWidget *parent) : QComboBox(parent)
{
    preparePopup(this);
    setInsertPolicy(NoInsert);
    connect(this, &QComboBox::activated, this, [this](int index) {
        const QVariant id = itemData(index, idRole);
        emit chosen(id.isValid() ? std::optional<QString>(id.toString()) : std::nullopt);
    });
}

void ChoiceBox::setItems(const QVector<ChoiceItem> &items, const std::optional<QString> &unsetText)
{
    if (m_filled && items == m_items && unsetText == m_unsetText)
        return;
    m_filled = true;
    m_items = items;
    m_unsetText = unsetText;
    const QSignalBlocker block(this);
    clear();
    if (unsetText)
        addItem(*unsetText);
    for (const ChoiceItem &item : items) {
        addItem(item.name, item.id);
        setItemData(count() - 1, item.detail, detailRole);
        if (!item.detail.isEmpty())
            setItemData(count() - 1, QStringLiteral("%1 · %2").arg(item.name, item.detail), Qt::AccessibleDescriptionRole);
    }
    makeSearchable(items.size() >= searchableFrom);
}

void ChoiceBox::makeSearchable(bool searchable)
{
    if (searchable == isEditable())
        return;
    setEditable(searchable);
    if (!searchable)
        return;
    auto *finder = new QCompleter(model(), this);
    finder->setFilterMode(Qt::MatchContains);
    finder->setCaseSensitivity(Qt::CaseInsensitive);
    finder->setCompletionMode(QCompleter::PopupCompletion);
    finder->popup()->setObjectName(QStringLiteral("completerPopup"));
    finder->popup()->setItemDelegate(new ChoiceDelegate(finder->popup()));
    setCompleter(finder);
    lineEdit()->setObjectName(objectName() + QStringLiteral("_text"));
    lineEdit()->setTextMargins(-2, 0, 0, 0); // in line with the combo boxes that cannot be typed into
    connect(lineEdit(), &QLineEdit::editingFinished, this, &ChoiceBox::takeTypedText);
}

void ChoiceBox::takeTypedText()
{
    const QString typed = currentText().trimmed();
    if (currentIndex() >= 0 && itemText(currentIndex()) == typed)
        return; // nothing typed, or chosen from the list
    // Whole name or id first, then the only name that contains the text.
    int found = -1, containing = 0, last = -1;
    for (int i = 0; i < count(); ++i) {
        if (itemText(i).compare(typed, Qt::CaseInsensitive) == 0 || itemData(i, idRole).toString().compare(typed, Qt::CaseInsensitive) == 0) {
            found = i;
            break;
        }
        if (!typed.isEmpty() && itemText(i).contains(typed, Qt::CaseInsensitive)) {
            ++containing;
            last = i;
        }
    }
    if (found < 0 && containing == 1)
        found = last;
    if (found < 0) {
        emit chosen(typed);
        return;
    }
    setCurrentIndex(found);
    const QVariant id = itemData(found, idRole);
    emit chosen(id.isValid() ? std::optional<QString>(id.toString()) : std::nullopt);
}

void ChoiceBox::setCurrentId(const std::optional<QString> &id)
{
    const QSignalBlocker block(this);
    const int index = id ? findData(*id, idRole) : (m_unsetText ? 0 : -1);
    setCurrentIndex(index);
    if (isEditable()) {
        const QString shown = index >= 0 ? itemText(index) : id.value_or(QString());
        if (lineEdit()->text() != shown)
            lineEdit()->setText(shown);
        if (!hasFocus())
            lineEdit()->setCursorPosition(0); // the beginning of a long name tells more than its end
    }
}

void ChoiceBox::wheelEvent(QWheelEvent *event)
{
    event->ignore();
}

void ChoiceBox::focusInEvent(QFocusEvent *event)
{
    QComboBox::focusInEvent(event);
    if (isEditable())
        QTimer::singleShot(0, lineEdit(), &QLineEdit::selectAll); // after the click that brought the focus
}

void ChoiceBox::showPopup()
{
    widenPopup(this);
    QComboBox::showPopup();
}

QSize ChoiceBox::sizeHint() const
{
    return narrowed(QComboBox::sizeHint(), this, 16);
}

QSize ChoiceBox::minimumSizeHint() const
{
    return narrowed(QComboBox::minimumSizeHint(), this, 10);
}

MultiChoiceBox::MultiChoiceBox(QWidget *parent) : QComboBox(parent)
{
    preparePopup(this);
    setModel(new QStandardItemModel(this));
    view()->viewport()->installEventFilter(this);
    view()->installEventFilter(this);
}

void MultiChoiceBox::setItems(const QVector<ChoiceItem> &items, const QString &noneText)
{
    m_noneText = noneText;
    if (items == m_items && model()->rowCount() == static_cast<int>(items.size())) {
        update();
        return;
    }
    const QStringList checked = currentIds();
    m_items = items;
    auto *list = static_cast<QStandardItemModel *>(model());
    list->clear();
    for (const ChoiceItem &item : items) {
        auto *entry = new QStandardItem(item.name);
        entry->setData(item.id, idRole);
        entry->setData(item.detail, detailRole);
        entry->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemIsUserCheckable);
        entry->setCheckState(checked.contains(item.id) ? Qt::Checked : Qt::Unchecked);
        list->appendRow(entry);
    }
    setCurrentIndex(-1);
    update();
}

void MultiChoiceBox::setCurrentIds(const QStringList &ids)
{
    auto *list = static_cast<QStandardItemModel *>(model());
    for (int i = 0; i < list->rowCount(); ++i) {
        QStandardItem *entry = list->item(i);
        entry->setCheckState(ids.contains(entry->data(idRole).toString()) ? Qt::Checked : Qt::Unchecked);
    }
    update();
}

QStringList MultiChoiceBox::currentIds() const
{
    QStringList ids;
    for (int i = 0; i < model()->rowCount(); ++i) {
        const QModelIndex index = model()->index(i, 0);
        if (index.data(Qt::CheckStateRole).toInt() == Qt::Checked)
            ids << index.data(idRole).toString();
    }
    return ids;
}

QString MultiChoiceBox::summary() const
{
    QStringList names;
    for (int i = 0; i < model()->rowCount(); ++i) {
        const QModelIndex index = model()->index(i, 0);
        if (index.data(Qt::CheckStateRole).toInt() == Qt::Checked)
            names << index.data().toString();
    }
    return names.isEmpty() ? m_noneText : names.join(tr(", ", "between names in a list"));
}

void MultiChoiceBox::toggle(const QModelIndex &index)
{
    if (!index.isValid())
        return;
    const bool checked = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    model()->setData(index, checked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
    update();
    emit chosen(currentIds());
}

bool MultiChoiceBox::eventFilter(QObject *watched, QEvent *event)
{
    // A click or the space bar ticks and leaves the list open; Enter and Escape close it.
    if (watched == view()->viewport() && event->type() == QEvent::MouseButtonRelease) {
        toggle(view()->indexAt(static_cast<QMouseEvent *>(event)->pos()));
        return true;
    }
    if (watched == view() && event->type() == QEvent::KeyPress) {
        const int pressed = static_cast<QKeyEvent *>(event)->key();
        if (pressed == Qt::Key_Space) {
            toggle(view()->currentIndex());
            return true;
        }
        if (pressed == Qt::Key_Return || pressed == Qt::Key_Enter) {
            hidePopup();
            return true;
        }
    }
    return QComboBox::eventFilter(watched, event);
}

void MultiChoiceBox::wheelEvent(QWheelEvent *event)
{
    event->ignore();
}

void MultiChoiceBox::paintEvent(QPaintEvent *)
{
    QStylePainter painter(this);
    QStyleOptionComboBox option;
    initStyleOption(&option);
    painter.drawComplexControl(QStyle::CC_ComboBox, option);
    const QRect field = style()->subControlRect(QStyle::CC_ComboBox, &option, QStyle::SC_ComboBoxEditField, this);
    option.currentText = fontMetrics().elidedText(summary(), Qt::ElideRight, field.width() - 2);
    option.currentIcon = QIcon();
    painter.drawControl(QStyle::CE_ComboBoxLabel, option);
}

void MultiChoiceBox::showPopup()
{
    widenPopup(this);
    QComboBox::showPopup();
}

QSize MultiChoiceBox::sizeHint() const
{
    return narrowed(QComboBox::sizeHint(), this, 16);
}

QSize MultiChoiceBox::minimumSizeHint() const
{
    return narrowed(QComboBox::minimumSizeHint(), this, 10);
}

} // namespace segplan
