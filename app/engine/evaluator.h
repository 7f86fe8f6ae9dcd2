// Evaluator: turns edits into snapshots, off the UI thread.
#pragma once

#include "evaluate/evaluate.h"

#include <QObject>
#include <QThreadPool>
#include <QTimer>
#include <atomic>
#include <functional>
#include <memory>

namespace segplan {

using Snapshot = std::shared_ptr<const Evaluation>;
using EvaluateFunction = std::function<Evaluation(const Plan &, const Knowledge &, const EvaluateOptions &)>;

class Evaluator : public QObject {
    Q_OBJECT
public:
    // `knowledge` must outlive the evaluator. `function` is the core's evaluate() unless a test sets another.
    explicit Evaluator(const Knowledge &knowledge, QObject *parent = nullptr, EvaluateFunction function = {});
    ~Evaluator() override; // cancels and waits for the worker

    // Compresses edits: the newest plan is evaluated about 50 ms after the first edit of a burst; one in flight is cancelled.
    void request(const Plan &plan);
    // Gives up the evaluation in flight; the last snapshot stays and stays stale.
    void cancel();

    Snapshot snapshot() const { return m_snapshot; } // null before the first result
    bool isStale() const { return m_stale; } // the snapshot does not show the newest plan
    quint64 revision() const { return m_requested; } // of the newest request
    quint64 shownRevision() const { return m_shown; } // of the snapshot

    static constexpr int compressionMs = 50;

signals:
    void evaluated(segplan::Snapshot snapshot);
    void staleChanged(bool stale);
    void failed(); // the evaluation could not be made (out of memory)

private:
    void start();
    void finish(quint64 revision, Snapshot snapshot, bool last);
    void setStale(bool stale);

    const Knowledge &m_knowledge;
    EvaluateFunction m_function;
    QThreadPool m_pool;
    QTimer m_timer;
    Plan m_plan;
    Snapshot m_snapshot;
    std::shared_ptr<std::atomic_bool> m_cancelled; // of the run in flight
    quint64 m_requested = 0, m_shown = 0;
    bool m_stale = false;
    bool m_inTwoSteps = true; // first the answer, then with what-if and inverse: evaluated() comes twice
};

} // namespace segplan
