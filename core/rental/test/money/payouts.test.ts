import type { Id, Instant } from "@cartulary/kernel";
import { cents, minus, sum } from "@cartulary/ledger";
import {
  AWAITING_BANK,
  executedPayout,
  type OwnerPayout,
  orderedAgain,
  PAYOUT_STATUSES,
  type PayoutExportId,
  type PayoutStatus,
  redirectPayout,
  refusedPayout,
  returnedPayout,
  transmittedPayout,
  withdrawPayout,
} from "@cartulary/rental/billing";
import {
  availableToOwner,
  type BankMovement,
  payableIban,
  payoutLines,
  payoutReferencesIn,
  payoutsByAmount,
  payoutsByReference,
  requireTakeBack,
  returnedPayoutsOf,
} from "@cartulary/rental/money";
import fc from "fast-check";
import { expect, it } from "vitest";
import { payoutTransitions } from "../../src/billing/payouts/payout-transitions.ts";

const [NOW, BEFORE] = ["2026-03-05T09:00:00.000Z" as Instant, "2026-03-01T09:00:00.000Z" as Instant];
const account = (name: string) => name as Id<"BankAccount">;
const FILE = "file" as PayoutExportId;
const paidBy = "transaction" as Id<"BankTransaction">;

function payoutOf(number: number, status: PayoutStatus = "ordered", amountCents = 33_871): OwnerPayout {
  const id = String(number);
  return {
    ...{ id, reference: `RV-2026-00000${number}`, ownerId: `owner ${number}`, status },
    ...{ amountCents: cents(amountCents), bankAccountId: account("old"), orderedAt: BEFORE, updatedAt: BEFORE },
    ...{ executedAt: status === "executed" ? BEFORE : null },
    bankTransactionId: status === "executed" ? paidBy : null,
    refusedTransactionId: null,
    ...(status === "transmitted" ? { exportId: FILE, transmittedAt: BEFORE } : { exportId: null, transmittedAt: null }),
  } as unknown as OwnerPayout;
}

const movement = (amountCents: number, more: Partial<BankMovement> = {}): BankMovement => ({
  ...{ id: paidBy, bankReference: "b", amountCents: cents(amountCents), label: null, counterpartyIban: null },
  ...{ referenceLines: null, bookedOn: "2026-03-01" as BankMovement["bookedOn"] },
  ...more,
});

it("a payout has exactly the transitions of the specification", () => {
  expect(payoutTransitions.table).toEqual({
    blocked: ["ordered", "cancelled"],
    ordered: ["transmitted", "executed", "cancelled"],
    transmitted: ["executed", "failed", "ordered"],
    executed: ["failed"],
    failed: ["ordered"],
    cancelled: [],
  });
  for (const status of PAYOUT_STATUSES) {
    const may = (to: PayoutStatus) => payoutTransitions.allows(status, to);
    const steps = [
      ["executed", () => executedPayout(payoutOf(1, status), paidBy, NOW)],
      ["failed", () => returnedPayout(payoutOf(1, status), NOW)],
      ["transmitted", () => transmittedPayout(payoutOf(1, status), FILE, NOW)],
    ] as const;
    for (const [to, step] of steps) {
      if (may(to)) expect(step()).toMatchObject({ status: to, updatedAt: NOW });
      else expect(step).toThrow(TypeError);
    }
    const recorded = redirectPayout(payoutOf(1, status), account("new"), NOW);
    const waits = status === "blocked" || status === "failed";
    expect(recorded.status).toBe(waits ? "ordered" : status);
    expect(redirectPayout(payoutOf(1, status), null, NOW).status).toBe(status);
  }
});

it("an executed payout has its time and transaction; a returned one has neither, and becomes a new order", () => {
  const paid = executedPayout(payoutOf(1), paidBy, NOW);
  expect(paid).toMatchObject({ executedAt: NOW, bankTransactionId: paidBy, orderedAt: BEFORE });
  const back = returnedPayout(paid, NOW);
  expect(back).toMatchObject({ executedAt: null, bankTransactionId: null, orderedAt: BEFORE });
  const again = redirectPayout(back, account("new"), NOW);
  expect(again).toMatchObject({ status: "ordered", orderedAt: NOW, bankAccountId: "new" });
  expect(redirectPayout(payoutOf(1, "blocked"), account("new"), NOW)).toMatchObject({
    status: "ordered",
    orderedAt: BEFORE,
  });
});

it("a transmitted payout has its file and time until ordered again; withdrawn, it is the same order", () => {
  const sent = transmittedPayout(payoutOf(1), FILE, NOW);
  expect(sent).toMatchObject({ status: "transmitted", exportId: FILE, transmittedAt: NOW, orderedAt: BEFORE });
  const inNone = { status: "ordered", exportId: null, transmittedAt: null };
  expect(withdrawPayout(sent, NOW)).toMatchObject({ ...inNone, orderedAt: BEFORE });
  const failed = returnedPayout(executedPayout(sent, paidBy, NOW), NOW);
  expect(failed).toMatchObject({ exportId: FILE, transmittedAt: NOW });
  expect(orderedAgain(failed, account("new"), NOW)).toMatchObject({ ...inNone, orderedAt: NOW, bankAccountId: "new" });
  // A file keeps its accounts when another account is recorded meanwhile.
  expect(redirectPayout(sent, account("new"), NOW)).toBe(sent);
});

it("a payout paid with more than the owner's own money can be neither exported nor cancelled until settled", () => {
  const first = "first" as Id<"BankTransaction">;
  const refused = refusedPayout(payoutOf(1, "transmitted"), first, NOW);
  expect(refused).toMatchObject({ status: "transmitted", refusedTransactionId: first, updatedAt: NOW });
  expect(refusedPayout(refused, paidBy, NOW)).toBe(refused);
  const [ordered, byHand] = [payoutOf(2), refusedPayout(payoutOf(2), first, NOW)];
  const at = (payout: OwnerPayout, iban: string | null = "FR1") => payableIban({ payout, iban, bic: null });
  expect([at(ordered), at(ordered, null), at(byHand), at(refused)]).toEqual(["FR1", null, null, null]);
  const takeBack =
    (...payouts: readonly OwnerPayout[]) =>
    () =>
      requireTakeBack(payouts, FILE);
  expect(takeBack(payoutOf(1, "transmitted"))).not.toThrow();
  const another = { ...payoutOf(1, "transmitted"), exportId: "another" as PayoutExportId };
  for (const moved of [refused, payoutOf(1, "executed"), payoutOf(1, "failed"), payoutOf(1), another])
    expect(takeBack(payoutOf(3, "transmitted"), moved)).toThrow(expect.objectContaining({ code: "has_dependents" }));
  expect(executedPayout(refused, paidBy, NOW)).toMatchObject({ refusedTransactionId: null, bankTransactionId: paidBy });
});

it("ordered payouts follow the owner's default account; executed and cancelled ones do not change", () => {
  expect(redirectPayout(payoutOf(1), account("new"), NOW)).toMatchObject({ bankAccountId: "new", orderedAt: BEFORE });
  expect(redirectPayout(payoutOf(1), null, NOW)).toMatchObject({ status: "ordered", bankAccountId: null });
  for (const same of [payoutOf(1), payoutOf(1, "executed"), payoutOf(1, "cancelled")])
    expect(redirectPayout(same, account(same.status === "ordered" ? "old" : "new"), NOW)).toBe(same);
});

it("a movement refers to payouts by its sender's hint, otherwise by its label", () => {
  const label = "VIR SEPA rv 2026 000001 LOYERS";
  expect(payoutReferencesIn(movement(1, { label }), {})).toEqual(["RV-2026-000001"]);
  expect(payoutReferencesIn(movement(1, { label }), { payoutReference: "RV-2026-000002" })).toEqual(["RV-2026-000002"]);
  expect(payoutReferencesIn(movement(1, { label }), { payoutReference: "what?" })).toBeNull();
  expect(payoutReferencesIn(movement(1, { label: "XRV-2026-0000012" }), { payoutReference: "" })).toEqual([]);
  expect(payoutReferencesIn(movement(1), { payoutReference: null })).toEqual([]);
});

it("a movement matches the named payouts if they add up to it and have the required status", () => {
  const [one, other] = [payoutOf(1), payoutOf(2, "ordered", 67_741)];
  const names = [one.reference, other.reference];
  const paid = (amount: number, references: readonly string[], ...found: readonly OwnerPayout[]) =>
    payoutsByReference(movement(amount), references, { found, statuses: AWAITING_BANK });
  expect(paid(33_871, [one.reference], one)).toEqual([one]);
  expect(paid(101_612, names, one, other)).toEqual([one, other]);
  for (const amount of [33_870, 33_872, 101_611, 101_613]) expect(paid(amount, names, one, other)).toBeNull();
  expect(paid(33_871, names, one)).toBeNull();
  expect(paid(33_871, [one.reference], payoutOf(1, "transmitted"))).toHaveLength(1);
  for (const status of PAYOUT_STATUSES.filter((each) => !AWAITING_BANK.includes(each)))
    expect(paid(33_871, [one.reference], payoutOf(1, status))).toBeNull();
  expect(paid(101_612, names, one, { ...other, status: "blocked" })).toBeNull();
});

it("a movement without reference pays the payout with its IBAN, otherwise the only one of its amount", () => {
  const at = (number: number, iban: string | null) => ({ payout: payoutOf(number), iban, bic: null });
  const [one, other] = [at(1, "FR1"), at(2, "FR2")];
  const to = (counterpartyIban: string | null) => movement(33_871, { counterpartyIban });
  expect(payoutsByAmount(to("FR2"), [one, other])).toBe(other.payout);
  expect(payoutsByAmount(to("FR2"), [at(1, "FR2"), other])?.reference).toBe("RV-2026-000001");
  expect(payoutsByAmount(to("FR3"), [one, other])).toBeNull();
  expect(payoutsByAmount(to(null), [at(1, null), other])).toBeNull();
  expect(payoutsByAmount(to("FR3"), [one])).toBe(one.payout);
  expect(payoutsByAmount(to(null), [one])).toBe(one.payout);
  expect(payoutsByAmount(to(null), [])).toBeNull();
});

it("a return concerns all payouts paid together, otherwise the one named or the only one of its amount", () => {
  const [one, twin, other] = [payoutOf(1, "executed"), payoutOf(2, "executed"), payoutOf(3, "executed", 67_741)];
  expect(returnedPayoutsOf(movement(101_612), [one, other])).toEqual([one, other]);
  expect(returnedPayoutsOf(movement(67_741), [one, other])).toEqual([other]);
  expect(returnedPayoutsOf(movement(33_871), [one, twin])).toEqual([]);
  expect(returnedPayoutsOf(movement(33_871, { label: "REJET RV-2026-000002" }), [one, twin])).toEqual([twin]);
  expect(returnedPayoutsOf(movement(67_741, { label: "REJET RV-2026-000001" }), [one, other])).toEqual([]);
  const both = "REJET RV-2026-000001 RV-2026-000002";
  expect(returnedPayoutsOf(movement(33_871, { label: both }), [one, twin])).toEqual([]);
  for (const amount of [1, 33_870, 101_613]) expect(returnedPayoutsOf(movement(amount), [one, other])).toEqual([]);
  expect(returnedPayoutsOf(movement(1), [])).toEqual([]);
});

it("an owner's own money is the credit less the tenants' unpaid part of it", () => {
  const amount = fc.integer({ min: 0, max: 10_000_000 }).map(cents);
  fc.assert(
    fc.property(amount, amount, amount, (credited, ordered, unpaid) => {
      const own = availableToOwner({
        availableCents: minus(cents(0), credited),
        orderedCents: minus(cents(0), ordered),
        unpaidCents: unpaid,
      });
      expect(own).toBe(minus(sum([credited, ordered]), unpaid));
    }),
  );
});

it("each payout has its own line on its owner's account", () => {
  const payouts = [payoutOf(1), payoutOf(2, "ordered", 67_741)];
  const codeOf = ({ ownerId }: OwnerPayout) => `PRO of ${ownerId}`;
  const [one, other] = payoutLines(payouts, codeOf, "paid");
  const label = "Reversement RV-2026-000001";
  expect(one).toEqual({ accountCode: "467900", auxiliaryCode: "PRO of owner 1", label, debitCents: 33_871 });
  expect(other).toMatchObject({ auxiliaryCode: "PRO of owner 2", debitCents: 67_741 });
  const deposit = { ...payoutOf(3), kind: "deposit" } as OwnerPayout;
  expect(payoutLines([...payouts.slice(0, 1), deposit], codeOf, "returned")).toEqual([
    ...["467900", "165000"].map((accountCode, index) => ({
      ...{ accountCode, auxiliaryCode: `PRO of owner ${2 * index + 1}`, creditCents: 33_871 },
      label: `Retour du reversement RV-2026-00000${2 * index + 1}`,
    })),
  ]);
});
