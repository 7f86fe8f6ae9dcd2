#include "refresh/refresher.h"

#include "knowledge_loader.h"

#include <QDateTime>
#include <QDir>
#include <QSaveFile>
#include <QtConcurrent>
#include <algorithm>

namespace segplan {

namespace {

constexpr qint64 mostPage = 32 * 1024 * 1024;
constexpr int mostSilent = 3;
constexpr int mostPages = 100; // of one type's spot history

bool isRefreshed(const std::string &file) { return file.rfind("refreshed_", 0) == 0; }

KnowledgeFiles refreshedOnly(const KnowledgeFiles &files)
{
    KnowledgeFiles out;
    for (const auto &file : files) {
        if (isRefreshed(file.first))
            out.insert(file);
    }
    return out;
}

// New types first: the others refer to them, and a stop between two files must leave a set that reads.
QStringList inWritingOrder(const KnowledgeFiles &files)
{
    QStringList names;
    for (const auto &file : files)
        names << QString::fromStdString(file.first);
    std::stable_partition(names.begin(), names.end(), [](const QString &name) { return name.contains(QLatin1String("instance_types")); });
    return names;
}

} // namespace

QUrl RefreshOptions::pageUrl() const
{
    if (!page.isEmpty())
        return page;
    return QUrl(site == PriceSite::China ? QStringLiteral("https://www.aliyun.com/price/ecs/ecs-pricing/zh") : QStringLiteral("https://www.alibabacloud.com/en/product/ecs/pricing"));
}

QUrl RefreshOptions::listUrl(const QString &version) const
{
    QString base = listBase;
    if (base.isEmpty())
        base = QStringLiteral("https://g.alicdn.com/aliyun/ecs-price-info") + (site == PriceSite::China ? QStringLiteral("/") : QStringLiteral("-intl/"));
    if (!base.endsWith(QLatin1Char('/')))
        base += QLatin1Char('/');
    return QUrl(base + version + QStringLiteral("/price/download/instancePrice.json"));
}

void RefreshOptions::readEnvironment()
{
    if (const QString value = qEnvironmentVariable("SEGPLAN_PRICE_PAGE"); !value.isEmpty())
        page = QUrl(value);
    if (const QString value = qEnvironmentVariable("SEGPLAN_PRICE_LIST"); !value.isEmpty())
        listBase = value;
    if (const QString value = qEnvironmentVariable("SEGPLAN_ALIYUN"); !value.isEmpty())
        aliyun.program = value;
}

Refresher::Refresher(RefreshOptions options, QObject *parent)
    : QObject(parent), m_options(std::move(options)), m_runner(m_options.aliyun), m_cancelled(std::make_shared<std::atomic<bool>>(false))
{
    m_today = QDate::currentDate().toString(Qt::ISODate).toStdString();
    connect(&m_parsing, &QFutureWatcherBase::finished, this, &Refresher::parseList);
    connect(&m_concluding, &QFutureWatcherBase::finished, this, &Refresher::write);
    connect(&m_runner, &AliyunRunner::answered, this, &Refresher::onAnswer);
    connect(&m_runner, &AliyunRunner::failed, this, &Refresher::onFailure);
    connect(&m_runner, &AliyunRunner::idle, this, &Refresher::onIdle);
    connect(&m_download, &Download::progress, this, [this](qint64 bytes, qint64 total) {
        if (m_listFile)
            emit progress(bytes, std::max<qint64>(total, 0), Text(SP_T("core", "loading the price list: %1 MiB"), {TextArg(static_cast<std::int64_t>(bytes / (1024 * 1024)))}));
    });
    connect(&m_download, &Download::finished, this, [this](Download::Outcome outcome, const Text &why) {
        if (outcome == Download::Outcome::Cancelled)
            return;
        const bool page = !m_listFile;
        if (outcome == Download::Outcome::Failed) {
            m_listFile.reset();
            fail(page ? "the pricing page" : "the price list", why);
            return askStock();
        }
        if (page) {
            const auto version = newestListVersion({m_page.data().constData(), static_cast<std::size_t>(m_page.data().size())}, m_options.site);
            m_page.close();
            if (!version) {
                fail("the pricing page", SP_T("core", "it names no version of the price list: its form has changed"));
                return askStock();
            }
            return loadList(QString::fromStdString(*version));
        }
        emit progress(0, 0, SP_T("core", "reading the price list"));
        m_listFile->seek(0);
        uchar *mapped = m_listFile->size() > 0 ? m_listFile->map(0, m_listFile->size()) : nullptr;
        const std::string_view bytes(reinterpret_cast<const char *>(mapped), mapped ? static_cast<std::size_t>(m_listFile->size()) : 0);
        PriceListOptions how;
        how.site = m_options.site;
        how.cancelled = [flag = m_cancelled] { return flag->load(); };
        m_parsing.setFuture(QtConcurrent::run([bytes, base = m_base, how] { return readPriceList(bytes, "instancePrice.json", *base, how); }));
    });
}

Refresher::~Refresher()
{
    m_cancelled->store(true);
    m_download.disconnect(this);
    m_runner.disconnect(this);
    m_download.cancel();
    // The workers look at the mapped file.
    m_parsing.waitForFinished();
    m_concluding.waitForFinished();
}

std::vector<Text> Refresher::announcement() const
{
    std::vector<Text> lines;
    if (m_options.list) {
        if (m_options.listVersion.isEmpty())
            lines.push_back({SP_T("core", "the version of the public price list from %1"), {m_options.pageUrl().toString().toStdString()}});
        lines.push_back({SP_T("core", "the public price list from %1; no account is needed"),
                         {m_options.listUrl(m_options.listVersion.isEmpty() ? QStringLiteral("VERSION") : m_options.listVersion).toString().toStdString()}});
    }
    if (m_options.cli) {
        std::string regions;
        for (const std::string &r : m_options.regions)
            regions += (regions.empty() ? "" : ", ") + r;
        const QString program = aliyunProgram(m_options.aliyun.program);
        lines.push_back({SP_T("core", "prices, spot prices and stock of %1 through your own aliyun (%2); nothing is ordered"),
                         {regions, program.isEmpty() ? std::string("aliyun") : program.toStdString()}});
    }
    return lines;
}

void Refresher::start() { QMetaObject::invokeMethod(this, &Refresher::begin, Qt::QueuedConnection); }

void Refresher::begin()
{
    if (m_stage != Stage::None)
        return;
    m_stage = Stage::List;
    if (!m_options.dryRun) {
        if (!QDir(m_options.folder).exists()) {
            if (!QDir().mkpath(m_options.folder)) {
                fail("knowledge", Text(SP_T("core", "the folder %1 cannot be made"), {m_options.folder.toStdString()}));
                return end(RefreshReport::Status::Failed);
            }
            QFile::setPermissions(m_options.folder, QFileDevice::ReadOwner | QFileDevice::WriteOwner | QFileDevice::ExeOwner);
        }
        m_lock = std::make_unique<QLockFile>(m_options.folder + QStringLiteral("/refresh.lock"));
        m_lock->setStaleLockTime(0); // only a dead owner makes it stale
        if (!m_lock->tryLock(0)) {
            fail("knowledge", m_lock->error() == QLockFile::LockFailedError ? Text(SP_T("core", "another refresh is going on"))
                                                                            : Text(SP_T("core", "the folder %1 cannot be written"), {m_options.folder.toStdString()}));
            m_lock.reset();
            return end(RefreshReport::Status::Failed);
        }
    }
    m_builtIn = builtInKnowledgeFiles();
    if (QDir(m_options.folder).exists()) {
        if (const auto files = knowledgeFilesIn(m_options.folder))
            m_existing = *files;
    }
    auto base = readKnowledge(m_builtIn, refreshedOnly(m_existing));
    if (!base) // what an earlier refresh left cannot be read: begin anew
        base = readKnowledge(m_builtIn);
    if (!base) {
        fail("knowledge", base.error().what);
        return end(RefreshReport::Status::Failed);
    }
    m_base = std::make_shared<const Knowledge>(std::move(base).value());
    m_before = m_base;
    if (refreshedOnly(m_existing).size() < m_existing.size()) { // entries of the user's own stand over it
        if (auto before = readKnowledge(m_builtIn, m_existing))
            m_before = std::make_shared<const Knowledge>(std::move(before).value());
    }
    if (!m_options.list)
        return askStock();
    if (!m_options.listVersion.isEmpty())
        return loadList(m_options.listVersion);
    loadPage();
}

void Refresher::cancel()
{
    if (m_stage == Stage::Ended)
        return;
    m_cancelled->store(true);
    m_download.cancel();
    m_runner.cancel();
    // From outside of whatever signal called us.
    QMetaObject::invokeMethod(this, [this] { end(RefreshReport::Status::Cancelled); }, Qt::QueuedConnection);
}

void Refresher::loadPage()
{
    emit progress(0, 0, SP_T("core", "looking for the newest price list"));
    m_page.open(QIODevice::ReadWrite | QIODevice::Truncate);
    Download::Limits limits = m_options.limits;
    limits.bytes = std::min(limits.bytes, mostPage);
    m_download.start(m_options.pageUrl(), &m_page, limits);
}

void Refresher::loadList(const QString &version)
{
    m_version = version;
    m_listFile = std::make_unique<QTemporaryFile>();
    if (!m_listFile->open()) {
        fail("the price list", Text(SP_T("core", "a temporary file cannot be written: %1"), {m_listFile->errorString().toStdString()}));
        m_listFile.reset();
        return askStock();
    }
    m_download.start(m_options.listUrl(version), m_listFile.get(), m_options.limits);
}

void Refresher::parseList()
{
    if (m_stage == Stage::Ended || m_cancelled->load())
        return;
    const Result<PriceList> read = m_parsing.result();
    m_listFile.reset();
    if (!read) {
        const Error &error = read.error();
        fail("the price list", error.allowed.empty() ? error.what : Text(SP_T("core", "%1; allowed: %2"), {TextArg(error.what), TextArg(error.allowed)}));
        return askStock();
    }
    m_report.listVersion = m_version.toStdString();
    m_report.listPublished = read->published;
    m_report.listDropped = read->dropped;
    gather(m_gathered, *read, m_options.site, m_report.listVersion, m_today);
    askStock();
}

void Refresher::askStock()
{
    if (!m_options.cli || m_cancelled->load())
        return conclude();
    m_stage = Stage::Stock;
    for (const std::string &region : m_options.regions) {
        for (const bool spot : {false, true})
            m_runner.ask(segplan::askStock(region, spot));
    }
    m_asked = m_runner.waiting();
    m_runner.start();
}

void Refresher::askDetails()
{
    m_stage = Stage::Details;
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const std::string end = now.toString(Qt::ISODate).toStdString(), start = now.addDays(-30).toString(Qt::ISODate).toStdString();
    std::set<std::string> unknown;
    for (const std::string &region : m_options.regions) {
        std::set<std::string> sold;
        for (const StockRecord &r : m_gathered.stock) {
            if (r.region != region)
                continue;
            if (!m_base->instanceType(r.instanceType))
                unknown.insert(r.instanceType);
            else if (r.status != StockStatus::NoLongerSold)
                sold.insert(r.instanceType);
        }
        for (const InstanceType &type : m_base->instanceTypes) {
            const bool named = std::find(m_options.types.begin(), m_options.types.end(), type.id) != m_options.types.end();
            // Without an answer about stock: what had a price there before.
            const bool usual = m_options.types.empty() && type.availability == Availability::SelfService
                && (m_stockRegions.count(region) ? sold.count(type.id) > 0 : m_base->price(type.id, region, PriceModel::Hour) != nullptr);
            if (!named && !usual)
                continue;
            for (const PriceModel model : {PriceModel::Hour, PriceModel::Month, PriceModel::Year})
                m_runner.ask(askPrice(type, region, model));
            m_runner.ask(askSpotAdvice(type.id, region));
            m_runner.ask(askSpotHistory(type.id, region, start, end));
            m_asked += 5;
        }
        for (const StorageKind &kind : m_base->storage) {
            if (const auto request = askDiskPrice(kind, region)) {
                m_runner.ask(*request);
                ++m_asked;
            }
        }
    }
    std::vector<std::string> some;
    for (const std::string &type : unknown) {
        m_gathered.unknownTypes.push_back(type);
        some.push_back(type);
        if (some.size() == 10 || type == *unknown.rbegin()) {
            m_runner.ask(askInstanceTypes(some, m_options.regions.front()));
            ++m_asked;
            some.clear();
        }
    }
    m_runner.start();
}

void Refresher::onIdle()
{
    if (m_cancelled->load())
        return;
    if (m_stage == Stage::Stock)
        askDetails();
    else if (m_stage == Stage::Details)
        conclude();
}

void Refresher::take(const ApiRequest &request, const std::optional<ApiFailure> &failure)
{
    ++m_answers;
    m_silent = 0;
    if (failure)
        onFailure(request, *failure);
    else
        emit progress(m_answers, m_asked, Text(SP_T("core", "%1"), {request.title()}));
}

void Refresher::onAnswer(const ApiRequest &request, const std::string &json)
{
    if (m_cancelled->load())
        return;
    switch (request.action) {
    case ApiAction::InstancePrice: {
        const auto answer = readPriceAnswer(json, request, m_today);
        if (answer.value)
            m_gathered.prices.push_back(*answer.value);
        return take(request, answer.failure);
    }
    case ApiAction::DiskPrice: {
        const auto answer = readDiskAnswer(json, request);
        if (answer.value)
            m_gathered.disks.push_back({request.subject, request.region, *answer.value, {"ecs DescribePrice of your account", m_today}});
        return take(request, answer.failure);
    }
    case ApiAction::SpotHistory: {
        const auto answer = readSpotHistory(json, request);
        if (answer.value) {
            auto &points = m_spotPoints[{request.subject, request.region}];
            points.insert(points.end(), answer.value->points.begin(), answer.value->points.end());
            if (answer.value->next > 0 && points.size() < mostPages * std::size_t{1000}) {
                ApiRequest next = request;
                const auto offset = std::find(next.arguments.begin(), next.arguments.end(), "--Offset");
                if (offset != next.arguments.end())
                    next.arguments.erase(offset, offset + 2);
                next.offset = answer.value->next;
                next.arguments.insert(next.arguments.end(), {"--Offset", std::to_string(next.offset)});
                ++m_asked;
                m_runner.ask(std::move(next));
            }
        }
        return take(request, answer.failure);
    }
    case ApiAction::SpotAdvice: {
        const auto answer = readSpotAdvice(json, request, m_today);
        if (answer.value)
            mergeSpot(m_gathered.spot, *answer.value);
        return take(request, answer.failure);
    }
    case ApiAction::Stock: {
        const auto answer = readStock(json, request, m_today);
        if (answer.value) {
            m_stockRegions.insert(request.region);
            m_gathered.stock.insert(m_gathered.stock.end(), answer.value->begin(), answer.value->end());
        }
        return take(request, answer.failure);
    }
    case ApiAction::InstanceTypes: {
        const auto answer = readInstanceTypes(json, request);
        if (answer.value) {
            for (const ListedType &listed : *answer.value) {
                m_gathered.listed.push_back(listed);
                if (const auto type = asInstanceType(listed, *m_base, m_today))
                    m_gathered.types.push_back(*type);
            }
        }
        return take(request, answer.failure);
    }
    }
}

void Refresher::onFailure(const ApiRequest &request, const ApiFailure &failure)
{
    using Kind = ApiFailure::Kind;
    if (m_cancelled->load())
        return;
    const std::string what = std::string(apiActionName(request.action)) + " " + request.region;
    if (failure.kind == Kind::NotSold)
        m_report.notSold.push_back({what, request.subject, failure.what});
    else
        fail(what, failure.what, request.subject);
    const bool silent = failure.kind == Kind::Network || failure.kind == Kind::TimedOut;
    m_silent = silent ? m_silent + 1 : 0;
    emit progress(m_answers, m_asked, Text(SP_T("core", "%1"), {request.title()}));
    if (failure.stopsAll() || m_silent >= mostSilent) {
        m_stage = Stage::Details; // what was gathered is kept, nothing more is asked
        m_runner.cancel();
    }
}

void Refresher::conclude()
{
    if (m_stage == Stage::Concluding || m_stage == Stage::Ended)
        return;
    m_stage = Stage::Concluding;
    for (const auto &[place, points] : m_spotPoints)
        mergeSpot(m_gathered.spot, spotRecords(place.first, place.second, points, m_today));
    std::sort(m_gathered.unknownTypes.begin(), m_gathered.unknownTypes.end());
    m_gathered.unknownTypes.erase(std::unique(m_gathered.unknownTypes.begin(), m_gathered.unknownTypes.end()), m_gathered.unknownTypes.end());
    m_report.unknownTypes = m_gathered.unknownTypes;
    m_report.listed = m_gathered.listed;
    m_report.prices = m_gathered.prices.size();
    m_report.disks = m_gathered.disks.size();
    m_report.spot = m_gathered.spot.size();
    m_report.stock = m_gathered.stock.size();
    m_report.types = m_gathered.types.size();
    if (m_gathered.empty())
        return end(m_report.failures.empty() ? RefreshReport::Status::Done : RefreshReport::Status::Failed);
    emit progress(0, 0, SP_T("core", "checking what came"));
    m_concluding.setFuture(QtConcurrent::run([builtIn = m_builtIn, existing = m_existing, gathered = m_gathered, base = m_base, before = m_before, today = m_today] {
        Conclusion c;
        KnowledgeFiles refreshed = refreshedOnly(existing), own;
        for (const auto &file : existing) {
            if (!isRefreshed(file.first))
                own.insert(file);
        }
        const auto shipped = readKnowledge(builtIn);
        if (!shipped) {
            c.faults = shipped.errors();
            return c;
        }
        for (const bool anew : {false, true}) { // anew: without what earlier refreshes left, which may be broken
            if (anew)
                refreshed.clear();
            c.files = refreshedFiles(refreshed, gathered, *shipped, today);
            KnowledgeFiles all = refreshed;
            for (const auto &file : c.files)
                all[file.first] = file.second;
            auto alone = readKnowledge(builtIn, all);
            if (!alone) {
                c.faults = alone.errors();
                continue;
            }
            c.faults.clear();
            for (const auto &file : own)
                all.insert(file);
            auto whole = readKnowledge(builtIn, all);
            if (!whole)
                c.ownFaults = whole.errors();
            c.knowledge = std::make_shared<const Knowledge>(std::move(whole ? whole : alone).value());
            c.changes = compareBooks(bookOf(*before), bookOf(*c.knowledge));
            break;
        }
        return c;
    }));
}

void Refresher::write()
{
    if (m_stage == Stage::Ended || m_cancelled->load())
        return;
    const Conclusion c = m_concluding.result();
    m_report.changes = c.changes;
    m_report.ownFaults = c.ownFaults;
    if (!c.faults.empty()) {
        fail("knowledge", Text(SP_T("core", "what came does not fit what the program knows, and nothing was written: %1"), {c.faults.front().line()}));
        return end(RefreshReport::Status::Failed);
    }
    m_report.knowledge = c.knowledge;
    if (!m_options.dryRun) {
        for (const QString &name : inWritingOrder(c.files)) {
            const std::string &bytes = c.files.at(name.toStdString());
            QSaveFile file(m_options.folder + QLatin1Char('/') + name);
            const bool open = file.open(QIODevice::WriteOnly);
            const bool mine = open && file.setPermissions(QFileDevice::ReadOwner | QFileDevice::WriteOwner);
            if (!mine || file.write(bytes.data(), static_cast<qint64>(bytes.size())) != static_cast<qint64>(bytes.size()) || !file.commit()) {
                fail("knowledge", Text(SP_T("core", "%1 cannot be written: %2"), {file.fileName().toStdString(), file.errorString().toStdString()}));
                return end(RefreshReport::Status::Failed);
            }
            m_report.written << file.fileName();
        }
    }
    end(m_report.failures.empty() ? RefreshReport::Status::Done : RefreshReport::Status::Partly);
}

void Refresher::fail(const std::string &what, Text why, const std::string &subject) { m_report.failures.push_back({what, subject, std::move(why)}); }

void Refresher::end(RefreshReport::Status status)
{
    if (m_stage == Stage::Ended)
        return;
    m_stage = Stage::Ended;
    m_lock.reset();
    m_report.status = status;
    emit finished(m_report);
}

} // namespace segplan
