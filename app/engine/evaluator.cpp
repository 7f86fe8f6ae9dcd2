#include "engine/evaluator.h"

#include <QDateTime>

namespace segplan {

Evaluator::Evaluator(const Knowledge &knowledge, QObject *parent, EvaluateFunction function)
    : QObject(parent), m_knowledge(knowledge), m_function(std::move(function))
{
    m_inTwoSteps = !m_function;
    if (!m_function)
        m_function = [](const Plan &plan, const Knowledge &known, const EvaluateOptions &options) { return evaluate(plan, known, options); };
    m_pool.setMaxThreadCount(1);
    m_timer.setSingleShot(true);
    m_timer.setInterval(compressionMs);
    connect(&m_timer, &QTimer::timeout, this, &Evaluator::start);
}

Evaluator::~Evaluator()
{
    m_timer.stop();
    if (m_cancelled)
        m_cancelled->store(true);
    m_pool.waitForDone();
}

void Evaluator::request(const Plan &plan)
{
    m_plan = plan;
    ++m_requested;
    if (m_cancelled)
        m_cancelled->store(true);
    if (!m_timer.isActive())
        m_timer.start();
    setStale(true);
}

void Evaluator::cancel()
{
    m_timer.stop();
    ++m_requested; // whatever is still on its way is late
    if (m_cancelled)
        m_cancelled->store(true);
}

void Evaluator::start()
{
    auto cancelled = std::make_shared<std::atomic_bool>(false);
    m_cancelled = cancelled;
    EvaluateOptions options;
    options.nowUtc = QDateTime::currentDateTimeUtc().toString(QStringLiteral("yyyy-MM-ddTHH:mm:ssZ")).toStdString();
    options.cancelled = [cancelled] { return cancelled->load(); };
    // The worker owns copies; the destructor waits for it, so `this` and the knowledge live long enough.
    m_pool.start([this, plan = m_plan, options = std::move(options), cancelled, revision = m_requested]() mutable {
        const auto answer = [&] {
            Snapshot result;
            if (!cancelled->load()) {
                try {
                    result = std::make_shared<const Evaluation>(m_function(plan, m_knowledge, options));
                } catch (...) { // only memory can run out here: the core throws nothing
                }
            }
            return result;
        };
        const auto tell = [&](const Snapshot &result, bool last) {
            QMetaObject::invokeMethod(this, [this, revision, result, last] { finish(revision, result, last); }, Qt::QueuedConnection);
        };
        if (m_inTwoSteps) { // what-if and inverse search again and again: the answer does not wait for them
            options.consequences = false;
            if (const Snapshot first = answer())
                tell(first, false);
            options.consequences = true;
        }
        tell(answer(), true);
    });
}

void Evaluator::finish(quint64 revision, Snapshot snapshot, bool last)
{
    if (revision != m_requested)
        return; // late: a newer plan is on its way
    if (last)
        m_cancelled.reset();
    if (!snapshot) {
        emit failed();
        return;
    }
    m_snapshot = std::move(snapshot);
    m_shown = revision;
    setStale(false);
    emit evaluated(m_snapshot);
}

void Evaluator::setStale(bool stale)
{
    if (stale == m_stale)
        return;
    m_stale = stale;
    emit staleChanged(stale);
}

} // namespace segplan
