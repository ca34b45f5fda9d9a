import type { Caller, Day, Id, Instant, Month, UserId } from "@cartulary/kernel";
import { apportion, type Cents, cents, createLedger, decimal, minus, negate, rational, sum } from "@cartulary/ledger";
import { emptyModel, modelTransact } from "@cartulary/ledger/testkit";
import { rentalPlan } from "@cartulary/rental/accounting";
import {
  addToCalls,
  callEntries,
  callsToIssue,
  type EntryHeader,
  feeEntries,
  type OwnedLine,
  type OwnerLine,
  type OwnerLineToBook,
  type OwnerPartOfLine,
  ownerLines,
  payoutEntry,
  payoutsOf,
  setOffEntries,
  UNKNOWN_TENANT,
  type UnnumberedEntry,
} from "@cartulary/rental/billing";
import fc from "fast-check";
import { expect, it } from "vitest";

const caller: Caller = { userId: "agent" as UserId, role: "user", scopes: ["write"], groupIds: [] };
const [march, today] = ["2026-03-01" as Day, "2026-03-05" as Day];

const booking: EntryHeader = {
  runId: "00000000-0000-7000-8000-000000000001" as EntryHeader["runId"],
  runReference: "QT-2026-0001",
  societyCode: "1",
  accountingDate: march,
  documentDate: today,
  periodStart: march,
  periodEnd: "2026-03-31" as Day,
  codes: new Map(
    Object.entries({ tenant: "LOC0001", other: "LOC0002", a: "PRO0001", b: "PRO0002" }),
  ) as unknown as EntryHeader["codes"],
  insurerCode: (name) => `FOU-${name}`,
};

const part = (ownerId: string, htCents: number, vatCents: number, isAccrual = true): OwnerPartOfLine =>
  ({ ownerId, isAccrual, htCents, vatCents }) as unknown as OwnerPartOfLine;

function line(fields: Partial<OwnedLine>): OwnedLine {
  return {
    id: "line" as OwnedLine["id"],
    callKey: "lease:1:2026-03-01",
    chargedFor: null,
    adjustment: false,
    billingCategory: "rent",
    label: "Loyer du 12/03/2026 au 31/03/2026",
    leaseId: "1" as OwnedLine["leaseId"],
    leaseReference: "B-1",
    unitIdentifier: "U1",
    ...{ leaseUnitId: null, paymentFrequency: "monthly", isProrata: true, baseAmount: cents(125_000) },
    tenantId: "tenant" as OwnedLine["tenantId"],
    tenantName: "SARL Café Élan",
    periodStart: "2026-03-12" as Day,
    periodEnd: "2026-03-31" as Day,
    dueDate: "2026-03-12" as Day,
    amountHt: cents(80_645),
    vatAmount: cents(16_129),
    suspenseHt: cents(0),
    suspenseVat: cents(0),
    parts: [part("a", 26_882, 5376), part("b", 53_763, 10_753)],
    ...fields,
  };
}

/** The lines of the worked example (rental.md 3.6). */
const rent = line({});
const charges = line({
  billingCategory: "charge_provision",
  label: "Provision sur charges du 12/03/2026 au 31/03/2026",
  amountHt: cents(9677),
  vatAmount: cents(1935),
  parts: [part("a", 3226, 645), part("b", 6451, 1290)],
});

/** The writes of applying some lines, in order: calls, fees by owner, payouts by owner. */
function applied(lines: readonly OwnedLine[], accounts: readonly OwnerLineToBook[]) {
  const sums = new Map();
  for (const each of lines) addToCalls(sums, each);
  const calls = callsToIssue(sums);
  const payouts = payoutsOf(accounts);
  const entries: readonly UnnumberedEntry[] = [
    ...calls.flatMap(({ callKey }, index) =>
      callEntries(
        `AP-2026-${index + 1}`,
        lines.filter((each) => each.callKey === callKey),
        booking,
      ),
    ),
    ...feeEntries(accounts, booking),
    ...payouts.map((payout, index) => payoutEntry(`RV-2026-${index + 1}`, payout, booking)),
  ];
  return { calls, entries, payouts };
}

/** The accounts of owners out of what they are credited with: 7 % of the rent, VAT 20 %, paid out every month. */
function accountsOf(lines: readonly OwnedLine[]): readonly OwnerLineToBook[] {
  return ["a", "b"].flatMap((id) => {
    const credits = lines.flatMap(({ billingCategory: category, parts }) =>
      parts
        .filter(({ ownerId, isAccrual }) => ownerId === id && isAccrual)
        .map((own) => ({ ...own, category, mandateId: `of ${id}`, mandateFinding: null, leaseUnitId: "u" })),
    );
    const terms = { managementFeeRate: 70_000, vatRateOnFees: 200_000, distributionFrequency: "monthly", services: [] };
    const owner = { id, balanceCents: 0, hasBankAccount: true, mandates: [{ id: `of ${id}`, ...terms }] };
    return ownerLines("2026-03" as Month, owner as never, credits as never).map(ownerLineToBook);
  });
}

const ownerLineToBook = ({ category, htCents, vatCents, ...owner }: OwnerLine): OwnerLineToBook => ({
  ...owner,
  billingCategory: category,
  label: category,
  insurerName: null,
  amountHt: htCents,
  vatAmount: vatCents,
});

const jotted = ({ journal, documentReference, lines }: UnnumberedEntry): string =>
  [
    `${journal} ${documentReference}:`,
    ...lines.map(({ accountCode, auxiliaryCode, debitCents, creditCents }) => {
      const amount = debitCents ? `D ${decimal(debitCents)}` : `C ${decimal(creditCents ?? cents(0))}`;
      return [accountCode, auxiliaryCode, amount].filter(Boolean).join(" ");
    }),
  ].join(" / ");

it("Applying the worked example in accrual writes calls, fees and payouts to the cent, in order", () => {
  const { calls, entries } = applied([rent, charges], accountsOf([rent, charges]));
  expect(calls).toMatchObject([
    { totalCents: 108_386, rentCents: 96_774, chargesCents: 11_612, isOfOneLease: true, dueDate: "2026-03-12" },
  ]);
  expect(entries.map(jotted)).toEqual([
    "LOYERS AP-2026-1: / 411000 LOC0001 D 967.74 / 467000 PRO0001 C 268.82 / 467000 PRO0001 C 53.76 / 467000 PRO0002 C 537.63 / 467000 PRO0002 C 107.53",
    "CHARGES AP-2026-1: / 411000 LOC0001 D 116.12 / 467000 PRO0001 C 32.26 / 467000 PRO0001 C 6.45 / 467000 PRO0002 C 64.51 / 467000 PRO0002 C 12.90",
    "PROPRIO QT-2026-0001-PRO0001: / 467000 PRO0001 D 22.58 / 706100 C 18.82 / 445710 C 3.76",
    "PROPRIO QT-2026-0001-PRO0002: / 467000 PRO0002 D 45.16 / 706100 C 37.63 / 445710 C 7.53",
    "PROPRIO RV-2026-1: / 467000 PRO0001 D 338.71 / 467900 PRO0001 C 338.71",
    "PROPRIO RV-2026-2: / 467000 PRO0002 D 677.41 / 467900 PRO0002 C 677.41",
  ]);
  expect(entries[0]?.lines.map(({ label }) => label)).toEqual([
    "Loyer du 12/03/2026 au 31/03/2026 U1",
    ...Array(2)
      .fill(["", " TVA"].map((tag) => `Loyer du 12/03/2026 au 31/03/2026 U1${tag}`))
      .flat(),
  ]);
  expect(entries[0]).toMatchObject({ accountingDate: march, documentDate: today, periodStart: "2026-03-12" });
});

it("Applying it in cash credits uncollected amounts, without fees or payouts", () => {
  const inCash = [rent, charges].map((each) => ({
    ...each,
    parts: each.parts.map((own) => ({ ...own, isAccrual: false })),
  }));
  const { entries } = applied(inCash, accountsOf(inCash));
  expect(entries.map(({ journal }) => journal)).toEqual(["LOYERS", "CHARGES"]);
  expect(new Set(entries.flatMap(({ lines }) => lines.map(({ accountCode }) => accountCode)))).toEqual(
    new Set(["411000", "467100"]),
  );
});

it("Zero totals are not called, unowned or unowed amounts have their own accounts, negative amounts swap sides", () => {
  const nothing = { amountHt: cents(0), vatAmount: cents(0), parts: [] };
  const odd = line({
    callKey: "lease:2:2026-03-01",
    tenantId: null,
    ...{ amountHt: cents(-1000), vatAmount: cents(0), suspenseHt: cents(-400), parts: [part("a", -600, 0, false)] },
  });
  const back = line({ callKey: "3", amountHt: cents(-80_645), vatAmount: cents(-16_129), parts: [] });
  const { calls, entries } = applied([line({ callKey: "0", ...nothing }), odd, line({ callKey: "3" }), back], []);
  expect(calls.map(({ totalCents }) => totalCents)).toEqual([-1000]);
  expect(entries.map(jotted)).toEqual([
    `LOYERS AP-2026-1: / 411000 ${UNKNOWN_TENANT} C 10.00 / 467100 PRO0001 D 6.00 / 471000 D 4.00`,
  ]);
});

it("Lines that come to zero move the parts of owners and the agency, VAT apart, and nothing where these are alike", () => {
  const back = line({
    ...{ amountHt: cents(-81_645), vatAmount: cents(-16_129), parts: [part("b", -80_645, -16_129)] },
    suspenseHt: cents(-1000),
  });
  const fee = line({ billingCategory: "tenant_fee", amountHt: cents(1000), vatAmount: cents(0), parts: [] });
  const moved = setOffEntries([rent, fee, back], booking);
  expect(moved.map(jotted)).toEqual([
    "OD QT-2026-0001: / 467000 PRO0001 C 268.82 / 467000 PRO0001 C 53.76 / 467000 PRO0002 D 268.82 / 467000 PRO0002 D 53.76 / 706200 C 10.00 / 471000 D 10.00",
  ]);
  const alike = line({
    ...{ amountHt: cents(-80_645), vatAmount: cents(-16_129) },
    parts: [part("a", -26_882, -5376), part("b", -53_763, -10_753)],
  });
  expect(setOffEntries([rent, alike], booking)).toEqual([]);
  expect(setOffEntries([], booking)).toEqual([]);
});

it("A tenant of several leases gets one call, with entries for each lease", () => {
  const callKey = "tenant:tenant";
  const second = { callKey, leaseId: "0" as OwnedLine["leaseId"], leaseReference: "B-2" };
  const lines = [
    line({ ...second, dueDate: "2026-03-05" as Day }),
    line({ callKey }),
    { ...charges, ...second, periodStart: "2026-01-01" as Day, periodEnd: "2026-06-30" as Day },
  ];
  const { calls, entries } = applied(lines, []);
  expect(calls).toMatchObject([
    {
      firstLease: { reference: "B-1" },
      isOfOneLease: false,
      ...{ periodStart: "2026-01-01", periodEnd: "2026-06-30", dueDate: "2026-03-05", totalCents: 205_160 },
    },
  ]);
  expect(entries.map(({ journal, periodStart }) => `${journal} ${periodStart}`)).toEqual([
    "LOYERS 2026-03-12",
    "LOYERS 2026-03-12",
    "CHARGES 2026-01-01",
  ]);
});

it("The owner bears services and insurance, on separate accounts; a reversed fee swaps sides", () => {
  const of = (billingCategory: OwnerLineToBook["billingCategory"], amountHt: number, vatAmount = 0, mandateId = "m1") =>
    ({
      ownerId: "a",
      mandateId,
      billingCategory,
      label: billingCategory,
      insurerName: "Assur",
      amountHt,
      vatAmount,
    }) as never;
  const lines = [
    of("management_fee", 500, 0, "m2"),
    of("management_fee_vat", 0, 100, "m2"),
    of("service_fee", -1000, -200),
    of("gli_premium", -300),
    of("owner_rent", 90_000),
    of("payout", 0),
  ];
  const { entries, payouts } = applied([], lines);
  expect(payouts).toEqual([]);
  expect(entries.map(jotted)).toEqual([
    `PROPRIO QT-2026-0001-PRO0001: / 467000 PRO0001 D 12.00 / 706200 C 10.00 / 445710 C 2.00 / 467000 PRO0001 D 3.00 / 401000 FOU-Assur C 3.00 / 467000 PRO0001 C 6.00 / 706100 D 5.00 / 445710 D 1.00`,
  ]);
});

it("The owners' charges are one entry for each, by owner, however the lines are read", () => {
  const fee = (ownerId: string, amountHt: number) =>
    ({
      ...{ ownerId, mandateId: "m", billingCategory: "service_fee", label: "Visite", insurerName: null },
      ...{ amountHt, vatAmount: 0 },
    }) as unknown as OwnerLineToBook;
  const read = [fee("b", -300), fee("a", -100), fee("b", -300)];
  const expected = [
    "PROPRIO QT-2026-0001-PRO0001: / 467000 PRO0001 D 1.00 / 706200 C 1.00",
    `PROPRIO QT-2026-0001-PRO0002:${" / 467000 PRO0002 D 3.00 / 706200 C 3.00".repeat(2)}`,
  ];
  expect(feeEntries(read, booking).map(jotted)).toEqual(expected);
  expect(feeEntries(read.slice(1), booking).map(jotted)).toEqual([
    expected[0],
    "PROPRIO QT-2026-0001-PRO0002: / 467000 PRO0002 D 3.00 / 706200 C 3.00",
  ]);
});

it("Charges of one owner and payouts are by mandate, those without one first, however the lines are read", () => {
  const of = (billingCategory: string, ownerId: string, mandateId: string | null, amountHt: number) =>
    ({
      ...{ billingCategory, ownerId, mandateId, label: String(mandateId), insurerName: null },
      ...{ amountHt, vatAmount: 0 },
    }) as unknown as OwnerLineToBook;
  const mandates = [null, "m1", "m2"];
  const fees = mandates.map((mandate) => of("service_fee", "a", mandate, -100));
  const payouts = ["a", "b"].flatMap((owner) => mandates.map((mandate) => of("payout", owner, mandate, 500)));
  for (const order of [[0, 1, 2, 3, 4, 5] as const, [5, 4, 3, 2, 1, 0] as const, [4, 0, 2, 5, 3, 1] as const]) {
    const read = order.flatMap((index) => payouts[index] ?? []);
    expect(payoutsOf(read)).toEqual(
      payouts.map(({ ownerId, mandateId }) => ({ ownerId, mandateId, amountCents: 500 })),
    );
    const [entry] = feeEntries(
      order.flatMap((index) => fees[index] ?? []),
      booking,
    );
    expect(entry?.lines.map(({ label }) => label)).toEqual(
      mandates.flatMap((mandate) => Array(2).fill(String(mandate))),
    );
  }
});

/** Lines of any leases, units and owners, in accrual and in cash, also without an owner or a tenant. */
const lines = () =>
  fc.array(
    fc
      .record({
        lease: fc.constantFrom("1", "2", "3"),
        isPerTenant: fc.boolean(),
        tenantId: fc.constantFrom("tenant", "other", null),
        billingCategory: fc.constantFrom("rent", "charge_provision"),
        ht: fc.integer({ min: -5000, max: 200_000 }),
        vat: fc.integer({ min: 0, max: 40_000 }),
        weights: fc.tuple(fc.nat(3), fc.nat(3), fc.nat(1)),
        modes: fc.tuple(fc.boolean(), fc.boolean()),
      })
      .map(({ lease, isPerTenant, tenantId, billingCategory, ht, vat, weights, modes }): OwnedLine => {
        const shares = (weights.some((each) => each > 0) ? weights : [1, 0, 0]).map((weight, index) => ({
          id: ["a", "b", "~"][index] ?? "",
          weight: rational(weight),
        }));
        const [hts, vats] = [apportion(cents(ht), shares), apportion(cents(vat), shares)];
        return line({
          callKey: isPerTenant && tenantId ? `tenant:${tenantId}` : `lease:${lease}`,
          leaseId: lease as OwnedLine["leaseId"],
          leaseReference: `B-${lease}`,
          tenantId: tenantId as OwnedLine["tenantId"],
          billingCategory: billingCategory as OwnedLine["billingCategory"],
          ...{ amountHt: cents(ht), vatAmount: cents(vat), suspenseHt: hts[2] as Cents, suspenseVat: vats[2] as Cents },
          parts: ["a", "b"].map((id, index) => part(id, hts[index] ?? 0, vats[index] ?? 0, modes[index])),
        });
      }),
    { maxLength: 8 },
  );

it("For any calls, entries balance, tenants are debited, owners credited, and no payout exceeds an owner's credit", async () => {
  await fc.assert(
    fc.asyncProperty(lines(), async (called) => {
      const accounts = accountsOf(called);
      const { calls, entries } = applied(called, accounts);
      const ledger = await openLedger();
      await ledger.post(
        caller,
        entries.map((entry, sourceSeq) => ({ ...entry, sourceSeq })),
      );
      const { accounts: balances } = await ledger.trialBalance(caller, { from: null, to: null });
      const on = (code: string, auxiliary?: string) =>
        sum(
          balances
            .filter(({ accountCode }) => accountCode === code)
            .filter(({ auxiliaryCode }) => auxiliary === undefined || auxiliaryCode === auxiliary)
            .map(({ balanceCents }) => balanceCents),
        );
      const issued = new Set(calls.map(({ callKey }) => callKey));
      const billed = called.filter(({ callKey }) => issued.has(callKey));
      expect(on("411000")).toBe(sum(calls.map(({ totalCents }) => totalCents)));
      expect(on("471000")).toBe(
        negate(sum(billed.flatMap(({ suspenseHt, suspenseVat }) => [suspenseHt, suspenseVat]))),
      );
      // A call of zero is billed and not booked: its credit cannot be paid out.
      if (billed.length < called.length) return;
      for (const [id, code] of [
        ["a", "PRO0001"],
        ["b", "PRO0002"],
      ] as const) {
        const own = accounts.filter(({ ownerId }) => (ownerId as string) === id);
        const left = sum(own.filter(({ billingCategory }) => billingCategory !== "payout").flatMap(amountsOf));
        const paid = sum(own.filter(({ billingCategory }) => billingCategory === "payout").flatMap(amountsOf));
        expect([on("467000", code), on("467900", code)]).toEqual([negate(minus(left, paid)), negate(paid)]);
        expect(paid).toBeLessThanOrEqual(Math.max(0, left));
      }
    }),
    { numRuns: 60 },
  );
});

const amountsOf = ({ amountHt, vatAmount }: OwnerLineToBook): readonly Cents[] => [amountHt, vatAmount];

async function openLedger() {
  let ids = 0;
  const ledger = createLedger({
    ...rentalPlan,
    transact: modelTransact(emptyModel()),
    clock: { now: () => "2026-03-05T09:00:00.000Z" as Instant },
    newId: <Noun extends string>() => {
      ids += 1;
      return `00000000-0000-7000-8000-${String(ids).padStart(12, "0")}` as Id<Noun>;
    },
    digests: { sha256: (content: unknown) => String(content).slice(-64), sha256Hasher: () => ({}) as never } as never,
  });
  await ledger.open(caller, "book" as never);
  for (const [kind, code] of [
    ["LOC", "LOC0001"],
    ["LOC", "LOC0002"],
    ["LOC", UNKNOWN_TENANT],
    ["PRO", "PRO0001"],
    ["PRO", "PRO0002"],
  ] as const)
    await ledger.saveAuxiliary(caller, { kind, code, name: code, entityType: null, entityId: null });
  return ledger;
}

it("Calls are ordered by their leases' references, not by their keys", () => {
  const first = { callKey: "lease:9", leaseId: "9" as OwnedLine["leaseId"], leaseReference: "A-1" };
  const { calls } = applied([rent, line(first)], []);
  expect(calls.map(({ callKey }) => callKey)).toEqual(["lease:9", "lease:1:2026-03-01"]);
});
