// The report's parts, in the order of the pages. Each writes what the snapshot holds and leaves out what it does not.
#pragma once

#include "evaluate/evaluate.h"
#include "report/page_writer.h"

namespace segplan {

struct ReportInput {
    const Evaluation &evaluation;
    const Knowledge &knowledge;
    const Candidate *chosen = nullptr; // recommendation, or null
};

// sections_answer.cpp
void coverSection(PageWriter &page, const ReportInput &in);
void answerSection(PageWriter &page, const ReportInput &in);
void questionSection(PageWriter &page, const ReportInput &in);
void reasonsSection(PageWriter &page, const ReportInput &in);
void computationSection(PageWriter &page, const ReportInput &in);

// sections_pictures.cpp
void costTimeSection(PageWriter &page, const ReportInput &in);
void memorySection(PageWriter &page, const ReportInput &in);
void pathSection(PageWriter &page, const ReportInput &in);

// sections_details.cpp
void candidatesSection(PageWriter &page, const ReportInput &in);
void setupSection(PageWriter &page, const ReportInput &in);
void ruleSection(PageWriter &page, const ReportInput &in);
void commandSection(PageWriter &page, const ReportInput &in);
void sourcesSection(PageWriter &page, const ReportInput &in);

} // namespace segplan
