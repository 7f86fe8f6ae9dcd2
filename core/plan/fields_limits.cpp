// Field table: requirements and launch.
#include "plan/choices.h"
#include "plan/table.h"

namespace segplan::plan {

namespace {

template <class At>
FieldSpec multi(const char *pointer, At at, std::vector<FieldChoice> (*choices)(const Plan &, const Knowledge &), Text label, Text help)
{
    FieldSpec f = line(pointer, FieldSection::Limits, at, std::move(label), std::move(help));
    f.kind = FieldKind::MultiChoice;
    f.choices = choices;
    return f;
}

FieldSpec expert(FieldSpec f)
{
    f.level = FieldLevel::Expert;
    return f;
}

// Text that may stay empty.
template <class At>
FieldSpec optionalLine(const char *pointer, FieldSection section, At at, Text label, Text help, Text unset)
{
    FieldSpec f = field(pointer, section, FieldKind::Line, std::move(label), std::move(help));
    f.optional = true;
    f.unsetText = std::move(unset);
    f.get = [at](const Plan &p) { return at(p).empty() ? FieldValue() : FieldValue(at(p)); };
    f.set = [at](Plan &p, const FieldValue &value) {
        const auto *text = std::get_if<std::string>(&value);
        at(p) = text ? *text : std::string();
    };
    return f;
}

} // namespace

void addLimitFields(std::vector<FieldSpec> &table)
{
    const auto section = FieldSection::Limits;
    table.push_back(multi("/requirements/regions", [](auto &p) -> auto & { return p.requirements.regions; }, regionChoices, SP_T("core", "Region"),
                          SP_T("core", "Where the instance may run. Prices and the types on offer differ between regions.")));

    FieldSpec budget = field("/requirements/budget/amount", section, FieldKind::Money, SP_T("core", "Budget"),
                             SP_T("core", "The most that the whole job may cost: instances, disks, all runs."));
    budget.minimum = 0.01;
    budget.maximum = 1e9;
    budget.decimals = 2;
    budget.optional = true;
    budget.unsetText = Text(SP_T("core", "no limit"));
    budget.get = [](const Plan &p) { return p.requirements.budget ? FieldValue(shortDecimal(*p.requirements.budget)) : FieldValue(); };
    budget.set = [](Plan &p, const FieldValue &value) {
        const auto *text = std::get_if<std::string>(&value);
        const Currency currency = p.requirements.budget ? p.requirements.budget->currency() : Currency::CNY;
        p.requirements.budget = text ? Money::parse(*text, currency) : std::nullopt;
    };
    table.push_back(budget);
    FieldSpec currency = field("/requirements/budget/currency", section, FieldKind::Choice, SP_T("core", "Currency"),
                               SP_T("core", "Accounts of the China site pay in CNY, international ones in USD. Amounts are never converted."));
    currency.optional = true;
    currency.applies = [](const Plan &p) { return p.requirements.budget.has_value(); };
    currency.choices = [](const Plan &, const Knowledge &) {
        return std::vector<FieldChoice>{{"CNY", {}, "CNY", {}}, {"USD", {}, "USD", {}}};
    };
    currency.get = [](const Plan &p) {
        return p.requirements.budget ? FieldValue(std::string(currencyCode(p.requirements.budget->currency()))) : FieldValue();
    };
    currency.set = [](Plan &p, const FieldValue &value) {
        const auto *code = std::get_if<std::string>(&value);
        const auto wanted = code ? currencyFromCode(*code) : std::nullopt;
        if (wanted && p.requirements.budget)
            p.requirements.budget = Money(*wanted, p.requirements.budget->micros());
    };
    table.push_back(currency);

    FieldSpec deadline = number("/requirements/deadline_hours", section, [](auto &p) -> auto & { return p.requirements.deadlineHours; }, 0.1, 100000, 1,
                                SP_T("core", "Deadline"), SP_T("core", "The longest that the whole job may take, all runs one after the other."), SP_T("core", "h"));
    deadline.unsetText = Text(SP_T("core", "no limit"));
    table.push_back(deadline);

    table.push_back(choice<Objective>("/requirements/objective", section, [](auto &p) -> auto & { return p.requirements.objective; },
                                      {{Objective::Cheapest, "cheapest", SP_T("core", "Cheapest in time")}, {Objective::Fastest, "fastest", SP_T("core", "Fastest within the budget")},
                                       {Objective::Balanced, "balanced", SP_T("core", "Balanced")}},
                                      SP_T("core", "Aim"),
                                      SP_T("core", "Cheapest that meets the deadline, fastest that the budget allows, or the least product of hours and cost.")));

    FieldSpec purchase = field("/requirements/purchase", section, FieldKind::MultiChoice, SP_T("core", "Buying"),
                               SP_T("core", "Ways of buying to compare. Spot is cheap and may be taken away; a subscription pays by the month."));
    purchase.choices = [](const Plan &, const Knowledge &) {
        return std::vector<FieldChoice>{{purchaseName(Purchase::PayAsYouGo), {}, Text(SP_T("core", "Pay-as-you-go")), {}},
                                        {purchaseName(Purchase::Spot), {}, Text(SP_T("core", "Spot")), {}},
                                        {purchaseName(Purchase::Subscription), {}, Text(SP_T("core", "Subscription")), {}}};
    };
    purchase.get = [](const Plan &p) {
        std::vector<std::string> out;
        for (const Purchase way : p.requirements.purchase)
            out.emplace_back(purchaseName(way));
        return FieldValue(out);
    };
    purchase.set = [](Plan &p, const FieldValue &value) {
        const auto *ids = std::get_if<std::vector<std::string>>(&value);
        p.requirements.purchase.clear();
        for (const std::string &id : ids ? *ids : std::vector<std::string>{}) {
            if (const auto way = purchaseFromName(id))
                p.requirements.purchase.push_back(*way);
        }
    };
    table.push_back(purchase);

    FieldSpec most = integer("/requirements/max_gpus", section, [](auto &p) -> auto & { return p.requirements.maxGpus; }, 1, 1024,
                             SP_T("core", "GPUs at most"), SP_T("core", "The most GPUs the planner may use together."));
    most.applies = [](const Plan &p) { return !p.workload.gpus.has_value(); };
    table.push_back(most);
    FieldSpec multiNode = boolean("/requirements/allow_multi_node", section, [](auto &p) -> auto & { return p.requirements.allowMultiNode; },
                                  SP_T("core", "Several machines"), SP_T("core", "Let the planner spread the job over several machines."));
    multiNode.applies = most.applies;
    table.push_back(expert(multiNode));
    table.push_back(boolean("/requirements/domestic_silicon", section, [](auto &p) -> auto & { return p.requirements.domesticSilicon; },
                            SP_T("core", "Domestic silicon"), SP_T("core", "Only accelerators designed and made in mainland China.")));
    table.push_back(expert(boolean("/requirements/fp64", section, [](auto &p) -> auto & { return p.requirements.fp64; }, SP_T("core", "FP64"),
                                   SP_T("core", "The work around the training needs double precision at full speed."))));
    table.push_back(expert(boolean("/requirements/old_framework", section, [](auto &p) -> auto & { return p.requirements.oldFramework; },
                                   SP_T("core", "Old framework"), SP_T("core", "The code needs CUDA 10 or PyTorch 1.4 and so a card before Ampere."))));
    table.push_back(expert(boolean("/requirements/nvlink", section, [](auto &p) -> auto & { return p.requirements.nvlink; }, SP_T("core", "NVLink"),
                                   SP_T("core", "Several GPUs only where NVLink joins them."))));
    table.push_back(expert(boolean("/requirements/bf16", section, [](auto &p) -> auto & { return p.requirements.bf16; }, SP_T("core", "BF16 needed"),
                                   SP_T("core", "Only cards that compute in BF16: Ampere or later."))));
    FieldSpec hostMemory = number("/requirements/host_memory_gib", section, [](auto &p) -> auto & { return p.requirements.hostMemoryGib; }, 1, 65536, 0,
                                  SP_T("core", "Host memory at least"), SP_T("core", "Memory of the instance that your own code needs, whatever the loader takes."), SP_T("core", "GiB"));
    hostMemory.unsetText = Text(SP_T("core", "as computed"));
    table.push_back(expert(hostMemory));
    table.push_back(expert(boolean("/requirements/self_service_only", section, [](auto &p) -> auto & { return p.requirements.selfServiceOnly; }, SP_T("core", "Self-service only"),
                                   SP_T("core", "Leave out types that are sold by invitation or ticket only."))));
    table.push_back(expert(multi("/requirements/families", [](auto &p) -> auto & { return p.requirements.families; }, familyChoices,
                                 SP_T("core", "Only families"), SP_T("core", "Instance families to choose from; none chosen means all."))));
    table.push_back(expert(multi("/requirements/exclude_families", [](auto &p) -> auto & { return p.requirements.excludeFamilies; }, familyChoices,
                                 SP_T("core", "Without families"), SP_T("core", "Instance families to leave out."))));
    table.push_back(expert(multi("/requirements/instance_types", [](auto &p) -> auto & { return p.requirements.instanceTypes; }, instanceTypeChoices,
                                 SP_T("core", "Only types"), SP_T("core", "Instance types to choose from; none chosen means all."))));
}

void addLaunchFields(std::vector<FieldSpec> &table)
{
    const auto section = FieldSection::Launch;
    const Text fillIn(SP_T("core", "to be filled in"));
    table.push_back(optionalLine("/title", section, [](auto &p) -> auto & { return p.title; }, SP_T("core", "Title"),
                                 SP_T("core", "Stands over the report."), SP_T("core", "none")));
    table.push_back(optionalLine("/launch/security_group", section, [](auto &p) -> auto & { return p.launch.securityGroup; }, SP_T("core", "Security group"),
                                 SP_T("core", "Id of the security group, such as sg-bp15ed6xe1yxeycg7."), fillIn));
    table.push_back(optionalLine("/launch/vswitch", section, [](auto &p) -> auto & { return p.launch.vSwitch; }, SP_T("core", "vSwitch"),
                                 SP_T("core", "Id of the vSwitch, such as vsw-bp1s5fnvk4gn2tws0; it decides the zone."), fillIn));
    table.push_back(optionalLine("/launch/key_pair", section, [](auto &p) -> auto & { return p.launch.keyPair; }, SP_T("core", "Key pair"),
                                 SP_T("core", "Name of the SSH key pair to log in with."), fillIn));
    table.push_back(optionalLine("/launch/image", section, [](auto &p) -> auto & { return p.launch.image; }, SP_T("core", "Image"),
                                 SP_T("core", "Id of the image with GPU driver and CUDA; empty takes a stock one."), SP_T("core", "stock image")));
    table.push_back(optionalLine("/launch/instance_name", section, [](auto &p) -> auto & { return p.launch.instanceName; }, SP_T("core", "Instance name"),
                                 SP_T("core", "How the instance is called in the console."), SP_T("core", "from the model")));
    table.push_back(choice<Shell>("/launch/shell", section, [](auto &p) -> auto & { return p.launch.shell; },
                                  {{Shell::Bash, "bash", "Bash"}, {Shell::PowerShell, "powershell", "PowerShell"}, {Shell::Cmd, "cmd", "cmd.exe"}},
                                  SP_T("core", "Shell"), SP_T("core", "Whose quoting rules the command follows.")));
}

} // namespace segplan::plan
