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

} // namespace segplan
