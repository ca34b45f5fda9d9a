import type { Day, FieldError, Id } from "@cartulary/kernel";
import { type Auxiliary, type Cents, cents } from "@cartulary/ledger";
import type { OwnerPayoutId, PayoutWithAccount } from "@cartulary/rental/billing";
import { expect, it } from "vitest";
import {
  type AssignmentLineInput,
  assignmentErrors,
  coverErrors,
  type ValidAssignmentLine,
} from "../../src/money/assignments/assignment-input.ts";
import { refundsOf } from "../../src/money/assignments/free-credits.ts";
import { type DepositReturnInput, returnErrors } from "../../src/money/deposits/return-input.ts";
import { dueOf, feeWithdrawalEntry, feeWithdrawalErrors } from "../../src/money/fee-withdrawals/fee-withdrawal.ts";
import { repeatedErrors } from "../../src/money/money-in/known-transactions.ts";
import {
  accountErrors,
  type BankTransactionInput,
  fileReferenceErrors,
  transactionErrors,
} from "../../src/money/money-in/transaction-input.ts";
import type { PaymentId } from "../../src/money/payments/payment.ts";
import { payoutExportErrors, unpayableErrors } from "../../src/money/payout-exports/payout-export.ts";

const day = (text: string) => text as Day;
const TODAY = day("2026-03-15");
/** The largest amount of a line. */
const MOST = 10_000_000_000_000;
const linesOf = (errors: readonly FieldError[]) =>
  errors.map(({ field, code, message }) => `${field} ${code}: ${message}`);
const found = (errors: readonly FieldError[]) => errors.map(({ field, code }) => `${field} ${code}`);
const tenant = (name: string) => name as Id<"TenantActor">;

const GOOD: BankTransactionInput = {
  ...{ bankReference: "B-1", bookedOn: TODAY, amountCents: cents(100), direction: "inbound" },
};

it("a transaction has a reference, a day until today, an amount and a direction", () => {
  expect(linesOf(transactionErrors([GOOD, {}], TODAY))).toEqual([
    "transactions[1].bankReference blank: can't be blank",
    "transactions[1].bookedOn blank: can't be blank",
    "transactions[1].amountCents blank: can't be blank",
    "transactions[1].direction blank: can't be blank",
  ]);
  const wrong = (more: BankTransactionInput) => linesOf(transactionErrors([{ ...GOOD, ...more }], TODAY));
  expect(wrong({ bankReference: " " })).toEqual(["transactions[0].bankReference blank: can't be blank"]);
  expect(wrong({ bookedOn: day("2026-03-16") })).toEqual([
    "transactions[0].bookedOn less_than_or_equal_to: can't be after today",
  ]);
  expect(found(transactionErrors([{ ...GOOD, bookedOn: day("0001-01-01") }], TODAY))).toEqual([
    "transactions[0].bookedOn greater_than_or_equal_to",
  ]);
  const negative =
    "transactions[0].amountCents greater_than_or_equal_to: must be 1 or more; use the direction for the sign";
  expect([0, -1, 1, MOST].map((amount) => wrong({ amountCents: amount as Cents }))).toEqual([
    [negative],
    [negative],
    [],
    [],
  ]);
  expect(wrong({ amountCents: (MOST + 1) as Cents })).toEqual([
    `transactions[0].amountCents less_than_or_equal_to: must be ${MOST} or less`,
  ]);
  expect([wrong({ currency: "EUR" }), wrong({ currency: "USD" })]).toEqual([
    [],
    ["transactions[0].currency inclusion: is not EUR"],
  ]);
});

it("the texts of a transaction have lengths of their own, and may be absent", () => {
  const lengths = {
    ...{ bankReference: 140, label: 500, counterpartyName: 255, counterpartyIban: 64, accountIban: 64, reverses: 140 },
    ...{ rentCallReference: 255, payoutReference: 255 },
  };
  for (const [name, most] of Object.entries(lengths)) {
    const wrong = (text: string | null) => found(transactionErrors([{ ...GOOD, [name]: text }], TODAY));
    expect([wrong("x".repeat(most)), wrong("x".repeat(most + 1))]).toEqual([[], [`transactions[0].${name} too_long`]]);
    expect(wrong(null)).toEqual([]);
    expect(wrong("x".repeat(70_000))).toEqual([`transactions[0].${name} too_long`]);
  }
  const noText = { servicerReference: null, endToEndId: null };
  expect(
    found(fileReferenceErrors([noText, { servicerReference: "x".repeat(141), endToEndId: "x".repeat(141) }])),
  ).toEqual(["transactions[1].AcctSvcrRef too_long", "transactions[1].EndToEndId too_long"]);
  expect(fileReferenceErrors([{ servicerReference: "x".repeat(140), endToEndId: " " }])).toEqual([]);
});

it("a transaction may name the amounts of calls, up to its own", () => {
  const wrong = (...allocations: NonNullable<BankTransactionInput["allocations"]>) =>
    linesOf(transactionErrors([{ ...GOOD, allocations }], TODAY));
  const part = (amount: number) => ({ rentCallReference: "AP-1", amountCents: cents(amount) });
  expect([wrong(part(60), part(40)), wrong(part(100))]).toEqual([[], []]);
  expect(wrong(part(60), part(41))).toEqual([
    "transactions[0].allocations invalid: add up to more than the transaction",
  ]);
  expect(wrong({}, { rentCallReference: " ", amountCents: cents(0) })).toEqual([
    "transactions[0].allocations[0].rentCallReference blank: can't be blank",
    "transactions[0].allocations[0].amountCents blank: can't be blank",
    "transactions[0].allocations[1].rentCallReference blank: can't be blank",
    "transactions[0].allocations[1].amountCents greater_than_or_equal_to: must be 1 or more; use the direction for the sign",
  ]);
  // The sum is compared only between amounts that are right.
  expect(wrong(part(101), part(0))).toHaveLength(1);
  const { amountCents: _, ...without } = GOOD;
  expect(found(transactionErrors([{ ...without, allocations: [part(5)] }], TODAY))).toEqual([
    "transactions[0].amountCents blank",
  ]);
  const many = (count: number) => ({ ...GOOD, amountCents: cents(5_000), allocations: Array(count).fill(part(1)) });
  expect(linesOf(transactionErrors([many(1_000), many(1_001)], TODAY))).toEqual([
    "transactions[1].allocations too_long: are more than 1000",
  ]);
});

it("errors of transactions end with the first one after a hundred", () => {
  const errors = transactionErrors(Array(200).fill({}), TODAY);
  expect([errors.length, errors.at(-1)?.field]).toEqual([100, "transactions[24].direction"]);
});

it("a transaction may name its account, which is the mandataire's", () => {
  const of = (iban: string | null, ...accounts: readonly (string | null | undefined)[]) =>
    linesOf(
      accountErrors(
        accounts.map((accountIban) => ({ ...GOOD, ...(accountIban === undefined ? {} : { accountIban }) })),
        iban,
      ),
    );
  const wrong = (index: number) => `transactions[${index}].accountIban invalid: is not the mandataire's account`;
  expect(of("FR76", undefined, null, " ", "fr 76", "FR77")).toEqual([wrong(4)]);
  expect(of(null, undefined, "FR76")).toEqual([wrong(1)]);
});

it("a reference occurs once in a request", () => {
  const taken = (index: number) => `transactions[${index}].bankReference taken: occurs twice in this request`;
  expect(linesOf(repeatedErrors(["a", "b", " a ", undefined, "", undefined, "", "c", "a"]))).toEqual([
    taken(2),
    taken(8),
  ]);
});

const line = (more: Partial<AssignmentLineInput> = {}): AssignmentLineInput => ({
  ...{ accountCode: "411000", auxiliaryCode: "LOC-1", amountCents: cents(10), ...more },
});
const assigned = (...lines: readonly AssignmentLineInput[]) => linesOf(assignmentErrors({ lines }));

it("an assignment has up to a hundred lines", () => {
  expect([linesOf(assignmentErrors({})), assigned()]).toEqual(Array(2).fill(["lines blank: can't be blank"]));
  expect(assigned(...Array(100).fill(line()))).toEqual([]);
  expect(assigned(...Array(101).fill(line()))).toEqual(["lines too_long: are more than 100"]);
});

it("an assigned line has an account that may be assigned, with an auxiliary where the account has them", () => {
  expect(assigned({}, line())).toEqual([
    "lines[0].accountCode blank: can't be blank",
    "lines[0].amountCents blank: can't be blank",
  ]);
  const none = "lines[0].accountCode inclusion: is none of 165000, 401000, 411000, 467000, 512100, 580000, 627000";
  expect(["471000", "512000", "706100", "467900"].map((accountCode) => assigned(line({ accountCode })))).toEqual(
    Array(4).fill([none]),
  );
  for (const accountCode of ["165000", "401000", "411000", "467000"]) {
    expect(assigned(line({ accountCode }))).toEqual([]);
    for (const auxiliaryCode of [null, ""])
      expect(assigned(line({ accountCode, auxiliaryCode }))).toEqual(["lines[0].auxiliaryCode blank: can't be blank"]);
  }
  for (const accountCode of ["512100", "580000", "627000"]) {
    expect(assigned(line({ accountCode, auxiliaryCode: null }))).toEqual([]);
    expect(assigned(line({ accountCode }))).toEqual(["lines[0].auxiliaryCode invalid: is not used by this account"]);
  }
  expect(assigned(line({ auxiliaryCode: "x".repeat(255) }))).toEqual([]);
  expect(assigned(line({ auxiliaryCode: "x".repeat(256) }))).toEqual(["lines[0].auxiliaryCode too_long: is too long"]);
});

it("an assigned line has an amount of a cent or more, and may have a label", () => {
  const amount = (value: number) => assigned(line({ amountCents: value as Cents }));
  expect([1, MOST].map(amount)).toEqual([[], []]);
  expect([0, -1].map(amount)).toEqual(
    Array(2).fill(["lines[0].amountCents greater_than_or_equal_to: must be 1 or more"]),
  );
  expect(amount(MOST + 1)).toEqual([`lines[0].amountCents less_than_or_equal_to: must be ${MOST} or less`]);
  for (const label of [null, "", " ", "Loyer", "x".repeat(240)]) expect(assigned(line({ label }))).toEqual([]);
  expect(assigned(line({ label: "x".repeat(241) }))).toEqual([
    "lines[0].label too_long: is too long (maximum is 240 characters)",
  ]);
});

it("assigned lines come to the amount in suspense at most, on auxiliaries of their accounts", () => {
  const auxiliary = (code: string, kind: Auxiliary["kind"], entityId: string | null = code) =>
    [code, { code, kind, entityId } as unknown as Auxiliary] as const;
  const known = new Map([auxiliary("LOC-1", "LOC"), auxiliary("LOC-INCONNU", "LOC", null), auxiliary("PRO-1", "PRO")]);
  const errors = (suspended: number, ...lines: readonly AssignmentLineInput[]) =>
    linesOf(coverErrors(lines as readonly ValidAssignmentLine[], cents(suspended), known));
  expect([errors(20, line(), line()), errors(21, line(), line())]).toEqual([[], []]);
  expect(errors(19, line(), line())).toEqual([
    "lines less_than_or_equal_to: add up to more than the amount in suspense (19 cents)",
  ]);
  expect([errors(1, line()), errors(0, line())].flat()).toEqual(
    ["1 cents", "nothing"].map(
      (most) => `lines less_than_or_equal_to: add up to more than the amount in suspense (${most})`,
    ),
  );
  expect(
    errors(
      15,
      line({ auxiliaryCode: "LOC-2" }),
      line({ auxiliaryCode: "PRO-1" }),
      line({ auxiliaryCode: "LOC-INCONNU" }),
      line({ accountCode: "467000", auxiliaryCode: "PRO-1" }),
      line({ accountCode: "627000", auxiliaryCode: null }),
    ),
  ).toEqual([
    "lines[0].auxiliaryCode not_found: does not exist",
    "lines[1].auxiliaryCode invalid: is of another kind",
    "lines[2].auxiliaryCode invalid: is not a tenant's account",
    "lines less_than_or_equal_to: add up to more than the amount in suspense (15 cents)",
  ]);
});

it("refunds use up the free credits of each tenant, the earliest first", () => {
  const credit = (id: string, name: string, remaining: number) => ({
    ...{ id: id as PaymentId, tenantId: tenant(name), remainingCents: cents(remaining) },
  });
  const refund = (index: number, name: string, amount: number) => ({
    ...{ index, tenantId: tenant(name), amountCents: cents(amount) },
  });
  const credits = [
    credit("one", "ada", 30),
    credit("other", "blaise", 40),
    credit("none", "ada", 0),
    credit("two", "ada", 20),
  ];
  const { refunds, errors } = refundsOf(
    [refund(0, "ada", 30), refund(2, "ada", 15), refund(3, "blaise", 41), refund(4, "ada", 6), refund(5, "carl", 1)],
    credits,
  );
  expect(refunds.map(({ index, paymentId, amountCents }) => [index, paymentId, amountCents])).toEqual([
    [0, "one", 30],
    [2, "two", 15],
    [3, "other", 40],
    [4, "two", 5],
  ]);
  expect(linesOf(errors)).toEqual([
    "lines[3].amountCents less_than_or_equal_to: must be 40 or less, the free credit",
    "lines[4].amountCents less_than_or_equal_to: must be 5 or less, the free credit",
    "lines[5].amountCents less_than_or_equal_to: must be 0 or less, the free credit",
  ]);
  expect(refundsOf([refund(0, "ada", 50)], credits)).toEqual({
    refunds: [
      { index: 0, paymentId: "one", amountCents: 30 },
      { index: 0, paymentId: "two", amountCents: 20 },
    ],
    errors: [],
  });
});

it("the return of a deposit has a day, not before the keys, and says whether the premises conform", () => {
  const returned = { returnedOn: TODAY, inConformity: false };
  const wrong = (input: DepositReturnInput) => linesOf(returnErrors(input));
  expect(wrong({})).toEqual(["returnedOn blank: can't be blank", "inConformity blank: can't be blank"]);
  expect([returned, { ...returned, keysReturnedOn: null }, { ...returned, keysReturnedOn: TODAY }].map(wrong)).toEqual([
    [],
    [],
    [],
  ]);
  expect(wrong({ ...returned, keysReturnedOn: day("2026-03-16") })).toEqual([
    "returnedOn greater_than_or_equal_to: must be 2026-03-16 or later",
  ]);
  expect(wrong({ inConformity: true, keysReturnedOn: TODAY })).toEqual(["returnedOn blank: can't be blank"]);
  const early = day("0999-12-31");
  expect(found(returnErrors({ ...returned, returnedOn: early, keysReturnedOn: early }))).toEqual([
    "returnedOn greater_than_or_equal_to",
    "keysReturnedOn greater_than_or_equal_to",
  ]);
});

it("the return of a deposit has up to a hundred deductions with labels and amounts", () => {
  const deduction = { label: "Peinture", amountCents: cents(1) };
  const wrong = (...deductions: NonNullable<DepositReturnInput["deductions"]>) =>
    linesOf(returnErrors({ returnedOn: TODAY, inConformity: true, deductions }));
  expect([wrong(), wrong(...Array(100).fill(deduction))]).toEqual([[], []]);
  expect(wrong(...Array(101).fill(deduction))).toEqual(["deductions too_long: are more than 100"]);
  expect(wrong(deduction, {})).toEqual([
    "deductions[1].label blank: can't be blank",
    "deductions[1].amountCents blank: can't be blank",
  ]);
  const label = (text: string) => wrong({ ...deduction, label: text });
  expect([" ", "\n"].map(label)).toEqual(Array(2).fill(["deductions[0].label blank: can't be blank"]));
  expect(["x".repeat(200), "🏠".repeat(200)].map(label)).toEqual([[], []]);
  const tooLong = ["deductions[0].label too_long: has more than 200 characters"];
  expect(["x".repeat(201), "🏠".repeat(201), "x".repeat(401)].map(label)).toEqual([tooLong, tooLong, tooLong]);
  expect(label("a\u0000b")).toEqual(["deductions[0].label invalid: has characters that cannot be stored"]);
  const amount = (value: number) => wrong({ ...deduction, amountCents: value as Cents });
  expect([1, MOST].map(amount)).toEqual([[], []]);
  expect(amount(0)).toEqual(["deductions[0].amountCents greater_than_or_equal_to: must be 1 or more"]);
  expect(amount(MOST + 1)).toEqual([`deductions[0].amountCents less_than_or_equal_to: must be ${MOST} or less`]);
});

it("fees are withdrawn up to those due and the balance, until today, and not before the book", () => {
  const cover = {
    ...{ today: TODAY, accountingDate: TODAY, openingDay: null, dueCents: cents(50), bankCents: cents(70) },
  };
  const wrong = (amount: number, more: object = {}, bookedOn = TODAY) =>
    linesOf(feeWithdrawalErrors({ amountCents: amount as Cents, bookedOn }, { ...cover, ...more }));
  expect([wrong(1), wrong(50), wrong(30, { bankCents: 30 })]).toEqual([[], [], []]);
  expect(wrong(0)).toEqual(["amountCents greater_than_or_equal_to: must be 1 or more"]);
  expect(wrong(MOST, { dueCents: MOST, bankCents: MOST })).toEqual([]);
  expect(wrong(MOST + 1, { dueCents: MOST + 9, bankCents: MOST + 9 })).toEqual([
    "amountCents less_than_or_equal_to: is too large",
  ]);
  expect(wrong(51)).toEqual(["amountCents less_than_or_equal_to: must be 50 or less, the amount due"]);
  expect(wrong(31, { bankCents: 30 })).toEqual([
    "amountCents less_than_or_equal_to: must be 30 or less, the amount due",
  ]);
  expect([0, -5].flatMap((dueCents) => wrong(1, { dueCents }))).toEqual(
    Array(2).fill("amountCents less_than_or_equal_to: exceeds the amount due, which is 0"),
  );
  expect(wrong(1, {}, day("2026-03-16"))).toEqual(["bookedOn less_than_or_equal_to: must be 2026-03-15 or earlier"]);
  expect([null, TODAY].map((openingDay) => wrong(1, { openingDay }))).toEqual([[], []]);
  expect(wrong(1, { openingDay: "2026-03-16" })).toEqual([
    "bookedOn greater_than_or_equal_to: must be 2026-03-16 or later, the day of the opening balances",
  ]);
  expect(wrong(1, {}, day("0001-01-01"))).toHaveLength(1);
  expect(wrong(0, {}, day("2026-03-16"))).toHaveLength(2);
});

it("fees that are due are the credit of their accounts less what was withdrawn", () => {
  expect(dueOf(cents(-500), cents(200))).toBe(300);
  expect(
    feeWithdrawalEntry(
      { amountCents: cents(300), bookedOn: day("2026-03-01") },
      { societyCode: "S", accountingDate: TODAY },
    ),
  ).toEqual({
    ...{ societyCode: "S", accountingDate: TODAY, journal: "OD", documentDate: "2026-03-01", sourceType: "Manual" },
    ...{ documentReference: "HONORAIRES-2026-03-01", description: "Prélèvement des honoraires" },
    lines: [
      { accountCode: "512100", label: "Prélèvement des honoraires", debitCents: 300 },
      { accountCode: "512000", label: "Prélèvement des honoraires", creditCents: 300 },
    ],
  });
});

it("a file for the bank has payouts that are ordered, due and have an account", () => {
  expect([
    payoutExportErrors({ format: "pain.001" }),
    payoutExportErrors({ format: "pain.001", ids: Array(1_000).fill("x") }),
  ]).toEqual([[], []]);
  expect(linesOf(payoutExportErrors({ format: "pain.001", ids: Array(1_001).fill("x") }))).toEqual([
    "ids too_long: has more than 1000 elements",
  ]);
  const payout = (status: string, refusedTransactionId: string | null = null, iban: string | null = "FR76") =>
    ({ payout: { status, refusedTransactionId }, iban, bic: null }) as unknown as PayoutWithAccount;
  const known = new Map([
    ["due", payout("ordered")],
    ["early", payout("ordered")],
    ["today", payout("ordered")],
    ["blocked", payout("blocked", "t")],
    ["refused", payout("ordered", "t")],
    ["without", payout("ordered", null, null)],
  ]) as unknown as ReadonlyMap<OwnerPayoutId, PayoutWithAccount>;
  const ids = [
    "due",
    "early",
    "today",
    "blocked",
    "refused",
    "without",
    "unknown",
  ] as unknown as readonly OwnerPayoutId[];
  const dueDays = new Map([
    ["early", day("2026-03-16")],
    ["today", TODAY],
  ]) as unknown as ReadonlyMap<OwnerPayoutId, Day>;
  expect(linesOf(unpayableErrors(ids, known, { today: TODAY, dueDays }))).toEqual([
    "ids[1] invalid: is not due before 2026-03-16",
    "ids[3] invalid: is blocked, not ordered",
    "ids[4] invalid: is paid by a transaction in suspense",
    "ids[5] invalid: is ordered without a bank account",
    "ids[6] invalid: does not exist",
  ]);
});
