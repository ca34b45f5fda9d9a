import { type Mutant, mutantsOf } from "./mutant.ts";

const EXPORTS = "core/rental/src/money/payout-exports";
const FEES = "core/rental/src/money/fee-withdrawals";
const PURE = "core/rental/test/money/payouts";
const HTTP = "http/money-out";
const FILES = "http/payout-exports";
const TRANSFERS = "rental/transfers";
const EXECUTION = "rental/payout-execution";

/** Bugs of what leaves the mandants' account: payouts, the bank's word on them, the agency's fees. */
export const moneyOutMutants: readonly Mutant[] = mutantsOf({
  [`${FEES}/fee-withdrawal.ts`]: [
    ["VAT of fees is never withdrawn", "  ACCOUNTS.feesVat,\n", "", HTTP],
    ["more is withdrawn than there is", "dueCents < bankCents ? dueCents : bankCents", "dueCents", HTTP],
    ["what was withdrawn is due again", "minus(negate(feesCents), withdrawnCents)", "negate(feesCents)", HTTP],
    ["fees are withdrawn ahead of time", "if (bookedOn > today)", 'if (bookedOn > "9999-12-31")', HTTP],
    [
      "fees are withdrawn before the book begins",
      "openingDay !== null && accountingDate < openingDay",
      "openingDay === accountingDate",
      HTTP,
    ],
    ["a withdrawal is the bank's entry", 'journal: "OD"', 'journal: "BANQUE"', HTTP],
  ],
  [`${FEES}/fee-withdrawals.ts`]: [
    ["two requests withdraw one amount", "stores.books.lock()", "stores.books.lockShared()", HTTP],
    ["a withdrawal is forgotten", "await stores.feeWithdrawals.insert", "await (async (_: unknown) => {})", HTTP],
  ],
  "core/rental/src/money/money-in/ingestion.ts": [
    [
      "what comes in later pays for what went out before",
      "groupByKind(processingOrder(items))",
      "groupByKind(processingOrder(items).toSorted((one, other) => +isReceipt(other) - +isReceipt(one)))",
      EXECUTION,
    ],
  ],
  "core/rental/src/money/money-in/non-receipts.ts": [
    [
      "what comes back is paid out",
      'return method === "refund" || isUndoing(other)',
      "return isUndoing(other)",
      EXECUTION,
    ],
  ],
  "core/rental/src/money/payout-matching/payout-matching-rules.ts": [
    ["a movement pays more than it names", "totalOf(found) === amountCents", "totalOf(found) <= amountCents", PURE],
    ["what waits for an account is executed", "=> statuses.includes(status))", '=> status !== "executed")', PURE],
    ["a part of the named payouts is taken for all", "found.length === references.length && ", "", PURE],
    ["one of several payouts alike is paid", "others.length === 0 ? only : undefined", "only", PURE],
    [
      "what tenants owe is an owner's",
      "[availableCents, orderedCents, unpaidCents]",
      "[availableCents, orderedCents]",
      PURE,
    ],
    [
      "an order is no money of its owner",
      "[availableCents, orderedCents, unpaidCents]",
      "[availableCents, unpaidCents]",
      PURE,
    ],
    [
      "what comes back of one is all that was paid",
      "return sameAmount.length === 1 ? sameAmount : [];",
      "return paid;",
      PURE,
    ],
  ],
  "core/rental/src/money/payout-matching/match-payouts.ts": [
    [
      "an owner is paid with another's money",
      "if (!takeFromOwners(found, candidates)) {",
      "if (found.length === 0) {",
      EXECUTION,
    ],
    [
      "what was refused is ordered once more",
      "refusedPayout(candidates.refused.get(payout.id) ?? payout, movement.id, now)",
      "payout",
      FILES,
    ],
    ["what the bank has by a file is never executed", "statuses: AWAITING_BANK", 'statuses: ["ordered"]', FILES],
    ["what was never paid comes back", 'found, statuses: ["executed"] }', 'found, statuses: ["ordered"] }', EXECUTION],
    ["a return under a reference is unmatched", "payoutReferencesIn(movement, hint) ?? []", "[]", EXECUTION],
    ["a withdrawal is seen in a payout", "if (sameAmount.length === 0) return", "return", EXECUTION],
    [
      "a run that was paid for can be taken back",
      "await updateCancellable({ stores, now: context.now }, [",
      "void ([",
      EXECUTION,
    ],
    ["what is paid again is paid the first time", "sourceSeq: entries.get(id) ?? 0", "sourceSeq: 0", EXECUTION],
    ["one payout is executed by two of a file", "for (const { id } of found) candidates.taken.add(id);", "", EXECUTION],
    ["one withdrawal is seen by two of a file", "taken.add(withdrawal.id);", "", EXECUTION],
  ],
  "core/rental/src/billing/payouts/payout-transitions.ts": [
    ["what came back is ordered as the first time", "orderedAt: now, ", "", PURE],
    [
      "an order stays with an account that is gone",
      'payout.status === "ordered" || payout.status',
      "payout.status",
      PURE,
    ],
    [
      "what came back stays executed by its movement",
      "...{ bankTransactionId: null, refusedTransactionId: null },",
      "",
      PURE,
    ],
  ],
  "core/rental/src/billing/payouts/owner-bank-accounts.ts": [
    [
      "a run stays as it was paid once",
      "await updateCancellable(",
      "await (async (..._: readonly unknown[]) => {})(",
      EXECUTION,
    ],
  ],
  "core/rental/src/property/people/owners.ts": [
    [
      "a recorded account orders nothing",
      "if (writeResult.before && writeResult.input.bankAccounts)",
      "if (!writeResult)",
      FILES,
    ],
  ],
  "core/rental/src/billing/payouts/owner-payouts.ts": [
    [
      "a payout is ordered again as often as one likes",
      'payout.status !== "failed"',
      'payout.status === "cancelled"',
      FILES,
    ],
  ],
  "core/rental/src/billing/payouts/due-day.ts": [
    ["the earlier day decides", "toSorted().at(-1)", "toSorted().at(0)", "core/rental/test/money/payout-days"],
    [
      "a short month has a 31st",
      "Math.min(distributionDay, last) - 1",
      "distributionDay - 1",
      "core/rental/test/money/payout-days",
    ],
  ],
  "core/rental/src/money/payout-exports/bank-days.ts": [
    [
      "a bank works on Easter Monday",
      "day !== addDays(easter, 1)",
      "day !== easter",
      "core/rental/test/money/payout-days",
    ],
    ["a bank works on Saturdays", "const SATURDAY = 6", "const SATURDAY = 7", "core/rental/test/money/payout-days"],
  ],
  [`${EXPORTS}/payout-export.ts`]: [
    [
      "a named payout that is not ordered is skipped silently",
      "payable !== undefined && payableIban(payable) !== null;",
      "payable !== undefined && payable.iban !== null;",
      FILES,
    ],
    [
      "a file is taken back that the bank has executed",
      "if (moved)\n    throw",
      "if (!moved && payouts.length === 0) throw",
      PURE,
      FILES,
    ],
  ],
  [`${EXPORTS}/payout-exports.ts`]: [
    ["what is in a file stays ordered", "await stores.ownerPayouts.update(transmitted);", "", FILES],
    ["a file has payouts that are not due", "isDueOn(today, dueDays.get(payout.id))", "dueDays.size > 0", FILES],
    ["the bank is to execute on a holiday", "bankDayFrom(today)", "today", FILES],
    [
      "what was taken back is executed by its run's cancellation",
      "await updateCancellable({ stores, now }, ordered);",
      "",
      FILES,
    ],
    ["a run in a file can be cancelled", "await updateCancellable({ stores, now }, transmitted);", "", FILES],
    [
      "a key makes two files",
      "createIdempotently(transact, caller, work, replayIfFound)",
      "createIdempotently(transact, { ...caller, idempotency: undefined } as never, work, replayIfFound)",
      FILES,
    ],
  ],
  "core/rental/src/money/payout-exports/credit-transfer.ts": [
    ["a paid payout is ordered again", 'payout.status === "ordered" && ', "", TRANSFERS],
    ["what was refused is in a later file", " && payout.refusedTransactionId === null ? iban", " ? iban", PURE, FILES],
    ["a set is named by its order", ".toSorted()", "", TRANSFERS],
    ["every set has one name", "[mandataireId, ...names]", "[mandataireId]", TRANSFERS],
  ],
  "core/rental/src/money/payout-exports/pain-001.ts": [
    [
      "an unknown bank has an empty BIC",
      'bic === null ? tag("Othr", tag("Id", UNKNOWN)) : tag("BICFI", bic)',
      'tag("BICFI", bic ?? "")',
      TRANSFERS,
    ],
    ["the total is in cents", 'tag("CtrlSum", decimal(', 'tag("CtrlSum", String(', TRANSFERS],
    ["a name is as long as it is", "sepaText(name, NAME_MAX)", "sepaText(name, 999)", TRANSFERS],
  ],
  "core/rental/src/money/payout-exports/sepa-text.ts": [
    ["a text ends with a slash", "trimmed(trimmed(spaced).slice(0, max))", "trimmed(spaced).slice(0, max)", TRANSFERS],
  ],
  "adapters/sql/src/rental/billing/rent-calls/application-source.ts": [
    [
      "an account without IBAN is paid to",
      "account.owner_id = owners.id\n              and account.is_default = ${dialect.boolean(true)} and account.iban is not null",
      "account.owner_id = owners.id\n              and account.is_default = ${dialect.boolean(true)}",
      FILES,
    ],
  ],
  "adapters/sql/src/rental/billing/rent-calls/owner-payout-store.ts": [
    ["receipts of other owners decide", "and receipts.owner_id = wanted.owner_id", "", "adapters/sqlite/test/rental"],
  ],
  "adapters/sql/src/rental/billing/rent-calls/refused-payouts.ts": [
    [
      "what was refused is refused for ever",
      "), 'unmatched') <> 'matched' then",
      "), 'unmatched') <> 'gone' then",
      "adapters/sqlite/test/rental",
    ],
    [
      "what was assigned leaves once more",
      "case when refused.assigned_cents = 0 then refused.status else 'assigned' end",
      "refused.status",
      "adapters/sqlite/test/rental",
    ],
  ],
  "adapters/sql/src/rental/money/money-in/source.ts": [
    [
      "a run that was paid by hand in part can be cancelled",
      'or ${refusedTransactionOf("payout")} is not null',
      "",
      FILES,
    ],
  ],
});
