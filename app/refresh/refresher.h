// A refresh from its first request to the files on disk: the public price list, then the aliyun CLI, then all or nothing.
//
// Everything is gathered first; what comes out is checked together with the built-in knowledge and only then written, file by file, each
// atomically. Cancelled, or killed at any moment, the files are the old or the new ones.
#pragma once

#include "prices/refresh.h"
#include "refresh/aliyun_runner.h"
#include "refresh/download.h"

#include <QBuffer>
#include <QFutureWatcher>
#include <QLockFile>
#include <QTemporaryFile>
#include <map>
#include <memory>
#include <set>

namespace segplan {

struct RefreshOptions {
    bool list = true; // the public price list
    bool cli = false; // through aliyun
    PriceSite site = PriceSite::China;
    std::vector<std::string> regions; // of cli: at least one
    std::vector<std::string> types; // of cli; empty: the self-service types that are sold in each region
    bool dryRun = false; // writes nothing
    QString folder; // of the user's knowledge
    QUrl page; // where the list's version stands; empty: the site's pricing page
    QString listBase; // before "<version>/price/download/instancePrice.json"; empty: the site's own
    QString listVersion; // empty: looked up in the page
    Download::Limits limits;
    AliyunSettings aliyun;

    QUrl pageUrl() const;
    QUrl listUrl(const QString &version) const;
    // SEGPLAN_PRICE_PAGE, SEGPLAN_PRICE_LIST and SEGPLAN_ALIYUN override the addresses and the program.
    void readEnvironment();
};

struct RefreshFailure {
    std::string what; // "DescribePrice cn-shanghai", "the price list"
    std::string subject; // instance type; may be empty
    Text why;
};

struct RefreshReport {
    enum class Status { Done, Partly, Failed, Cancelled };
    Status status = Status::Failed;
    std::vector<RefreshFailure> failures;
    std::vector<RefreshFailure> notSold; // asked for and not sold there, or without a price
    std::vector<PriceChange> changes; // against what the program knew before
    std::vector<std::string> unknownTypes;
    std::vector<ListedType> listed;
    std::string listVersion, listPublished;
    std::int64_t listDropped = 0; // prices of the list that are none
    std::size_t prices = 0, disks = 0, spot = 0, stock = 0, types = 0; // read
    QStringList written; // paths; empty when nothing changed, in a dry run, or on failure
    Errors ownFaults; // of the user's own knowledge files: the refresh stands, but those files are left out
    std::shared_ptr<const Knowledge> knowledge; // what the program knows now; null when nothing came of it
};

class Refresher : public QObject {
    Q_OBJECT
public:
    explicit Refresher(RefreshOptions options, QObject *parent = nullptr);
    ~Refresher() override;
    void start(); // finished() follows once, never from within this call
    void cancel();
    // What start() will do, in sentences, before anything is sent.
    std::vector<Text> announcement() const;

signals:
    // `done` of `total` steps; total 0: not known. `now` says what is going on.
    void progress(qint64 done, qint64 total, const segplan::Text &now);
    void finished(const segplan::RefreshReport &report);

private:
    void begin();
    void loadPage();
    void loadList(const QString &version);
    void parseList();
    void askStock();
    void askDetails();
    void onIdle();
    void onAnswer(const ApiRequest &request, const std::string &json);
    void onFailure(const ApiRequest &request, const ApiFailure &failure);
    void conclude();
    void write();
    void end(RefreshReport::Status status);
    void fail(const std::string &what, Text why, const std::string &subject = {});
    void take(const ApiRequest &request, const std::optional<ApiFailure> &failure);

    struct Conclusion {
        KnowledgeFiles files;
        Errors faults; // nothing can be written
        std::shared_ptr<const Knowledge> knowledge;
        std::vector<PriceChange> changes;
        Errors ownFaults;
    };

    RefreshOptions m_options;
    RefreshReport m_report;
    Gathered m_gathered;
    KnowledgeFiles m_builtIn, m_existing;
    std::shared_ptr<const Knowledge> m_base, m_before;
    std::unique_ptr<QLockFile> m_lock;
    Download m_download;
    QBuffer m_page;
    std::unique_ptr<QTemporaryFile> m_listFile;
    QString m_version;
    QFutureWatcher<Result<PriceList>> m_parsing;
    QFutureWatcher<Conclusion> m_concluding;
    AliyunRunner m_runner;
    std::map<std::pair<std::string, std::string>, std::vector<SpotPoint>> m_spotPoints; // by type and region
    std::set<std::string> m_stockRegions; // regions whose stock was told
    std::shared_ptr<std::atomic<bool>> m_cancelled;
    std::string m_today;
    enum class Stage { None, List, Stock, Details, Concluding, Ended } m_stage = Stage::None;
    qint64 m_asked = 0, m_answers = 0;
    int m_silent = 0; // questions in a row without any answer from the service
};

} // namespace segplan
