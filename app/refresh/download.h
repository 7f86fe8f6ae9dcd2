// One file from the network into a device: TLS, a size limit, a time limit, redirects only to hosts we know.
#pragma once

#include "base/text.h"

#include <QNetworkAccessManager>
#include <QObject>
#include <QPointer>
#include <QTimer>
#include <QUrl>

class QIODevice;
class QNetworkReply;

namespace segplan {

// https, or http to this very machine (tests).
bool isAllowedAddress(const QUrl &url);
// May `to` be loaded when `from` redirects there? The same host, or one of Alibaba's over https.
bool isAllowedRedirect(const QUrl &from, const QUrl &to);

class Download : public QObject {
    Q_OBJECT
public:
    struct Limits {
        qint64 bytes = 512LL * 1024 * 1024; // unpacked
        int silenceMs = 30000; // nothing arrives for so long
        int totalMs = 15 * 60 * 1000;
    };
    enum class Outcome { Done, Cancelled, Failed };

    explicit Download(QObject *parent = nullptr);
    ~Download() override;
    // Loads `url` into `sink` (open for writing, must outlive the download). finished() follows, never from within this call.
    void start(const QUrl &url, QIODevice *sink, const Limits &limits);
    void cancel();
    bool running() const { return m_running; }

signals:
    void progress(qint64 bytes, qint64 total); // total -1: not known
    void finished(segplan::Download::Outcome outcome, const segplan::Text &why); // `why` only of Failed

private:
    void request(const QUrl &url);
    void take();
    void replied();
    void end(Outcome outcome, Text why = {});

    QNetworkAccessManager m_network;
    QPointer<QNetworkReply> m_reply;
    QIODevice *m_sink = nullptr;
    Limits m_limits;
    QTimer m_deadline, m_silence;
    qint64 m_written = 0;
    int m_redirects = 0;
    bool m_running = false;
};

} // namespace segplan
