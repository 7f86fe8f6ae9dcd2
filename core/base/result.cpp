#include "base/result.h"

namespace segplan {

const char *errorCodeName(ErrorCode code)
{
    switch (code) {
    case ErrorCode::Syntax: return "syntax";
    case ErrorCode::UnknownKey: return "unknown-key";
    case ErrorCode::UnknownId: return "unknown-id";
    case ErrorCode::WrongType: return "wrong-type";
    case ErrorCode::OutOfRange: return "out-of-range";
    case ErrorCode::Missing: return "missing";
    case ErrorCode::Conflict: return "conflict";
    case ErrorCode::NewerVersion: return "newer-version";
    case ErrorCode::Unsupported: return "unsupported";
    case ErrorCode::Overflow: return "overflow";
    case ErrorCode::Io: return "io";
    }
    return "unknown";
}

std::string Error::line() const
{
    std::string out;
    if (!file.empty())
        out += file + ": ";
    if (!pointer.empty())
        out += pointer + ": ";
    out += english(what);
    if (!allowed.empty())
        out += "; allowed: " + english(allowed);
    for (char &c : out) { // one fault, one line, whatever the input held
        if (static_cast<unsigned char>(c) < 0x20)
            c = '?';
    }
    return out;
}

} // namespace segplan
