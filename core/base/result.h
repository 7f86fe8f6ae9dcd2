// Result<T>: a value or the errors that prevented it. No exception crosses a room of the core.
#pragma once

#include "base/text.h"

#include <cassert>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace segplan {

// Closed set of kinds; the name is part of the outward contract (`error.code` in JSON).
enum class ErrorCode {
    Syntax, // not JSON, truncated, wrong encoding
    UnknownKey, // a key nobody reads
    UnknownId, // a model, GPU, data set... that is not known
    WrongType, // a string where a number belongs
    OutOfRange, // a value outside of what is allowed
    Missing, // a required value is absent
    Conflict, // two values that exclude one another
    NewerVersion, // a file of a newer program
    Unsupported, // a combination that exists but is not modelled
    Overflow, // sizes beyond 64 bits
    Io // reading or writing failed
};
const char *errorCodeName(ErrorCode code); // "syntax", "unknown-key", ...

// One fault: where it is, what is wrong, what is allowed.
struct Error {
    ErrorCode code = ErrorCode::Syntax;
    std::string file; // empty: standard input or memory
    std::string pointer; // RFC 6901 JSON pointer ("/workload/crop/height"); empty: the whole file
    Text what;
    Text allowed; // may be empty

    // "file: pointer: what; allowed: ..." in English, one line.
    std::string line() const;
};

using Errors = std::vector<Error>;

template <class T>
class [[nodiscard]] Result {
public:
    Result(T value) : m_state(std::move(value)) {}
    Result(Error error) : m_state(Errors{std::move(error)}) {}
    Result(Errors errors) : m_state(std::move(errors)) { assert(!std::get<Errors>(m_state).empty()); }

    bool ok() const { return std::holds_alternative<T>(m_state); }
    explicit operator bool() const { return ok(); }
    const T &value() const & { return std::get<T>(m_state); }
    T &value() & { return std::get<T>(m_state); }
    T &&value() && { return std::get<T>(std::move(m_state)); }
    const T &operator*() const & { return value(); }
    T &operator*() & { return value(); }
    const T *operator->() const { return &value(); }
    T *operator->() { return &value(); }
    const Errors &errors() const { return std::get<Errors>(m_state); }
    const Error &error() const { return errors().front(); }

private:
    std::variant<T, Errors> m_state;
};

} // namespace segplan
