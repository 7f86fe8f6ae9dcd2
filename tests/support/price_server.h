// A web server for the tests of the refresh: a pricing page and a price list of one type, or whatever a test puts in their place.
#pragma once

#include <QHostAddress>
#include <QMap>
#include <QTcpServer>
#include <QTcpSocket>
#include <functional>

namespace segplan::test {

inline const char *a10 = "ecs.gn7i-c16g1.4xlarge";

inline QByteArray priceList(const QByteArray &amount = "10", const QByteArray &currency = "CNY")
{
    return "{\"currency\": \"" + currency + "\", \"version\": \"2.0.421\", \"publicationDate\": \"2026-11-20T08:00:00Z\", \"pricingInfo\": {\"cn-shanghai::" + QByteArray(a10)
        + "::vpc::linux::optimized\": {\"hours\": [{\"price\": \"" + amount + "\", \"period\": \"1\"}]}}}";
}

inline QByteArray httpReply(const QByteArray &body, const QByteArray &status = "200 OK", const QByteArray &headers = {})
{
    return "HTTP/1.1 " + status + "\r\nContent-Length: " + QByteArray::number(body.size()) + "\r\nConnection: close\r\n" + headers + "\r\n" + body;
}

// Answers GET by path; what is not known is 404. A handler may also keep the socket and answer never.
class PriceServer : public QTcpServer {
public:
    using Handler = std::function<void(QTcpSocket *)>;
    QMap<QByteArray, Handler> paths;
    QList<QByteArray> asked;

    PriceServer()
    {
        connect(this, &QTcpServer::newConnection, this, [this] {
            while (QTcpSocket *socket = nextPendingConnection()) {
                connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
                connect(socket, &QTcpSocket::readyRead, this, [this, socket] {
                    const QByteArray request = socket->property("request").toByteArray() + socket->readAll();
                    socket->setProperty("request", request);
                    if (!request.contains("\r\n\r\n") || socket->property("answered").toBool())
                        return;
                    socket->setProperty("answered", true);
                    const QByteArray path = request.split(' ').value(1);
                    asked << path;
                    if (paths.contains(path))
                        paths[path](socket);
                    else
                        send(socket, httpReply("no such thing", "404 Not Found"));
                });
            }
        });
        listen(QHostAddress::LocalHost);
        paths["/page"] = [](QTcpSocket *s) { send(s, httpReply("<html><script src=\"//g.alicdn.com/aliyun/ecs-price-info/2.0.421/x.js\"></script></html>")); };
        paths[listPath] = [](QTcpSocket *s) { send(s, httpReply(priceList())); };
    }

    static void send(QTcpSocket *socket, const QByteArray &bytes)
    {
        socket->write(bytes);
        socket->disconnectFromHost();
    }
    QString url(const QString &path) const { return QStringLiteral("http://127.0.0.1:%1%2").arg(serverPort()).arg(path); }

    static inline const QByteArray listPath = "/list/2.0.421/price/download/instancePrice.json";
};

} // namespace segplan::test
