// The field table: every value the user can set, described once. Form, limits, tooltips, command line, plan file and checks all read it.
#pragma once

#include "base/result.h"
#include "plan/plan.h"

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace segplan {

// A field's value as the form and the undo stack carry it. monostate = "let the planner choose" / not set.
// By kind: Boolean bool; Integer and Size int64; Number double; Choice and Line string; MultiChoice strings; Money a decimal string
// ("3000", "61.70") whose currency is a field of its own. An empty string unsets an optional field.
using FieldValue = std::variant<std::monostate, bool, std::int64_t, double, std::string, std::vector<std::string>>;

enum class FieldKind { Boolean, Integer, Number, Choice, MultiChoice, Line, Size /* height x width shown paired, two fields */, Money };
enum class FieldSection { Model, Data, Training, Limits, Job, Launch };
enum class FieldLevel { Simple, Expert };

struct FieldChoice {
    std::string id;
    LocalText name; // names from knowledge
    Text text; // or a marked text (when name is empty)
    LocalText detail; // e.g. "62.7 M parameters"; may be empty
};

struct FieldSpec {
    std::string pointer; // JSON pointer in the plan file, also the field's id: "/workload/crop/height"
    FieldSection section;
    FieldKind kind;
    FieldLevel level = FieldLevel::Simple;
    Text label; // "Crop height"
    Text help; // one or two sentences: meaning, effect
    Text unit; // "px", "h"; may be empty
    double minimum = 0, maximum = 0; // numeric kinds
    int decimals = 0;
    bool optional = false; // may be unset
    Text unsetText; // shown for unset: "planner chooses"
    // Choices for this plan (backbones depend on model and implementation).
    std::function<std::vector<FieldChoice>(const Plan &, const Knowledge &)> choices;
    // Whether the field means anything for this plan; null = always.
    std::function<bool(const Plan &)> applies;
    std::function<FieldValue(const Plan &)> get;
    std::function<void(Plan &, const FieldValue &)> set; // value already checked
    // What the value is without the user (data set's classes, model's backbone): shown as "derived"; null = fixed default of Plan{}.
    std::function<FieldValue(const Plan &, const Knowledge &)> derived;
};

// In the order of the form; a field's choices depend only on fields before it.
const std::vector<FieldSpec> &fieldTable();
const FieldSpec *fieldSpec(const std::string &pointer);

// Is this value allowed in this field (type, range, known id)? One error naming the field, else nothing.
std::vector<Error> checkField(const FieldSpec &field, const FieldValue &value, const Plan &plan, const Knowledge &knowledge);

// The shortest decimal text of an amount, as Money fields and files carry it: "3000", "9.5326".
std::string shortDecimal(Money amount);

// The choice id of a data set of one's own (fields under "/workload/dataset/").
inline constexpr const char *ownDataset = "custom";

// A change proposed to mend an issue: field values to set together (one undo step).
struct Fix {
    Text label; // "Use 4 x 2 accumulation"
    std::vector<std::pair<std::string, FieldValue>> changes; // pointer, value
};

struct Issue {
    enum class Severity { Hint, Warning, Error };
    Severity severity = Severity::Hint;
    std::string code; // stable id
    std::string pointer; // field it belongs to; empty: the plan
    Text message;
    std::vector<Fix> fixes;
};

// Cross-field checks: an Error severity means the plan cannot be evaluated.
std::vector<Issue> checkPlan(const Plan &plan, const Knowledge &knowledge);

// Sets one field, and what followed from the old value goes on following: a new model drops a backbone and options it does not have;
// a new data set brings its classes and usual crop where the plan had the old one's; editing a known data set's figures makes it one's own.
Plan withField(Plan plan, const std::string &pointer, const FieldValue &value, const Knowledge &knowledge);

} // namespace segplan
