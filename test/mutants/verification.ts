import { type Mutant, mutantsOf } from "./mutant.ts";

const BOOKS = "ledger-verification";
const COMPOSED = "composition-verification";
const LEDGER = "core/ledger/src/verification";
const MONEY = "rental/money-verification";
const INSPECTION = "adapters/sql/src/ledger/ledger-inspection.ts";

/** Bugs of `cartulary verify`: damage that it would not see. */
export const verificationMutants: readonly Mutant[] = mutantsOf({
  [`${LEDGER}/verification.ts`]: [
    ["a book that vanished is sound", "findings: [GONE] };", "findings: [] };", BOOKS],
    [
      "amounts beyond the limit are summed",
      "if (uncountable.length > 0) return",
      "if (uncountable.length < 0) return",
      BOOKS,
    ],
    ["entries beyond their series are not seen", "if (!entry) continue;", "if (entry || !entry) continue;", BOOKS],
    [
      "the hash of a series is not looked at",
      "if (series.hash !== null && hash !== series.hash)",
      "if (series.hash === hash && hash !== series.hash)",
      BOOKS,
    ],
    [
      "the time of a series is not looked at",
      "if (series.hash !== null && validatedAt !== series.validatedAt)",
      "if (series.hash === null && validatedAt !== series.validatedAt)",
      BOOKS,
    ],
    ["headers that contradict their lines are sound", "!entry.rowsAgree || ", "", BOOKS],
  ],
  [`${LEDGER}/book-verification.ts`]: [
    [
      "months that were opened again are not seen",
      "if (last !== closedThrough)",
      "if (last === null && closedThrough === null)",
      BOOKS,
    ],
    [
      "a closing that is gone is not seen",
      "return before && monthAfter(before.period) !== period",
      "return before && monthAfter(before.period) === null",
      BOOKS,
    ],
    [
      "what came into a closed month is not seen",
      "if (closing && closing.entriesPosted !== entries)",
      "if (closing && closing.entriesPosted < 0)",
      BOOKS,
    ],
    [
      "entries of closed months that are not posted are not seen",
      "if (posted !== (isClosed ? entries : 0))",
      "if (posted > entries)",
      BOOKS,
    ],
    [
      "the time of a closing is not looked at",
      "if (closing && !own.every((month) => wasClosedBetween(closing, month)))",
      "if (closing && own.length < 0)",
      BOOKS,
    ],
    ["letters that do not sum to zero are not seen", "await inspection.letteringFaults(),", "[] as string[],", BOOKS],
    ["reused letters are not found", "await inspection.letterSeriesFaults()", "[] as string[]", BOOKS],
    ["accounts that vanished are not seen", "await inspection.accountFaults()", "[] as string[]", BOOKS],
    ["lines of no entry are not seen", "await inspection.orphanLines()", "[] as string[]", BOOKS],
    ["emptied sources are not seen", "await inspection.sourceFaults(),", "[] as string[],", BOOKS],
    [
      "a chain that was rewritten is not seen",
      "else if (entry.hash !== head.hash)",
      "else if (entry.hash === null)",
      BOOKS,
    ],
    ["a series that was cut off is not seen", "if (entry?.number !== head.number)", "if (entry === null)", BOOKS],
    [
      "heads that vanished are not seen",
      "const findings = [...lostHeads(heads, months, closed)];",
      "const findings: Finding[] = [];",
      BOOKS,
    ],
  ],
  [`${LEDGER}/opening-verification.ts`]: [
    ["an opening of an open year is not seen", "if (!isYearClosed(book, year - 1))", "if (year < 0)", BOOKS],
    [
      "an opening that differs from the closing balance is not found",
      "if (!(await isCarried(stores, opening, names)))",
      "if (year < 0)",
      BOOKS,
    ],
    ["an opening that vanished is not seen", 'if (period.endsWith("-12")) append', 'if (period === "") append', BOOKS],
  ],
  "core/rental/src/accounting/fec/fec-export-check.ts": [
    [
      "a file that lost its bytes is not seen",
      "if (!blob) messages.push",
      "if (key === undefined) messages.push",
      BOOKS,
    ],
    [
      "a file whose record was changed is not seen",
      "else if (blob.sha256 !== fecExport.sha256 || blob.byteSize !== fecExport.byteSize)",
      "else if (blob === null)",
      BOOKS,
    ],
    [
      "totals that were changed are not seen",
      "if (fecExport.totalDebitCents !== fecExport.totalCreditCents)",
      "if (fecExport.totalDebitCents < 0)",
      BOOKS,
    ],
    ["a file that was changed with its record is not seen", "digest.hex() === fecExport.sha256 &&", "", BOOKS],
    [
      "a file of another year is not seen",
      "if (fecExport.filename !== fecFileName(fecExport.siren, fecExport.year))",
      'if (fecExport.filename === "")',
      BOOKS,
    ],
  ],
  [INSPECTION]: [
    [
      "letters that stand in two groups are not seen",
      'having min(${dialect.idText(sql.ref("lettering_group_id"))}) <> max(${dialect.idText(sql.ref("lettering_group_id"))})',
      "having 1 = 0",
      BOOKS,
    ],
    [
      "letters of a closed year's file on an open line are not seen",
      "line.lettering_group_id is null and line.lettering_filed_code is not null",
      "line.lettering_group_id is null and line.lettering_filed_code is null and 1 = 0",
      BOOKS,
    ],
    [
      "sources of no entry are not seen",
      "and not exists (select 1 from ledger_drafts as draft",
      "and 1 = 0 and not exists (select 1 from ledger_drafts as draft",
      BOOKS,
    ],
  ],
  "core/documents/src/inspection.ts": [
    [
      "folders that lie in themselves are not seen",
      'if (insideItself) return ["is inside itself"];',
      "if (insideItself) return [];",
      "verification",
    ],
    [
      "a document of another workspace than its folder is not seen",
      "if (parent && parent.workspaceId !== workspaceId) {",
      "if (parent === undefined) {",
      "verification",
    ],
    [
      "versions with a gap are not seen",
      "if (count === 0 || (first === 1 && last === count)) return [];",
      "return [];",
      "verification",
    ],
    [
      "what refers to nothing is not seen",
      "return missing.map(({ noun, id }) =>",
      "return missing.slice(0, 0).map(({ noun, id }) =>",
      "verification",
    ],
    [
      "codes of no plan are not seen",
      "if (classificationCode === null || planHasCode) return [];",
      "if (!planHasCode || planHasCode) return [];",
      "verification",
    ],
    [
      "stored replies of another document are not found",
      "return meant === undefined || meant === answered ? []",
      "return meant === undefined || answered ? []",
      "verification",
    ],
    [
      "contents that are not those of their blob are not seen",
      "content.sha256 === record.sha256 ? []",
      "content.sha256 ? []",
      "verification",
    ],
  ],
  "core/public-access/src/inspection.ts": [
    [
      "an excluded root is not seen",
      "...when(excludedSeq !== null && isRoot,",
      "...when(excludedSeq === undefined && isRoot,",
      "public-access-verification",
    ],
  ],
  "core/composition/src/verification/inspection.ts": [
    ["a status that does not follow is sound", "when(status !== derived,", "when(status !== status,", COMPOSED],
    [
      "a document may lie in another workspace than its folder",
      "if (folder === null || folder.workspaceId === workspaceId) return [];",
      "if (folder === null || folder.workspaceId !== null) return [];",
      COMPOSED,
    ],
    [
      "recipients who were forgotten are not missed",
      "record.totalFiles - processedCount(record)",
      "record.waiting.recipients",
      COMPOSED,
    ],
    [
      "two recipients may wait for one document",
      "waiting.documents !== waiting.recipients,",
      "waiting.documents > waiting.recipients,",
      COMPOSED,
    ],
    ["whose document is there may wait", "when(madeDocumentId !== null,", "when(madeDocumentId === '',", COMPOSED],
    ["an end is any end", "isDone && status === end", "isDone", COMPOSED],
    [
      "recipients of a cancelled communication still wait",
      'record.status === "cancelled" ? 0 :',
      'record.status === "failed" ? 0 :',
      COMPOSED,
    ],
  ],
  "adapters/sql/src/composition/composition-inspection.ts": [
    [
      "a missing referenced record is not found",
      "id !== null && found === null ?",
      "id === null && found === null ?",
      COMPOSED,
    ],
  ],
  "adapters/sql/src/rental/verification/money-inspection.ts": [
    ["the total of a run is not checked", 'and (run.total_tenant_amount <> ${or0("called")} or', "and (", MONEY],
    ["what owners are paid is not looked at", 'or run.total_owner_amount <> ${or0("paid_out")}', "", MONEY],
    [
      "a run that was not reversed is cancelled",
      "or (reversal.id is not null) <> (run.status = 'cancelled')",
      "",
      MONEY,
    ],
    ["days are billed twice", "where period_start <= billed_until", "where period_start < billed_until", MONEY],
    ["a call is posted as anything", "and booked.document_reference = call.reference", "", MONEY],
    ["the paid amount of a call is not checked", '(call.paid_amount_cents <> ${or0("paid.cents")}', "(false", MONEY],
    ["a line is paid by more than it is of", "paid.ht > line.amount_ht", "paid.ht > line.amount_ht + 1", MONEY],
    ["a payment is of less than it pays", '(payment.allocated_cents <> ${or0("used.cents")}', "(false", MONEY],
    ["a payment is of more than came in", "payment.amount_cents <> moved.amount_cents", "false", MONEY],
    ["owners have more than was collected", 'or ${or0("owned.vat")} <> allocation.vat_cents', "", MONEY],
    [
      "the bank moved anything",
      "group by reference having sum(cents) <> 0)",
      "group by reference having false)",
      MONEY,
    ],
    [
      "a difference from the bank's balance is not reported",
      "<> coalesce((select sum(line.debit_cents - line.credit_cents) from ledger_lines as line",
      "is null and 0 <> coalesce((select sum(line.debit_cents - line.credit_cents) from ledger_lines as line",
      "rental/bank-files",
    ],
    ["a payout is ordered as anything", 'payout.amount_cents <> -${or0("booked.cents")}', "false", MONEY],
    ["numbers have gaps", "number <> cast(place as text) or", "", MONEY],
    ["the last number is not the counter's", "place = numbered and numbered <>", "place < 0 and numbered <>", MONEY],
  ],
});
