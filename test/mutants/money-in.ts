import { type Mutant, mutantsOf } from "./mutant.ts";

const PAYMENTS = "core/rental/src/money/payments";
const MONEY_IN = "core/rental/src/money/money-in";
const ASSIGNING = "core/rental/src/money/assignments";
const HTTP = "http/bank-transactions";
const HISTORIES = "rental/money-histories";
const ORDERS = "rental/money-orders";
const EXECUTION = "rental/payout-execution";
const FILES = "rental/bank-files";
const RETURNS = "core/rental/test/money/money-in/originals";
const IDENTITY = "core/rental/test/money/money-in/file-identity.property";
const ASSIGNMENTS = "http/bank-assignments";
const PAYERS = "http/payers";
const WHO_PAYS = "core/rental/test/money/money-in/payers";
const PURE = "core/rental/test/money/money-in/instalments.property";

/** Bugs of incoming payments: their purpose, their allocations, their entries and their reversals. */
export const moneyInMutants: readonly Mutant[] = mutantsOf({
  [`${PAYMENTS}/allocation.ts`]: [
    ["each line is paid as if nothing was paid before", "remainder = minus(remainder, paid);", "", PURE],
    [
      "VAT is paid with the rest",
      "const [htCents = ZERO, vatCents = ZERO]",
      "const [vatCents = ZERO, htCents = ZERO]",
      PURE,
    ],
    [
      "an owner's part stays due",
      "minus(share.htCents, own.get(share.ownerId)?.htCents ?? ZERO)",
      "share.htCents",
      PURE,
    ],
  ],
  [`${PAYMENTS}/payment.ts`]: [
    ["what is refunded is left", "negate(allocatedCents), negate(refundedCents)", "negate(allocatedCents)", HTTP],
    ["what pays in part is allocated", 'remainingCents === 0 ? "allocated"', 'remainingCents >= 0 ? "allocated"', HTTP],
    ["what is rejected is received again", 'status: "rejected" }', 'status: "received" }', HTTP],
  ],
  [`${MONEY_IN}/incoming-transaction.ts`]: [
    [
      "what comes back pays the rent",
      'direction === "inbound" && method !== "rejection"',
      'direction === "inbound"',
      HTTP,
    ],
    ["what is undone before it came stays", "?? place) > place", "?? place) > 9999", HTTP],
  ],
  [`${MONEY_IN}/ingestion.ts`]: [
    [
      "a transaction that is sent again is booked again",
      "if ((before && !mayBeMatched(before)) || pending.has(key)) continue;",
      "if (pending.has(key)) continue;",
      HTTP,
    ],
    [
      "runs are locked after numbers",
      "await lockTouchedRuns(stores, sent);\n          const intake = await createIngestionContext(stores, dependencies, { caller, mandataireId, heartbeat });\n          throwIfInvalid(accountErrors",
      "const intake = await createIngestionContext(stores, dependencies, { caller, mandataireId, heartbeat });\n          throwIfInvalid(accountErrors",
      ORDERS,
    ],
    ["a file of another account is taken in", "throwIfInvalid(statementErrors(file, iban));", "", FILES],
    [
      "an account that is not the mandataire's is his",
      "throwIfInvalid(accountErrors(transactions, intake.iban));",
      "",
      HTTP,
    ],
    [
      "all receipts are worked first",
      "groupByKind(processingOrder(items))",
      "groupByKind(processingOrder(items).toSorted((one, other) => +isReceipt(other) - +isReceipt(one)))",
      HTTP,
    ],
  ],
  [`${MONEY_IN}/known-transactions.ts`]: [
    [
      "known references of the portal are not looked up",
      "await bankTransactions.lockOfPortal([...new Set(references)])",
      "await bankTransactions.lockOfPortal([])",
      HTTP,
    ],
    [
      "another transaction under a known reference is lost",
      "if (!known || contentOf(known) === contentOf(sent)) return [];",
      "if (known || contentOf(sent)) return [];",
      HTTP,
    ],
    [
      "a reference that occurs twice in a request is a duplicate",
      'return [fieldError(fieldOf(index), "taken", "occurs twice in this request")];',
      "return [];",
      HTTP,
    ],
    ["one of the portal is two of a file", "waiting.delete(place);", "", FILES],
    [
      "transactions of earlier files are not looked up",
      "await bankTransactions.lockOfContents([...keys])",
      "await bankTransactions.lockOfContents([])",
      FILES,
    ],
    [
      "the portal repeats a file's transaction",
      "const files = await bankTransactions.lockOfFiles(unrecognized);",
      "const files = await bankTransactions.lockOfFiles([]);",
      FILES,
    ],
  ],
  [`${MONEY_IN}/file-identity.ts`]: [
    [
      "two equal fees are one",
      "const contentOrdinal = before.base + before.count;",
      "const contentOrdinal = before.base;",
      IDENTITY,
    ],
    [
      "statements of a file that overlap say two things",
      "if (from !== null && (day > from || (day === from && isWholeDay))) return 0;",
      "",
      IDENTITY,
    ],
    [
      "a later statement of one day adds nothing",
      "bases.get(contentKey) ?? ends.get(contentKey) ?? 0;",
      "bases.get(contentKey) ?? 0;",
      IDENTITY,
    ],
    ["what a bank calls NONREF is one", "bankWords(remittance)]", '""]', FILES],
    [
      "a reversal has the identity of its original",
      "...[iban, bookedOn, direction, amountCents,",
      "...[iban, amountCents,",
      FILES,
    ],
  ],
  [`${MONEY_IN}/originals.ts`]: [
    [
      "what a sender learns later undoes nothing",
      "bankWordsOrNull(hints.reverses) ?? transaction.reverses",
      "transaction.reverses",
      HTTP,
    ],
    [
      "what the payer called it is not looked at",
      "sameAmount.filter((each) => each.endToEndId === payers)",
      "[]",
      FILES,
    ],
    [
      "what the bank called it is not looked at",
      "sameAmount.filter((each) => each.servicerReference === banks)",
      "[]",
      RETURNS,
    ],
    ["of several that it may undo the first is", "length === 1)?.[0]", "length >= 1)?.[0]", RETURNS],
    ["NONREF undoes NONREF", "text === null || NO_REFERENCE.has(text.toUpperCase())", "text === null", RETURNS],
  ],
  [`${MONEY_IN}/bank-words.ts`]: [
    ["words of banks are judged", 'normalizeLine(text.replace(INVISIBLE, " "))', "normalizeLine(text)", HTTP],
    ["long words are folded first", "if (text.length > RAW_MAX)", "if (false)", HTTP],
  ],
  "core/rental/src/money/money-in/statement-checks.ts": [
    ["balances are believed without a look", "if (moved === stated) return [];", "if (moved >= 0n) return [];", FILES],
    ["an account is any account", "if (account !== iban)", "if (account === null)", FILES],
    [
      "a statement that is missing is not missed",
      "if ([before.closingBalance, ...before.expected].includes(openingBalance)) return null;",
      "if (before) return null;",
      FILES,
    ],
  ],
  "core/rental/src/billing/runs/owner-inputs.ts": [
    [
      "money that came back leaves once more",
      "...(hasUnmatchedRejection && { hasUnmatchedRejection }),",
      "",
      FILES,
      "rental/run-staleness",
    ],
  ],
  [`${MONEY_IN}/amounts-due.ts`]: [
    [
      "an amount is looked for as it was due before",
      "owing.set(after.remainingAmountCents, sameAmount.add(after.id));",
      "",
      HTTP,
    ],
    ["what is paid is found by its amount again", "?.delete(before.id)", "?.has(before.id)", HTTP],
  ],
  [`${MONEY_IN}/save-allocations.ts`]: [
    [
      "a call stays paid by a withdrawn payment",
      "sum([call.paidAmountCents, negate(totalOf(ofCall.get(call.id) ?? []))])",
      "sum([call.paidAmountCents])",
      HISTORIES,
    ],
    ["owners keep what came back", "await reverseTransfers([", "void ([", HISTORIES],
  ],
  [`${MONEY_IN}/receipt.ts`]: [
    ["a lease that owes nothing has no name", 'destination.kind === "due" ? destination.lease : null', "null", HTTP],
    [
      "the rest of another payer's money goes to the first tenant",
      "remainderCents === 0 && calls.length > 0 ? calls : named",
      "calls.length > 0 ? calls : named",
      PAYERS,
    ],
  ],
  [`${MONEY_IN}/plan-receipts.ts`]: [
    [
      "a receipt moves nothing to the owners",
      "transfers: collectionTransfers(receipt.paid, collected, bookings)",
      "transfers: []",
      HISTORIES,
    ],
    [
      "what is matched later is handed over on that day",
      "const { bookedOn: day } = transaction;",
      "const day = isInSuspense ? bookings.today : transaction.bookedOn;",
      HTTP,
    ],
  ],
  [`${MONEY_IN}/record-receipts.ts`]: [
    [
      "a receipt is lettered without its call",
      "lineIds: own.map(({ lineId }) => lineId), posted",
      "lineIds: [], posted",
      HTTP,
    ],
    ["a receipt is lettered by the line before", "=> place + 1;", "=> place;", HTTP],
    ["what is left without letters stays so", "unletteredCalls.has(call) ? [] : [call]", "[call]", HTTP],
  ],
  [`${MONEY_IN}/match-transaction.ts`]: [
    ["of two references the first counts", 'if (other !== undefined) return "unclear";', "", HTTP],
    ["an unknown call is the next best guess", 'named) ?? "unclear"', "named)", HTTP],
    ["an amount is enough", "tenants.has(tenant.tenantId) ||", "true || tenants.has(tenant.tenantId) ||", HTTP],
    ["the other tenants of a lease are not matched by name", "[called, ...others].some(", "[called].some(", PAYERS],
    [
      "a reference is spelt in one way only",
      "referencesIn(text, SERIES.rentCall)[0] ?? bankWords(text)",
      "bankWords(text)",
      HTTP,
    ],
  ],
  [`${MONEY_IN}/receipt-entries.ts`]: [
    [
      "what is matched later is in the bank twice",
      "isInSuspense ? ACCOUNTS.suspense : ACCOUNTS.bank",
      "ACCOUNTS.bank",
      HTTP,
    ],
    [
      "what is matched later is dated back",
      "firstOpenDay(book, isInSuspense ? today : transaction.bookedOn)",
      "firstOpenDay(book, transaction.bookedOn)",
      HTTP,
    ],
    [
      "owners are credited with what credited them before",
      "shares.filter(({ isAccrual }) => !isAccrual)",
      "shares",
      HTTP,
    ],
  ],
  [`${MONEY_IN}/bank-label.ts`]: [
    [
      "a label of invisible characters is booked",
      "return isInvisible(words) ? bankReference : words;",
      "return words;",
      "core/rental/test/money/bank-label",
    ],
  ],
  [`${MONEY_IN}/transaction-input.ts`]: [
    ["money comes from the future", "if (day > today)", 'if (day > "9999-12-31")', HTTP],
    ["more is allocated than came", "all <= amountCents ? []", "all >= 0 ? []", HTTP],
    [
      "an error names allocations that were not sent",
      "errors.length > 0 || parts.length === 0 ||",
      "errors.length > 0 ||",
      HTTP,
    ],
  ],
  [`${MONEY_IN}/reject-and-refund.ts`]: [
    ["a payment is rejected twice", "known && isRejectable(known) ? known : null", "known", HTTP],
    [
      "a return takes back assigned amounts",
      "reversibleCents === original.amountCents;",
      "reversibleCents <= original.amountCents;",
      ASSIGNMENTS,
    ],
    [
      "the rest of a return waits to be matched",
      "movedOn({ ...original, updatedAt: now }, { settled: suspendedCents(original) })",
      "({ ...original, updatedAt: now })",
      ASSIGNMENTS,
    ],
    [
      "one that came is undone by two together",
      "available = available.filter(({ id }) => id !== original.id);",
      "",
      EXECUTION,
    ],
    ["more is refunded than is left", "if (payment.remainingCents < amountCents) return null;", "", HTTP],
    [
      "calls stay paid by a rejected payment",
      "await reverseAllocations(intake, allocations,",
      "await reverseAllocations(intake, [],",
      HTTP,
    ],
  ],
  [`${PAYMENTS}/bank-transaction.ts`]: [
    [
      "what is assigned is in suspense still",
      "minus(amountCents, sum([settledCents, assignedCents]))",
      "minus(amountCents, settledCents)",
      ASSIGNMENTS,
    ],
    [
      "what came back to suspense is matched twice",
      'transaction.settledCents === 0 || transaction.method === "rejection"',
      "true",
      ASSIGNMENTS,
    ],
  ],
  [`${ASSIGNING}/assign-lines.ts`]: [
    [
      "an owner is paid with another's money",
      'if (transaction.direction === "outbound") await requireOwnersCovered(intake, [...lines, ...debitsIn(borne)]);',
      "",
      ASSIGNMENTS,
    ],
    ["what is assigned has no letters", "await letterSuspense(intake, moved);", "", ASSIGNMENTS],
    [
      "a tenant's credit is not credited to the tenant",
      'transaction.direction === "inbound" && line.accountCode === ACCOUNTS.tenants && line.holder',
      "false && line.holder",
      ASSIGNMENTS,
    ],
  ],
  [`${ASSIGNING}/assignment-input.ts`]: [
    [
      "more is assigned than there is",
      "if (all <= suspendedCents) return errors;",
      "if (all > 0) return errors;",
      ASSIGNMENTS,
    ],
  ],
  [`${ASSIGNING}/taking-back.ts`]: [
    [
      "taking back finances an owner",
      'if (transaction.direction === "inbound") await requireOwnersCovered(intake, assignment.lines);',
      "",
      ASSIGNMENTS,
    ],
    [
      "a credit that is used is taken back",
      "if (payment.remainingCents < payment.amountCents)",
      "if (payment.remainingCents < 0)",
      ASSIGNMENTS,
    ],
  ],
  [`${ASSIGNING}/free-credits.ts`]: [
    ["a tenant is refunded more than his credit", "if (due > 0)", "if (due < 0)", ASSIGNMENTS],
  ],
  [`${MONEY_IN}/non-receipts.ts`]: [
    ["a payout and its fee are one sum", "  amountCents: suspendedCents(transaction),\n});", "});", ASSIGNMENTS],
  ],
  "core/rental/src/money/fee-withdrawals/fee-withdrawal.ts": [
    ["owners bear what the bank charges", "  ACCOUNTS.bankCharges,\n];", "];", ASSIGNMENTS],
  ],
  [`${MONEY_IN}/payers.ts`]: [
    [
      "a former party of a lease still pays",
      "const valid = own.filter(({ validFrom: from, validTo: to }) => covers({ from, to }, day));",
      "const valid = own;",
      WHO_PAYS,
    ],
    [
      "a payer of several tenants pays the first",
      "other === undefined ? (only ?? decidingPayer) : decidingPayer",
      "only ?? decidingPayer",
      WHO_PAYS,
    ],
    [
      "another payer's payment counts as the tenant's own",
      "paidFor.every((tenantId) => tenantId === payer.tenantId)",
      "paidFor.length > 0",
      WHO_PAYS,
    ],
  ],
  [`${MONEY_IN}/apply-credits.ts`]: [
    [
      "a credit moves nothing to the owners",
      "transfers: collectionTransfers(each.paid, collected, bookings)",
      "transfers: []",
      HISTORIES,
    ],
    ["what was remitted is remitted again", "await paymentAllocations.remit(partIds, runId);", "", HTTP],
    ["a credit outlives its allocation", "await stores.payments.update(credited", "void (credited", HTTP],
  ],
});
