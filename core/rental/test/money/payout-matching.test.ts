import type { Instant } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import type { SupplierInvoice } from "../../src/billing/charges/supplier-invoice.ts";
import type { OwnerPayout } from "../../src/billing/payouts/owner-payout.ts";
import type { BillingRun } from "../../src/billing/runs/run.ts";
import type { FeeWithdrawal } from "../../src/money/fee-withdrawals/fee-withdrawal.ts";
import { createPayoutMatching, type MatchedPayment } from "../../src/money/payout-matching/match-payouts.ts";
import type { BankMovement, PayoutHint } from "../../src/money/payout-matching/payout-matching-rules.ts";
import { line, owner, provider, tenant } from "./agency/examples.ts";
import { openAgency } from "./agency/open.ts";
import { caller, digests, type Records, short, uuid } from "./agency/records.ts";

const MATCHED_AT = "2026-04-10T09:00:00.000Z" as Instant;
const context = { caller, now: MATCHED_AT };

const payout = (number: number, ownerId: string | null, amount: number, more: Partial<OwnerPayout> = {}): OwnerPayout =>
  ({
    ...{ id: uuid(number), reference: `RV-2026-00000${number}`, kind: "owner", ownerId, tenantId: null },
    ...{
      amountCents: cents(amount),
      status: "ordered",
      billingRunId: "run",
      bankTransactionId: null,
      executedAt: null,
    },
    ...{ refusedTransactionId: null, updatedAt: "before", ...more },
  }) as unknown as OwnerPayout;

const invoice = (reference: string, amount: number, more: Partial<SupplierInvoice> = {}): SupplierInvoice =>
  ({
    ...{ id: reference, reference, totalCents: cents(amount), serviceProviderId: "plumber", entriesCount: 1 },
    ...{ status: "open", paidOn: null, bankTransactionId: null, invoiceDate: "2026-03-01", ...more },
  }) as unknown as SupplierInvoice;

const withdrawal = (id: string, amount: number): FeeWithdrawal =>
  ({ id, amountCents: cents(amount), bankReference: null }) as unknown as FeeWithdrawal;

const run = (cancellable: boolean, id = "run"): BillingRun =>
  ({ id, status: "applied", cancellable, updatedAt: "before" }) as unknown as BillingRun;

/** A book with two owners: Anne has 50 € of her own, of which 20 € are ordered, Bruno 30 €. */
async function matchingIn(given: Partial<Records>) {
  const book = await openAgency({
    owners: [owner("anne", "PRO0001"), owner("bruno", "PRO0002")],
    tenants: [tenant("tess", "LOC0001")],
    providers: [provider("plumber", "FOU0001")],
    runs: [run(true)],
    ...given,
  });
  await book.post("OPEN", [
    line("512000", null, 8000),
    line("467000", "PRO0001", -3000),
    line("467900", "PRO0001", -2000),
    line("467000", "PRO0002", -3000),
  ]);
  const matching = createPayoutMatching({ clock: book.clock, newId: book.newId, digests });
  return {
    ...book,
    matching,
    /** Matches transfers, `t1` and following, each of an amount with a label or more. */
    async match(
      ...movements: readonly (readonly [amount: number, label: string | Partial<BankMovement>, hint?: PayoutHint])[]
    ) {
      const { each, done } = await matching.match(
        book.stores,
        context,
        movements.map(([amount, more, hint = {}], index) => ({
          movement: movement(`t${index + 1}`, amount, more),
          hint,
        })),
      );
      await done();
      return each.map(shown);
    },
  };
}

const movement = (id: string, amount: number, more: string | Partial<BankMovement>): BankMovement =>
  ({
    ...{ id, bankReference: `ref of ${id}`, bookedOn: "2026-04-09", amountCents: cents(amount), label: null },
    ...{ referenceLines: null, counterpartyIban: null, ...(typeof more === "string" ? { label: more } : more) },
  }) as unknown as BankMovement;

/** Shows a match as its source, then its lines; "seen" without an entry, `null` without a match. */
function shown(match: Pick<MatchedPayment, "entry"> | null): string | readonly string[] | null {
  if (match === null) return null;
  if (match.entry === null) return "seen";
  const { source, lines } = match.entry;
  return [
    short(`${source.sourceType} ${source.sourceId} ${source.sourceSeq}`),
    ...lines.map(
      ({ accountCode, auxiliaryCode, label, debitCents, creditCents }) =>
        `${debitCents === undefined ? "C" : "D"} ${accountCode} ${auxiliaryCode} ${debitCents ?? creditCents} ${label}`,
    ),
  ];
}

const paidPayout = (number: number, code: string, amount: number, sequence = 0) => [
  `OwnerPayout #${number} ${sequence}`,
  `D 467900 ${code} ${amount} Reversement RV-2026-00000${number}`,
];

/** The status of each payout, with the transfer that paid it or was refused. */
const statuses = (book: { readonly records: { readonly payouts: readonly OwnerPayout[] } }) =>
  book.records.payouts.map(({ status, bankTransactionId, refusedTransactionId }) =>
    [status, bankTransactionId, refusedTransactionId === null ? null : `refused ${refusedTransactionId}`]
      .filter((each) => each !== null)
      .join(" "),
  );

describe("a transfer to an owner", () => {
  it("executes the payout that it names, and the run can no longer be cancelled", async () => {
    const book = await matchingIn({ payouts: [payout(1, "anne", 2000), payout(2, "bruno", 2000)] });
    expect(await book.match([2000, "VIR RV-2026-000001"])).toEqual([paidPayout(1, "PRO0001", 2000)]);
    expect(statuses(book)).toEqual(["executed t1", "ordered"]);
    expect(book.records.payouts[0]).toMatchObject({ executedAt: MATCHED_AT, updatedAt: MATCHED_AT });
    expect(book.records.runs).toEqual([{ ...run(false), updatedAt: MATCHED_AT }]);
  });

  it("executes several named payouts of different owners by one entry, numbered after those of the first", async () => {
    const book = await matchingIn({ payouts: [payout(1, "anne", 2000), payout(2, "bruno", 1500)] });
    const source = { sourceType: "OwnerPayout", sourceId: uuid(1), sourceSeq: 0 };
    await book.post("RV-1", [line("467000", "PRO0001", 100), line("467900", "PRO0001", -100)], "2026-03-02", source);
    expect(await book.match([3500, "RV-2026-000001 RV-2026-000002"])).toEqual([
      [...paidPayout(1, "PRO0001", 2000, 1), ...paidPayout(2, "PRO0002", 1500).slice(1)],
    ]);
  });

  it("executes a payout once: a second transfer that names it, or is of its amount, has no match", async () => {
    const book = await matchingIn({ payouts: [payout(1, "anne", 1000)] });
    expect(await book.match([1000, "RV-2026-000001"], [1000, "RV-2026-000001"], [1000, "LOYERS"])).toEqual([
      ...[paidPayout(1, "PRO0001", 1000), null, null],
    ]);
    const twins = await matchingIn({ payouts: [payout(1, "anne", 1000), payout(2, "bruno", 1000)] });
    expect(await twins.match([1000, "LOYERS"], [1000, "RV-2026-000001"], [1000, "LOYERS"])).toEqual([
      ...[null, paidPayout(1, "PRO0001", 1000), paidPayout(2, "PRO0002", 1000)],
    ]);
  });

  it("has no match if its references are unknown or of another amount, or its hint is no reference", async () => {
    const book = await matchingIn({
      payouts: [payout(1, "anne", 1000), payout(2, "bruno", 700, { status: "blocked" })],
    });
    expect(
      await book.match(
        ...([
          [999, "RV-2026-000001"],
          [1000, "RV-2026-000009"],
          [700, "RV-2026-000002"],
        ] as const),
        ...([[1000, "RV-2026-000001", { payoutReference: "what?" }]] as const),
      ),
    ).toEqual([null, null, null, null]);
    expect(statuses(book)).toEqual(["ordered", "blocked"]);
    expect(book.records.runs).toEqual([run(true)]);
  });

  it("executes the only payout of its amount, or that of its account, if it has no reference", async () => {
    const payouts = [
      payout(1, "anne", 1000),
      payout(2, "bruno", 1000),
      payout(3, "bruno", 500),
      payout(4, "bruno", 600),
    ];
    const book = await matchingIn({ payouts, ibans: { [uuid(1)]: "FR1", [uuid(2)]: "FR2" } });
    expect(
      await book.match([1000, { counterpartyIban: "FR2" }], [500, "LOYERS"], [501, "LOYERS"], [600, "RV-2026-000004"]),
    ).toEqual([
      ...[paidPayout(2, "PRO0002", 1000), paidPayout(3, "PRO0002", 500), null, paidPayout(4, "PRO0002", 600)],
    ]);
    expect(statuses(book)).toEqual(["ordered", "executed t1", "executed t2", "executed t4"]);
  });

  it("is of the owner's own money: what is credited and ordered less what tenants have not paid", async () => {
    for (const [unpaid, amounts, expected] of [
      [0, [5000], ["executed t1"]],
      [0, [5001], ["ordered refused t1"]],
      [100, [4900], ["executed t1"]],
      [100, [4901], ["ordered refused t1"]],
      [0, [3000, 2000], ["executed t1", "executed t2"]],
      [0, [3000, 2001], ["executed t1", "ordered refused t2"]],
    ] as const) {
      const payouts = amounts.map((amount, index) => payout(index + 1, "anne", amount));
      const book = await matchingIn({ payouts, unpaidParts: { anne: unpaid } });
      await book.match(...amounts.map((amount, index) => [amount, `RV-2026-00000${index + 1}`] as const));
      expect([unpaid, amounts, statuses(book)]).toEqual([unpaid, amounts, expected]);
    }
    const ofBruno = async (amount: number) => {
      const book = await matchingIn({ payouts: [payout(1, "anne", 1), payout(2, "bruno", amount)] });
      return book.match([amount, "RV-2026-000002"], [1, "RV-2026-000001"]);
    };
    expect([await ofBruno(3000), await ofBruno(3001)]).toEqual([
      [paidPayout(2, "PRO0002", 3000), paidPayout(1, "PRO0001", 1)],
      [null, paidPayout(1, "PRO0001", 1)],
    ]);
  });

  it("is refused if it is more than that; the run of its payouts can no longer be cancelled", async () => {
    const payouts = [payout(1, "anne", 4000), payout(2, "anne", 4000, { billingRunId: "other" as never })];
    const book = await matchingIn({ payouts, runs: [run(true), run(true, "other")] });
    const both = "RV-2026-000001 RV-2026-000002";
    expect(await book.match([8000, both], [8000, both])).toEqual([null, null]);
    expect(statuses(book)).toEqual(["ordered refused t1", "ordered refused t1"]);
    expect(book.records.runs.map(({ cancellable }) => cancellable)).toEqual([false, false]);
  });

  it("may execute a payout that an earlier transfer of the same file could not", async () => {
    const book = await matchingIn({ payouts: [payout(1, "anne", 4000), payout(2, "anne", 4000)] });
    expect(await book.match([8000, "RV-2026-000001 RV-2026-000002"], [4000, "RV-2026-000002"])).toEqual([
      ...[null, paidPayout(2, "PRO0001", 4000)],
    ]);
    expect(statuses(book)).toEqual(["ordered refused t1", "executed t2"]);
  });
});

describe("a transfer of a deposit", () => {
  it("needs no owner's money, and debits the account of the tenant, or of the unknown one", async () => {
    const deposit = (number: number, tenantId: string | null) =>
      payout(number, null, 9000 + number, { kind: "deposit", tenantId: tenantId as never, billingRunId: null });
    const book = await matchingIn({ payouts: [deposit(1, "tess"), deposit(2, null)] });
    expect(await book.match([9001, "RV-2026-000001"], [9002, "LOYERS"])).toEqual([
      ["OwnerPayout #1 0", "D 165000 LOC0001 9001 Reversement RV-2026-000001"],
      ["OwnerPayout #2 0", "D 165000 LOC-INCONNU 9002 Reversement RV-2026-000002"],
    ]);
  });
});

describe("a transfer to a supplier", () => {
  const parts = (...owned: readonly (readonly [invoiceId: string, ownerId: string, amount: number])[]) =>
    owned.map(([invoiceId, ownerId, amount]) => ({
      ...{ invoiceId: invoiceId as never, ownerId: ownerId as never, amountCents: cents(amount) },
    }));

  it("pays the invoice that it names from its owners' own money", async () => {
    // The entry of an invoice took its amount from the owner already: 30 € are what is left.
    const of = async (amount: number) => {
      const book = await matchingIn({
        invoices: [invoice("F-77", amount)],
        invoiceParts: parts(["F-77", "bruno", amount]),
      });
      await book.post("F-77", [line("467000", "PRO0002", amount), line("401000", "FOU0001", -amount)]);
      return { book, matched: await book.match([amount, "FACTURE F77"]) };
    };
    const { book, matched } = await of(3000);
    expect(matched).toEqual([["SupplierInvoice F-77 1", "D 401000 FOU0001 3000 Règlement F-77"]]);
    expect(book.records.invoices).toEqual([
      invoice("F-77", 3000, {
        ...{ status: "paid", paidOn: "2026-04-09" as never, bankTransactionId: "t1" as never, entriesCount: 2 },
        updatedAt: MATCHED_AT,
      }),
    ]);
    const poor = await of(3001);
    expect([poor.matched, poor.book.records.invoices]).toEqual([[null], [invoice("F-77", 3001)]]);
  });

  it("counts other open invoices of the owners as unpaid, until a transfer pays them", async () => {
    const invoices = [invoice("F-77", 2000), invoice("F-78", 2000), invoice("F-79", 2000)];
    const invoiceParts = parts(["F-77", "bruno", 2000], ["F-78", "bruno", 2000], ["F-79", "anne", 2000]);
    const book = await matchingIn({ invoices, invoiceParts });
    await book.post("INV", [line("467000", "PRO0002", 4000), line("401000", "FOU0001", -4000)]);
    expect(await book.match([2000, "F-77"], [2000, "F-78"])).toEqual([
      ["SupplierInvoice F-77 1", "D 401000 FOU0001 2000 Règlement F-77"],
      null,
    ]);
  });

  it("has no match if the named invoice is of another amount, also where a payout or a withdrawal has it", async () => {
    const given = { payouts: [payout(1, "anne", 1000)], withdrawals: [withdrawal("w", 2000)] };
    const book = await matchingIn({ ...given, invoices: [invoice("F-77", 999)] });
    expect(await book.match([1000, "F-77"], [2000, "F-77"], [1000, "F-78"])).toEqual([
      ...[null, null, paidPayout(1, "PRO0001", 1000)],
    ]);
  });

  it("pays no invoice if it names a payout", async () => {
    const given = { payouts: [payout(1, "anne", 1000)], invoices: [invoice("F-77", 1000)] };
    const book = await matchingIn(given);
    expect(await book.match([1000, "RV-2026-000001 F-77"], [999, "F-77"])).toEqual([
      paidPayout(1, "PRO0001", 1000),
      null,
    ]);
    const hinted = await matchingIn(given);
    expect(await hinted.match([1000, "F-77", { payoutReference: "what?" }])).toEqual([null]);
  });

  it("has no match if the invoice that it names is paid, whatever an account or an amount says", async () => {
    const paid = { status: "paid", paidOn: "2026-03-20" as never, bankTransactionId: "t" as never } as const;
    const invoices = [invoice("MENAGE-01", 700, paid), invoice("MENAGE-02", 700), invoice("MENAGE", 700)];
    const invoiceParts = parts(["MENAGE-02", "bruno", 700], ["MENAGE", "bruno", 700]);
    const withdrawals = [withdrawal("w", 700)];
    const book = await matchingIn({ invoices, invoiceParts, withdrawals, providerIbans: { plumber: "FR9" } });
    const to = { counterpartyIban: "FR9" };
    const second = ["SupplierInvoice MENAGE-02 1", "D 401000 FOU0001 700 Règlement MENAGE-02"];
    expect(
      await book.match(
        [700, { ...to, label: "VIR MENAGE-01" }],
        [700, "MENAGE 01"],
        // An open one beside the paid one decides.
        [700, { ...to, label: "MENAGE-01 ET MENAGE-02" }],
        [700, { ...to, label: "MENAGE-02" }],
      ),
    ).toEqual([null, null, second, null]);
  });

  it("pays the open invoice of its account, though its text has the word of another provider's paid one", async () => {
    const paid = { status: "paid", serviceProviderId: "painter" as never } as const;
    const invoices = [invoice("EAU", 300, paid), invoice("F-2026-17", 700, paid), invoice("2026-17", 700)];
    const others = [invoice("P-1", 900, { serviceProviderId: "painter" as never })];
    const invoiceParts = parts(["2026-17", "bruno", 700], ["P-1", "bruno", 900]);
    const open = ["SupplierInvoice 2026-17 1", "D 401000 FOU0001 700 Règlement 2026-17"];
    for (const label of ["Réparation fuite eau cuisine", "Facture F 2026-17"]) {
      const book = await matchingIn({
        invoices: [...invoices, ...others],
        invoiceParts,
        providerIbans: { plumber: "FR9", painter: "FR8" },
      });
      const [own] = await book.match([700, { counterpartyIban: "FR9", label }], [900, { counterpartyIban: "FR8" }]);
      expect(own).toEqual(open);
    }
  });

  it("pays the oldest invoice of its amount and account if it names none", async () => {
    const invoices = [
      invoice("F-2", 700, { invoiceDate: "2026-02-01" as never }),
      invoice("F-1", 700, { invoiceDate: "2026-01-01" as never }),
      invoice("F-3", 900),
    ];
    const invoiceParts = parts(["F-1", "bruno", 700], ["F-2", "anne", 700], ["F-3", "anne", 900]);
    const book = await matchingIn({ invoices, invoiceParts, providerIbans: { plumber: "FR9" } });
    const to = { counterpartyIban: "FR9" };
    expect(
      await book.match([700, to], [700, to], [700, to], [900, "LOYERS"], [900, { counterpartyIban: "FR8" }]),
    ).toEqual([
      ["SupplierInvoice F-1 1", "D 401000 FOU0001 700 Règlement F-1"],
      ["SupplierInvoice F-2 1", "D 401000 FOU0001 700 Règlement F-2"],
      ...[null, null, null],
    ]);
  });
});

describe("a transfer to the agency", () => {
  it("is the earliest withdrawal of its amount, each once, and posts nothing", async () => {
    const book = await matchingIn({
      withdrawals: [withdrawal("other", 300), withdrawal("first", 400), withdrawal("second", 400)],
    });
    expect(await book.match([400, "FRAIS"], [300, "FRAIS"], [400, "FRAIS"], [400, "FRAIS"])).toEqual([
      ...["seen", "seen", "seen", null],
    ]);
    expect(book.records.seen).toEqual([
      { id: "first", bankReference: "ref of t1" },
      { id: "other", bankReference: "ref of t2" },
      { id: "second", bankReference: "ref of t3" },
    ]);
  });
});

describe("a transfer that the bank returns", () => {
  const executed = (number: number, amount: number, more: Partial<OwnerPayout> = {}) =>
    payout(number, "anne", amount, { status: "executed", bankTransactionId: "t" as never, ...more });
  const returned = (number: number, amount: number, sequence = 0) => [
    `OwnerPayout #${number} ${sequence}`,
    `C 467900 PRO0001 ${amount} Retour du reversement RV-2026-00000${number}`,
  ];
  const back = (amount: number, label = "RETOUR") => movement("back", amount, label);

  it("makes its payouts fail; their run stays final", async () => {
    const book = await matchingIn({ payouts: [executed(1, 1000)], runs: [run(false)] });
    const source = { sourceType: "OwnerPayout", sourceId: uuid(1), sourceSeq: 0 };
    await book.post("RV-1", [line("467900", "PRO0001", 1000), line("512000", null, -1000)], "2026-03-02", source);
    const match = await book.matching.returned(book.stores, context, back(1000), { id: "t" as never });
    expect(shown(match)).toEqual(returned(1, 1000, 1));
    expect(statuses(book)).toEqual(["executed t"]);
    await match?.done();
    expect(statuses(book)).toEqual(["failed"]);
    expect(book.records.runs).toEqual([run(false)]);
  });

  it("opens the invoices again that it paid, all of them or none", async () => {
    const paid = (reference: string, amount: number) =>
      invoice(reference, amount, { status: "paid", paidOn: "2026-03-20" as never, bankTransactionId: "t" as never });
    const book = await matchingIn({ invoices: [paid("F-77", 600), paid("F-78", 400)] });
    const original = { id: "t" as never };
    expect(await book.matching.returned(book.stores, context, back(600), original)).toBeNull();
    const match = await book.matching.returned(book.stores, context, back(1000), original);
    expect(shown(match)).toEqual([
      ...["SupplierInvoice F-77 1", "C 401000 FOU0001 600 Retour du règlement F-77"],
      "C 401000 FOU0001 400 Retour du règlement F-78",
    ]);
    await match?.done();
    expect(book.records.invoices).toEqual([
      invoice("F-77", 600, { entriesCount: 2, updatedAt: MATCHED_AT }),
      invoice("F-78", 400, { updatedAt: MATCHED_AT }),
    ]);
    expect(await book.matching.returned(book.stores, context, back(1000), { id: "u" as never })).toBeNull();
  });

  it("makes the payouts fail that it names, if all are executed and come to its amount", async () => {
    const given = { payouts: [executed(1, 1000), executed(2, 500), payout(3, "anne", 300)], runs: [run(false)] };
    const of = async (amount: number, label: string, hint: PayoutHint = {}) => {
      const book = await matchingIn(given);
      const match = await book.matching.returnedByReference(book.stores, context, back(amount, label), hint);
      await match?.done();
      return [shown(match), statuses(book)];
    };
    const before = ["executed t", "executed t", "ordered"];
    expect(await of(1000, "RETOUR RV-2026-000001")).toEqual([returned(1, 1000), ["failed", ...before.slice(1)]]);
    expect(await of(1500, "RETOUR", { payoutReference: "RV-2026-000001 RV-2026-000002" })).toEqual([
      [...returned(1, 1000), ...returned(2, 500).slice(1)],
      ["failed", "failed", "ordered"],
    ]);
    for (const [amount, label, hint] of [
      ...([
        [999, "RV-2026-000001"],
        [300, "RV-2026-000003"],
        [1000, "RETOUR"],
      ] as const),
      [1000, "RV-2026-000001", { payoutReference: "what?" }] as const,
    ])
      expect(await of(amount, label, hint)).toEqual([null, before]);
  });
});
