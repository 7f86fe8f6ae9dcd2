#include "refresh/download.h"

#include <QHostAddress>
#include <QIODevice>
#include <QNetworkReply>
#include <QNetworkRequest>

namespace segplan {

namespace {

constexpr int mostRedirects = 5;
constexpr qint64 chunk = 256 * 1024;

bool isLoopback(const QString &host)
{
    QHostAddress address;
    return host == QLatin1String("localhost") || (address.setAddress(host) && address.isLoopback());
}

// An address is shown without its query: it may hold anything.
std::string shown(const QUrl &url) { return url.adjusted(QUrl::RemoveQuery | QUrl::RemoveFragment | QUrl::RemoveUserInfo).toString().left(200).toStdString(); }

Text sentence(const QNetworkReply &reply)
{
    const std::string host = reply.url().host().toStdString();
    switch (reply.error()) {
    case QNetworkReply::HostNotFoundError: return {SP_T("core", "the address of %1 was not found: is there a network?"), {host}};
    case QNetworkReply::ConnectionRefusedError: return {SP_T("core", "%1 refuses the connection"), {host}};
    case QNetworkReply::RemoteHostClosedError: return {SP_T("core", "%1 broke the connection off"), {host}};
    case QNetworkReply::SslHandshakeFailedError: return {SP_T("core", "the certificate of %1 is not trusted"), {host}};
    case QNetworkReply::TemporaryNetworkFailureError:
    case QNetworkReply::NetworkSessionFailedError: return {SP_T("core", "there is no network"), {}};
    default: break;
    }
    const int status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (status >= 400)
        return {SP_T("core", "%1 answers with status %2"), {shown(reply.url()), TextArg(std::to_string(status))}};
    return {SP_T("core", "%1 could not be loaded: %2"), {shown(reply.url()), reply.errorString().left(200).toStdString()}};
}

} // namespace

bool isAllowedAddress(const QUrl &url)
{
    if (!url.isValid() || url.host().isEmpty())
        return false;
    return url.scheme() == QLatin1String("https") || (url.scheme() == QLatin1String("http") && isLoopback(url.host()));
}

bool isAllowedRedirect(const QUrl &from, const QUrl &to)
{
    if (!isAllowedAddress(to) || (from.scheme() == QLatin1String("https") && to.scheme() != QLatin1String("https")))
        return false;
    const QString host = to.host();
    if (host == from.host())
        return true;
    for (const QLatin1String domain : {QLatin1String("aliyun.com"), QLatin1String("alibabacloud.com"), QLatin1String("alicdn.com")}) {
        if (host == domain || host.endsWith(QLatin1Char('.') + QString(domain)))
            return to.scheme() == QLatin1String("https");
    }
    return false;
}

Download::Download(QObject *parent) : QObject(parent)
{
    m_deadline.setSingleShot(true);
    m_silence.setSingleShot(true);
    connect(&m_deadline, &QTimer::timeout, this, [this] { end(Outcome::Failed, SP_T("core", "the download takes too long and was given up")); });
    connect(&m_silence, &QTimer::timeout, this, [this] { end(Outcome::Failed, SP_T("core", "nothing arrived for a while: the download was given up")); });
}

Download::~Download()
{
    if (m_reply)
        m_reply->abort();
}

void Download::start(const QUrl &url, QIODevice *sink, const Limits &limits)
{
    m_sink = sink;
    m_limits = limits;
    m_written = 0;
    m_redirects = 0;
    m_running = true;
    m_deadline.start(limits.totalMs);
    if (isAllowedAddress(url))
        request(url);
    else // after the caller has connected
        QMetaObject::invokeMethod(this, [this, url] { end(Outcome::Failed, Text(SP_T("core", "%1 is not loaded: only https is"), {shown(url)})); }, Qt::QueuedConnection);
}

void Download::cancel()
{
    if (m_running)
        end(Outcome::Cancelled);
}

void Download::request(const QUrl &url)
{
    QNetworkRequest r(url);
    // Redirects are judged by us.
    r.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
    r.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
    r.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
    r.setDecompressedSafetyCheckThreshold(-1); // our own limit counts unpacked bytes
    m_silence.start(m_limits.silenceMs);
    m_reply = m_network.get(r);
    m_reply->setReadBufferSize(4 * chunk);
    connect(m_reply, &QNetworkReply::readyRead, this, &Download::take);
    connect(m_reply, &QNetworkReply::finished, this, &Download::replied);
}

void Download::take()
{
    if (!m_running || !m_reply)
        return;
    m_silence.start(m_limits.silenceMs);
    const int status = m_reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    while (m_running && m_reply && m_reply->bytesAvailable() > 0) {
        const QByteArray bytes = m_reply->read(chunk);
        if (bytes.isEmpty())
            return;
        if (status != 200)
            continue; // the body of a redirect or an error
        m_written += bytes.size();
        if (m_written > m_limits.bytes)
            return end(Outcome::Failed, Text(SP_T("core", "the file is larger than %1 MiB and was given up"), {TextArg(static_cast<std::int64_t>(m_limits.bytes / (1024 * 1024)))}));
        if (m_sink->write(bytes) != bytes.size())
            return end(Outcome::Failed, Text(SP_T("core", "a temporary file cannot be written: %1"), {m_sink->errorString().toStdString()}));
        const qint64 length = m_reply->header(QNetworkRequest::ContentLengthHeader).toLongLong();
        emit progress(m_written, length > 0 && !m_reply->hasRawHeader("Content-Encoding") ? length : -1);
    }
}

void Download::replied()
{
    if (!m_running || !m_reply)
        return;
    take();
    if (!m_running || !m_reply)
        return;
    QNetworkReply *reply = m_reply;
    reply->deleteLater();
    const int status = reply->attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
    if (reply->error() != QNetworkReply::NoError)
        return end(Outcome::Failed, sentence(*reply));
    if (status >= 300 && status < 400) {
        const QUrl to = reply->url().resolved(reply->attribute(QNetworkRequest::RedirectionTargetAttribute).toUrl());
        if (++m_redirects > mostRedirects)
            return end(Outcome::Failed, Text(SP_T("core", "%1 redirects without end"), {shown(reply->url())}));
        if (!isAllowedRedirect(reply->url(), to))
            return end(Outcome::Failed, Text(SP_T("core", "%1 redirects to %2, which is not followed"), {shown(reply->url()), shown(to)}));
        m_reply = nullptr;
        return request(to);
    }
    if (status != 200)
        return end(Outcome::Failed, Text(SP_T("core", "%1 answers with status %2"), {shown(reply->url()), TextArg(std::to_string(status))}));
    const qint64 length = reply->header(QNetworkRequest::ContentLengthHeader).toLongLong();
    if (length > 0 && !reply->hasRawHeader("Content-Encoding") && m_written < length)
        return end(Outcome::Failed, Text(SP_T("core", "%1 broke the connection off"), {reply->url().host().toStdString()}));
    end(Outcome::Done);
}

void Download::end(Outcome outcome, Text why)
{
    m_running = false;
    m_deadline.stop();
    m_silence.stop();
    if (m_reply) {
        m_reply->disconnect(this);
        m_reply->abort();
        m_reply->deleteLater();
        m_reply = nullptr;
    }
    emit finished(outcome, why);
}

} // namespace segplan
