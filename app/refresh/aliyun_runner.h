// Asks questions through the aliyun CLI: at most two at once, slower when the service says so, each with a time limit, all of them stoppable.
#pragma once

#include "prices/api.h"

#include <QObject>
#include <QTimer>
#include <deque>
#include <memory>
#include <vector>

namespace segplan {

struct AliyunSettings {
    QString program; // path; empty: aliyun in PATH
    int timeoutMs = 60000; // of one question
    int backoffMs = 1500; // before the first repetition; doubles with each
    int repetitions = 3; // after throttling
    qint64 mostOutput = 16 * 1024 * 1024;
    int atOnce = 2;
};

// The program to run: the given path, else aliyun in PATH; empty: there is none.
QString aliyunProgram(const QString &given);

class AliyunRunner : public QObject {
    Q_OBJECT
public:
    explicit AliyunRunner(AliyunSettings settings, QObject *parent = nullptr);
    ~AliyunRunner() override; // kills what runs
    void ask(ApiRequest request); // may be called while running, for the next page
    void start();
    void cancel(); // kills what runs and forgets the rest; no answer comes any more, idle() does
    int waiting() const { return static_cast<int>(m_queue.size()); }

signals:
    void answered(const segplan::ApiRequest &request, const std::string &json);
    void failed(const segplan::ApiRequest &request, const segplan::ApiFailure &failure);
    void idle(); // nothing runs and nothing waits

private:
    struct Call;
    void pump();
    void run(ApiRequest request, int repetition);
    void done(Call *call, int status, bool crashed);
    void kill(Call *call, ApiFailure::Kind why);

    AliyunSettings m_settings;
    QString m_program;
    std::deque<std::pair<ApiRequest, int>> m_queue; // with the repetitions made
    std::vector<std::unique_ptr<Call>> m_calls;
    QTimer m_pause; // the service asked to wait
    bool m_started = false;
};

} // namespace segplan
