import { type Mutant, mutantsOf } from "./mutant.ts";

const APPLYING = "core/rental/src/billing/run-application";
const CALLS = "core/rental/src/billing/rent-calls";
const PURE = "core/rental/test/billing/run-application";
const HTTP = "http/run-application";
const BOTH = "rental/run-application";
const HISTORIES = "rental/billing-histories";
const STALENESS = "rental/run-staleness";
const LOST = "durability/run-crash-points";
const RUNS = "core/rental/src/billing/runs";
const EXPLAINED = "core/rental/test/billing/owner-explanation";

/** Bugs of what applying a run writes, and of what taking it back does. */
export const runApplicationMutants: readonly Mutant[] = mutantsOf({
  [`${RUNS}/owner-explanation.ts`]: [
    [
      "what an owner's rent adds up is not written out",
      "terms.length > 1 ? addedUp(terms) : euros(amount)",
      "euros(amount)",
      EXPLAINED,
    ],
    [
      "what is of another mandate is added up, too",
      "credits.filter((credit) => credit.mandateId === mandateId)",
      "credits.filter(() => true)",
      EXPLAINED,
    ],
    [
      "a service is explained without its formula",
      "if (service) return serviceExplanation",
      "if (false as boolean && service) return serviceExplanation",
      HTTP,
    ],
    [
      "a service is explained without VAT in its base",
      '["owner_rent", "owner_charges", "owner_vat"]',
      '["owner_rent", "owner_charges"]',
      HTTP,
    ],
  ],
  [`${APPLYING}/call-sums.ts`]: [
    ["zero amounts are called", ".filter(({ totalCents }) => totalCents !== 0)", "", PURE],
    ["calls follow the ids of their lines alone", "byLease(one.firstLease, other.firstLease) ||", "", PURE],
    [
      "a call of several leases is the first one's",
      "isOfOneLease: one.isOfOneLease && other.isOfOneLease &&",
      "isOfOneLease: true ||",
      PURE,
    ],
    [
      "a call is due when its last line is",
      "dueDate: earlier(one.dueDate, other.dueDate)",
      "dueDate: one.dueDate > other.dueDate ? one.dueDate : other.dueDate",
      PURE,
    ],
  ],
  [`${APPLYING}/insurer-accounts.ts`]: [
    ["an insurer is known by the letters of his name", "fold(name ?? UNNAMED).trim()", "name ?? UNNAMED", HTTP],
    [
      "every run opens insurers anew",
      "for (const { name, code } of await accounts.auxiliariesOf(SUPPLIER))",
      "for (const { name, code } of [] as Awaited<ReturnType<typeof accounts.auxiliariesOf>>)",
      HTTP,
    ],
  ],
  [`${APPLYING}/call-entries.ts`]: [
    [
      "owners in cash are credited at the call",
      "isAccrual ? ACCOUNTS.owners : ACCOUNTS.called",
      "ACCOUNTS.owners",
      PURE,
    ],
    ["VAT of owners is not tagged", "label: vatLabel(label) }, vatCents", "label }, vatCents", PURE],
    ["the share without an owner is lost", "...creditLine(suspense, line.suspenseHt),", "", PURE],
    [
      "charges are in the journal of rents",
      "traitsOf(line.billingCategory).journal === journal",
      'journal === "LOYERS"',
      PURE,
    ],
    [
      "a line without a tenant goes to the first tenant",
      "line.tenantId === null ? UNKNOWN_TENANT",
      'line.tenantId === null ? "LOC0001"',
      PURE,
    ],
  ],
  [`${APPLYING}/owner-entries.ts`]: [
    ["a service is a management fee", "accountCode: ACCOUNTS.otherFees", "accountCode: ACCOUNTS.managementFees", PURE],
    ["a payout of nothing is ordered", "amountHt > 0", "amountHt >= 0", PURE],
    ["a payout is executed when it is ordered", "accountCode: ACCOUNTS.ordered", "accountCode: ACCOUNTS.owners", PURE],
  ],
  "adapters/sql/src/rental/billing/rent-calls/application-source.ts": [
    ["a line that was taken out is called for", '.where("status", "=", "active")', "", HTTP],
    ["a line that was taken out is in its call", "and status = 'active'`", "`", HTTP],
  ],
  [`${APPLYING}/apply-run.ts`]: [
    ["a run is applied twice", 'if (run.status === "applied") return null;', "", HTTP],
    ["a stale run is applied", "await requireFresh(stores, run, digests);", "", HTTP, STALENESS, "rental/run-orders"],
    [
      "a run that was applied is still validated",
      'status: "applied",\n    currentStep',
      'status: "validated",\n    currentStep',
      HTTP,
    ],
  ],
  [`${APPLYING}/resume-jobs.ts`]: [
    ["an interrupted request resumes although the run changed", "!run || run.updatedAt > startedAt", "!run", BOTH],
    ["a cut cancellation is applied", 'action === "apply" ? application', "true ? application", BOTH],
    ["a note stays for ever", "open.until <= clock.now()", "false", BOTH],
    ["what was cut is forgotten", "if (unfinished) await resume(dependencies, unfinished, open);", "", LOST],
  ],
  [`${APPLYING}/cancel-run.ts`]: [
    ["what was paid is taken back", "if (paid) throw", "if (false) throw", BOTH],
    ["what was paid out is taken back", "if (blocking)", "if (false)", BOTH],
    [
      "entries stay when their run goes",
      "await reverseEntries(stores, dependencies, caller, { run, heartbeat });",
      "",
      HTTP,
    ],
    ["calls stay when their run goes", "await cancelCalls(stores, dependencies, run, heartbeat);", "", HTTP],
    ["payouts stay when their run goes", "await cancelPayouts(stores, dependencies, run);", "", BOTH],
    ["the reason is forgotten", "cancellationReason: reason", "cancellationReason: null", HTTP],
  ],
  "core/rental/src/money/money-in/apply-credits.ts": [
    [
      "what credits paid stays paid when the run goes",
      "await stores.paymentAllocations.madeBy(run.id)",
      "[] as Awaited<ReturnType<typeof stores.paymentAllocations.madeBy>>",
      LOST,
    ],
  ],
  [`${RUNS}/transitions.ts`]: [
    ["a cancelled run is cancelled again", 'cancel: ["draft",', 'cancel: ["cancelled", "draft",', HTTP],
    ["a run in review is applied", 'apply: ["validated",', 'apply: ["review", "validated",', HISTORIES],
  ],
  [`${RUNS}/fingerprint.ts`]: [
    ["who owns a unit is no input", "ownerships: sortedTexts(unit.ownerships),", "ownerships: [],", STALENESS],
    ["who manages it is no input", "mandates: sortedTexts(unit.mandates),", "mandates: [],", STALENESS],
    [
      "who else lets it is no input",
      "otherLeases: sortedTexts(unit.otherLeases.map(({ from, to }) => [from, to])),",
      "otherLeases: [],",
      STALENESS,
    ],
    ["what names say is an input", "name: _, ...tenant }) => tenant", "...tenant }) => tenant", STALENESS],
    ["a bank account is an input", "hasBankAccount: __, lateDeposit", "lateDeposit", STALENESS],
    ["what was collected is no input", "sortedTexts(collected.map(", "sortedTexts([].map(", STALENESS],
  ],
  [`${CALLS}/rent-call.ts`]: [
    [
      "a cancelled call is owed",
      'call.status !== "cancelled" && call.totalAmountCents > 0',
      "call.totalAmountCents > 0",
      HTTP,
    ],
  ],
});
