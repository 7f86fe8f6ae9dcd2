#include "refresh/aliyun_runner.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QProcess>
#include <QStandardPaths>
#include <algorithm>

namespace segplan {

struct AliyunRunner::Call {
    ApiRequest request;
    int repetition = 0;
    QProcess process;
    QTimer limit;
    QByteArray out, err;
    std::optional<ApiFailure::Kind> stopped; // why we killed it
};

QString aliyunProgram(const QString &given)
{
    if (given.isEmpty())
        return QStandardPaths::findExecutable(QStringLiteral("aliyun"));
    const QFileInfo file(given);
    return file.isFile() && file.isExecutable() ? file.absoluteFilePath() : QString();
}

AliyunRunner::AliyunRunner(AliyunSettings settings, QObject *parent) : QObject(parent), m_settings(std::move(settings)), m_program(aliyunProgram(m_settings.program))
{
    m_pause.setSingleShot(true);
    connect(&m_pause, &QTimer::timeout, this, &AliyunRunner::pump);
}

AliyunRunner::~AliyunRunner()
{
    for (const auto &call : m_calls) {
        call->process.disconnect(this);
        call->process.kill();
        call->process.waitForFinished(2000);
    }
}

void AliyunRunner::ask(ApiRequest request)
{
    m_queue.emplace_back(std::move(request), 0);
    if (m_started)
        pump();
}

void AliyunRunner::start()
{
    m_started = true;
    // Not from within: the caller has signals to connect.
    QMetaObject::invokeMethod(this, &AliyunRunner::pump, Qt::QueuedConnection);
}

void AliyunRunner::cancel()
{
    m_queue.clear();
    m_pause.stop();
    auto calls = std::move(m_calls);
    m_calls.clear();
    for (const auto &call : calls) {
        call->process.disconnect(this);
        call->limit.disconnect(this);
        call->process.kill();
        call->process.waitForFinished(2000);
    }
    QMetaObject::invokeMethod(this, &AliyunRunner::pump, Qt::QueuedConnection);
}

void AliyunRunner::pump()
{
    if (!m_started || m_pause.isActive())
        return;
    while (!m_queue.empty() && static_cast<int>(m_calls.size()) < m_settings.atOnce) {
        auto [request, repetition] = std::move(m_queue.front());
        m_queue.pop_front();
        run(std::move(request), repetition);
    }
    if (m_queue.empty() && m_calls.empty())
        emit idle();
}

void AliyunRunner::run(ApiRequest request, int repetition)
{
    auto owned = std::make_unique<Call>();
    Call *call = owned.get();
    call->request = std::move(request);
    call->repetition = repetition;
    m_calls.push_back(std::move(owned));
    if (m_program.isEmpty()) {
        call->stopped = ApiFailure::Kind::NoProgram;
        QMetaObject::invokeMethod(this, [this, call] { done(call, 0, false); }, Qt::QueuedConnection);
        return;
    }
    QStringList arguments;
    for (const std::string &a : call->request.arguments)
        arguments << QString::fromStdString(a);
    call->process.setProgram(m_program);
    call->process.setArguments(arguments);
    call->process.setStandardInputFile(QProcess::nullDevice()); // it must not ask anything
    connect(&call->process, &QProcess::readyReadStandardOutput, this, [this, call] {
        call->out += call->process.readAllStandardOutput();
        if (call->out.size() > m_settings.mostOutput)
            kill(call, ApiFailure::Kind::TooLong);
    });
    connect(&call->process, &QProcess::readyReadStandardError, this, [call] {
        const QByteArray more = call->process.readAllStandardError();
        if (call->err.size() < 64 * 1024)
            call->err += more.left(64 * 1024);
    });
    connect(&call->process, &QProcess::errorOccurred, this, [this, call](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) { // no finished() follows
            call->stopped = ApiFailure::Kind::NoProgram;
            QMetaObject::invokeMethod(this, [this, call] { done(call, 0, false); }, Qt::QueuedConnection);
        }
    });
    connect(&call->process, &QProcess::finished, this, [this, call](int status, QProcess::ExitStatus how) { done(call, status, how == QProcess::CrashExit); });
    call->limit.setSingleShot(true);
    connect(&call->limit, &QTimer::timeout, this, [this, call] { kill(call, ApiFailure::Kind::TimedOut); });
    call->limit.start(m_settings.timeoutMs);
    call->process.start();
}

void AliyunRunner::kill(Call *call, ApiFailure::Kind why)
{
    if (call->stopped)
        return;
    call->stopped = why;
    call->process.closeReadChannel(QProcess::StandardOutput);
    call->process.kill();
}

void AliyunRunner::done(Call *call, int status, bool crashed)
{
    const auto at = std::find_if(m_calls.begin(), m_calls.end(), [&](const auto &one) { return one.get() == call; });
    if (at == m_calls.end())
        return; // cancelled
    const std::unique_ptr<Call, void (*)(Call *)> ended(at->release(), [](Call *c) {
        c->process.disconnect();
        c->limit.stop();
        // We may be inside of one of its signals.
        QMetaObject::invokeMethod(QCoreApplication::instance(), [c] { delete c; }, Qt::QueuedConnection);
    });
    m_calls.erase(at);
    if (call->stopped) {
        emit failed(call->request, failureOf(*call->stopped));
        return pump();
    }
    call->out += call->process.readAllStandardOutput();
    call->err += call->process.readAllStandardError().left(64 * 1024);
    if (call->out.size() > m_settings.mostOutput) {
        emit failed(call->request, failureOf(ApiFailure::Kind::TooLong));
    } else if (status == 0 && !crashed) {
        emit answered(call->request, call->out.toStdString());
    } else {
        const ApiFailure failure = readFailure(crashed ? -1 : status, call->err.toStdString(), call->out.left(64 * 1024).toStdString());
        if (failure.kind == ApiFailure::Kind::Throttled && call->repetition < m_settings.repetitions) {
            m_queue.emplace_front(call->request, call->repetition + 1);
            m_pause.start(m_settings.backoffMs << call->repetition);
            return;
        }
        emit failed(call->request, failure);
    }
    pump();
}

} // namespace segplan
