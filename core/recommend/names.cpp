#include "recommend/recommend.h"

namespace segplan {

const char *candidateStatusName(CandidateStatus s)
{
    switch (s) {
    case CandidateStatus::Ok: return "ok";
    case CandidateStatus::Tight: return "tight";
    case CandidateStatus::Rejected: break;
    }
    return "rejected";
}

const char *confidenceName(Confidence c)
{
    switch (c) {
    case Confidence::Surely: return "surely";
    case Confidence::Probably: return "probably";
    case Confidence::Hardly: return "hardly";
    case Confidence::No: break;
    }
    return "no";
}

} // namespace segplan
