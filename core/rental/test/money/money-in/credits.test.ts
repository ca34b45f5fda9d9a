import { describe, expect, it } from "vitest";
import { agencyWithIncomingMoney } from "../agency/incoming-money.ts";

const OUT = { direction: "outbound", label: "VIR" } as const;

/** An agency where Ada has a credit of 80, and Blaise one of 5 and one of 20, each left of a payment. */
async function withCredits() {
  const agency = await agencyWithIncomingMoney();
  const ofAda = await agency.call({ tenant: "ada", day: "2026-03-01", rent: { otto: 100 } });
  const ofBlaise = await agency.call({ tenant: "blaise", day: "2026-03-01", rent: { otto: 10 }, isAccrual: true });
  await agency.bring(
    { bankReference: "B-1", amountCents: 180, label: ofAda },
    { bankReference: "B-2", amountCents: 15, label: ofBlaise },
    { bankReference: "B-3", amountCents: 20, label: ofBlaise, bookedOn: "2026-03-04" },
  );
  const entries = agency.model.sealed.length;
  /** Applies a run with calls in cash. */
  const run = async (
    id: string,
    ...calls: readonly (readonly [tenant: string | null, rent: number, day?: string])[]
  ) => {
    const issued: string[] = [];
    for (const [tenant, rent, day = "2026-03-10"] of calls)
      issued.push(await agency.call({ tenant, day, rent: { otto: rent }, run: id }));
    await agency.applied(id, issued);
    return issued;
  };
  const paid = () =>
    agency.records.allocations.map(
      ({ rentCallId, htCents, status, madeByRunId, allocationDate, transferId }) =>
        `${rentCallId.slice(5)}: ${htCents} ${status} by ${madeByRunId} on ${allocationDate.slice(5)}, ${agency.head(transferId)}`,
    );
  return { ...agency, entries, run, paid, ofAda, ofBlaise };
}

describe("the credit of a payment", () => {
  it("pays the calls of the next run, the earliest credit first, and is lettered with them when it is used up", async () => {
    const { run, book, payments, calls, runs, entries, paid, records } = await withCredits();
    await run("r2", ["ada", 30], ["blaise", 22], [null, 7], ["ada", 10, "2026-03-12"]);
    expect(book(2)).toEqual([
      "BANQUE 03-05 B-1: 512000 D 180 / 411000 LOC-ADA C 100 AAA / 411000 LOC-ADA C 80 partial",
      "PROPRIO 03-05 EN-2026-000001: 467100 PRO-OTTO D 100 / 467000 PRO-OTTO C 100",
      "BANQUE 03-05 B-2: 512000 D 15 / 411000 LOC-BLAISE C 10 AAA / 411000 LOC-BLAISE C 5 partial",
      "BANQUE 03-04 B-3: 512000 D 20 / 411000 LOC-BLAISE C 20 partial",
      "LOYERS 03-10 AP-2026-000003: 411000 LOC-ADA D 30 partial / 467100 PRO-OTTO C 30",
      "LOYERS 03-10 AP-2026-000004: 411000 LOC-BLAISE D 22 partial / 467100 PRO-OTTO C 22",
      "LOYERS 03-10 AP-2026-000005: 411000 LOC-INCONNU D 7 / 467100 PRO-OTTO C 7",
      "LOYERS 03-12 AP-2026-000006: 411000 LOC-ADA D 10 partial / 467100 PRO-OTTO C 10",
      "PROPRIO 03-10 EN-2026-000003: 467100 PRO-OTTO D 20 / 467000 PRO-OTTO C 20",
      "PROPRIO 03-10 EN-2026-000001: 467100 PRO-OTTO D 30 / 467000 PRO-OTTO C 30",
      "PROPRIO 03-12 EN-2026-000001: 467100 PRO-OTTO D 10 / 467000 PRO-OTTO C 10",
      "PROPRIO 03-10 EN-2026-000002: 467100 PRO-OTTO D 2 / 467000 PRO-OTTO C 2",
    ]);
    expect([payments(), calls(), runs()]).toEqual([
      [
        "EN-2026-000001 partially_allocated, 140 + 0 of 180, 40 left, ada",
        "EN-2026-000002 partially_allocated, 12 + 0 of 15, 3 left, blaise",
        "EN-2026-000003 allocated, 20 + 0 of 20, 0 left, blaise",
      ],
      ["1 paid, 0 left", "2 paid, 0 left", "3 paid, 0 left", "4 paid, 0 left", "5 issued, 7 left", "6 paid, 0 left"],
      ["run: false", "r2: true"],
    ]);
    await run("r3", ["ada", 60], ["blaise", 1]);
    expect(book(entries + 4)).toEqual([
      "PROPRIO 03-10 EN-2026-000003: 467100 PRO-OTTO D 20 / 467000 PRO-OTTO C 20",
      "PROPRIO 03-10 EN-2026-000001: 467100 PRO-OTTO D 30 / 467000 PRO-OTTO C 30",
      "PROPRIO 03-12 EN-2026-000001: 467100 PRO-OTTO D 10 / 467000 PRO-OTTO C 10",
      "PROPRIO 03-10 EN-2026-000002: 467100 PRO-OTTO D 2 / 467000 PRO-OTTO C 2",
      "LOYERS 03-10 AP-2026-000007: 411000 LOC-ADA D 60 partial / 467100 PRO-OTTO C 60",
      "LOYERS 03-10 AP-2026-000008: 411000 LOC-BLAISE D 1 partial / 467100 PRO-OTTO C 1",
      "PROPRIO 03-10 EN-2026-000001: 467100 PRO-OTTO D 40 / 467000 PRO-OTTO C 40",
      "PROPRIO 03-10 EN-2026-000002: 467100 PRO-OTTO D 1 / 467000 PRO-OTTO C 1",
    ]);
    expect([payments(), calls(), runs()]).toEqual([
      [
        "EN-2026-000001 allocated, 180 + 0 of 180, 0 left, ada",
        "EN-2026-000002 partially_allocated, 13 + 0 of 15, 2 left, blaise",
        "EN-2026-000003 allocated, 20 + 0 of 20, 0 left, blaise",
      ],
      [
        "1 paid, 0 left",
        "2 paid, 0 left",
        "3 paid, 0 left",
        "4 paid, 0 left",
        "5 issued, 7 left",
        "6 paid, 0 left",
        "7 partially_paid, 20 left",
        "8 paid, 0 left",
      ],
      ["run: false", "r2: true", "r3: true"],
    ]);
    expect(paid()).toEqual([
      "1: 100 allocated by null on 03-05, PROPRIO 03-05 EN-2026-000001",
      "2: 10 allocated by null on 03-05, null",
      "4: 20 allocated by r2 on 03-20, PROPRIO 03-10 EN-2026-000003",
      "3: 30 allocated by r2 on 03-20, PROPRIO 03-10 EN-2026-000001",
      "6: 10 allocated by r2 on 03-20, PROPRIO 03-12 EN-2026-000001",
      "4: 2 allocated by r2 on 03-20, PROPRIO 03-10 EN-2026-000002",
      "7: 40 allocated by r3 on 03-20, PROPRIO 03-10 EN-2026-000001",
      "8: 1 allocated by r3 on 03-20, PROPRIO 03-10 EN-2026-000002",
    ]);
    expect(records.payments.map(({ entriesCount }) => entriesCount)).toEqual([5, 3, 2]);
  });

  it("is free again when the run is cancelled, and its calls are due", async () => {
    const { run, cancelling, book, payments, calls, runs, entries, paid } = await withCredits();
    await run("r2", ["ada", 30], ["blaise", 22]);
    await run("r3", ["ada", 50], ["blaise", 1]);
    expect(book(entries)).toEqual([
      "LOYERS 03-10 AP-2026-000003: 411000 LOC-ADA D 30 AAB / 467100 PRO-OTTO C 30",
      "LOYERS 03-10 AP-2026-000004: 411000 LOC-BLAISE D 22 partial / 467100 PRO-OTTO C 22",
      "PROPRIO 03-10 EN-2026-000003: 467100 PRO-OTTO D 20 / 467000 PRO-OTTO C 20",
      "PROPRIO 03-10 EN-2026-000001: 467100 PRO-OTTO D 30 / 467000 PRO-OTTO C 30",
      "PROPRIO 03-10 EN-2026-000002: 467100 PRO-OTTO D 2 / 467000 PRO-OTTO C 2",
      "LOYERS 03-10 AP-2026-000005: 411000 LOC-ADA D 50 AAB / 467100 PRO-OTTO C 50",
      "LOYERS 03-10 AP-2026-000006: 411000 LOC-BLAISE D 1 partial / 467100 PRO-OTTO C 1",
      "PROPRIO 03-10 EN-2026-000001: 467100 PRO-OTTO D 50 / 467000 PRO-OTTO C 50",
      "PROPRIO 03-10 EN-2026-000002: 467100 PRO-OTTO D 1 / 467000 PRO-OTTO C 1",
    ]);
    await cancelling("r3");
    expect(book(2)).toEqual([
      "BANQUE 03-05 B-1: 512000 D 180 / 411000 LOC-ADA C 100 AAA / 411000 LOC-ADA C 80 partial",
      "PROPRIO 03-05 EN-2026-000001: 467100 PRO-OTTO D 100 / 467000 PRO-OTTO C 100",
      "BANQUE 03-05 B-2: 512000 D 15 / 411000 LOC-BLAISE C 10 AAA / 411000 LOC-BLAISE C 5 partial",
      "BANQUE 03-04 B-3: 512000 D 20 / 411000 LOC-BLAISE C 20 partial",
      "LOYERS 03-10 AP-2026-000003: 411000 LOC-ADA D 30 partial / 467100 PRO-OTTO C 30",
      "LOYERS 03-10 AP-2026-000004: 411000 LOC-BLAISE D 22 partial / 467100 PRO-OTTO C 22",
      "PROPRIO 03-10 EN-2026-000003: 467100 PRO-OTTO D 20 / 467000 PRO-OTTO C 20",
      "PROPRIO 03-10 EN-2026-000001: 467100 PRO-OTTO D 30 / 467000 PRO-OTTO C 30",
      "PROPRIO 03-10 EN-2026-000002: 467100 PRO-OTTO D 2 / 467000 PRO-OTTO C 2",
      "LOYERS 03-10 AP-2026-000005: 411000 LOC-ADA D 50 / 467100 PRO-OTTO C 50",
      "LOYERS 03-10 AP-2026-000006: 411000 LOC-BLAISE D 1 / 467100 PRO-OTTO C 1",
      "PROPRIO 03-10 EN-2026-000001: 467100 PRO-OTTO D 50 AAA / 467000 PRO-OTTO C 50 AAA",
      "PROPRIO 03-10 EN-2026-000002: 467100 PRO-OTTO D 1 AAB / 467000 PRO-OTTO C 1 AAB",
      "PROPRIO 03-10 PRO-2026-000005: 467100 PRO-OTTO C 50 AAA / 467000 PRO-OTTO D 50 AAA",
      "PROPRIO 03-10 PRO-2026-000006: 467100 PRO-OTTO C 1 AAB / 467000 PRO-OTTO D 1 AAB",
    ]);
    expect([payments(), calls(), runs(), paid()]).toEqual([
      [
        "EN-2026-000001 partially_allocated, 130 + 0 of 180, 50 left, ada",
        "EN-2026-000002 partially_allocated, 12 + 0 of 15, 3 left, blaise",
        "EN-2026-000003 allocated, 20 + 0 of 20, 0 left, blaise",
      ],
      ["1 paid, 0 left", "2 paid, 0 left", "3 paid, 0 left", "4 paid, 0 left", "5 issued, 50 left", "6 issued, 1 left"],
      ["run: false", "r2: true", "r3: true"],
      [
        "1: 100 allocated by null on 03-05, PROPRIO 03-05 EN-2026-000001",
        "2: 10 allocated by null on 03-05, null",
        "4: 20 allocated by r2 on 03-20, PROPRIO 03-10 EN-2026-000003",
        "3: 30 allocated by r2 on 03-20, PROPRIO 03-10 EN-2026-000001",
        "4: 2 allocated by r2 on 03-20, PROPRIO 03-10 EN-2026-000002",
        "5: 50 reversed by r3 on 03-20, PROPRIO 03-10 EN-2026-000001",
        "6: 1 reversed by r3 on 03-20, PROPRIO 03-10 EN-2026-000002",
      ],
    ]);
    await cancelling("r2");
    expect([payments(), calls(), runs()]).toEqual([
      [
        "EN-2026-000001 partially_allocated, 100 + 0 of 180, 80 left, ada",
        "EN-2026-000002 partially_allocated, 10 + 0 of 15, 5 left, blaise",
        "EN-2026-000003 received, 0 + 0 of 20, 20 left, blaise",
      ],
      [
        "1 paid, 0 left",
        "2 paid, 0 left",
        "3 issued, 30 left",
        "4 issued, 22 left",
        "5 issued, 50 left",
        "6 issued, 1 left",
      ],
      ["run: false", "r2: true", "r3: true"],
    ]);
  });

  it("that a tenant has without an owner's call costs no transfer", async () => {
    const { call, applied, book, entries, payments } = await withCredits();
    await applied("r2", [
      await call({ tenant: "ada", day: "2026-03-10", rent: { otto: 30 }, isAccrual: true, run: "r2" }),
    ]);
    expect(book(entries)).toEqual(["LOYERS 03-10 AP-2026-000003: 411000 LOC-ADA D 30 partial / 467000 PRO-OTTO C 30"]);
    expect(payments()).toEqual([
      "EN-2026-000001 partially_allocated, 130 + 0 of 180, 50 left, ada",
      "EN-2026-000002 partially_allocated, 10 + 0 of 15, 5 left, blaise",
      "EN-2026-000003 received, 0 + 0 of 20, 20 left, blaise",
    ]);
  });

  it("that is not needed stays as it is", async () => {
    const { run, today, payments, records } = await withCredits();
    today("2026-03-22");
    await run("r2", ["blaise", 12]);
    expect(payments().slice(1)).toEqual([
      "EN-2026-000002 partially_allocated, 10 + 0 of 15, 5 left, blaise",
      "EN-2026-000003 partially_allocated, 12 + 0 of 20, 8 left, blaise",
    ]);
    expect(records.payments.map(({ updatedAt }) => updatedAt.slice(0, 10))).toEqual([
      ...["2026-03-20", "2026-03-20", "2026-03-22"],
    ]);
  });

  it("is lettered with its refund and the calls that it paid", async () => {
    const { run, bring, book, payments } = await withCredits();
    await run("r2", ["ada", 30]);
    await bring({ bankReference: "F-1", amountCents: 50, ...OUT, method: "refund", reverses: "B-1" });
    expect(book(2)).toEqual([
      "BANQUE 03-05 B-1: 512000 D 180 / 411000 LOC-ADA C 100 AAA / 411000 LOC-ADA C 80 AAB",
      "PROPRIO 03-05 EN-2026-000001: 467100 PRO-OTTO D 100 / 467000 PRO-OTTO C 100",
      "BANQUE 03-05 B-2: 512000 D 15 / 411000 LOC-BLAISE C 10 AAA / 411000 LOC-BLAISE C 5",
      "BANQUE 03-04 B-3: 512000 D 20 / 411000 LOC-BLAISE C 20",
      "LOYERS 03-10 AP-2026-000003: 411000 LOC-ADA D 30 AAB / 467100 PRO-OTTO C 30",
      "PROPRIO 03-10 EN-2026-000001: 467100 PRO-OTTO D 30 / 467000 PRO-OTTO C 30",
      "BANQUE 03-05 F-1: 411000 LOC-ADA D 50 AAB / 512000 C 50",
    ]);
    expect(payments()).toEqual([
      "EN-2026-000001 refunded, 130 + 50 of 180, 0 left, ada",
      "EN-2026-000002 partially_allocated, 10 + 0 of 15, 5 left, blaise",
      "EN-2026-000003 received, 0 + 0 of 20, 20 left, blaise",
    ]);
  });
});

/** An agency with a credit note of Ada over 30 and 10, of two owners in cash. */
async function withNote() {
  const agency = await agencyWithIncomingMoney();
  const note = { tenant: "ada", day: "2026-03-01", rent: { olga: -30, otto: -10 }, kind: "credit_note" as const };
  const reference = await agency.call({ ...note, lines: [-10, -25, -5], run: "r1" });
  await agency.applied("r1", [reference]);
  const run = async (id: string, rent: number) => {
    const call = await agency.call({ tenant: "ada", day: "2026-03-10", rent: { otto: rent }, run: id });
    await agency.applied(id, [call]);
  };
  /** Gives both owners money of their own. */
  const agencyMoney = async () => {
    await agency.bring({ bankReference: "B-1", amountCents: 90, label: "?" });
    const toOwner = { accountCode: "467000", amountCents: 45 };
    await agency.assign("B-1", { ...toOwner, auxiliaryCode: "PRO-OLGA" }, { ...toOwner, auxiliaryCode: "PRO-OTTO" });
  };
  return { ...agency, note, run, agencyMoney };
}

/** The lines on tenants' accounts. */
const tenantLines = (entries: readonly string[]): readonly string[] =>
  entries.flatMap((entry) => entry.split(/: | \/ /).filter((line) => line.startsWith("411000")));

describe("a credit note", () => {
  it("is a free credit of its tenant on its largest line, and none of an unknown tenant", async () => {
    const { call, applied, payments, records, model } = await withNote();
    expect(payments()).toEqual(["CR-2026-000001 received, 0 + 0 of 40, 40 left, ada"]);
    const nobodys = { tenant: null, day: "2026-03-01", rent: { olga: -7 }, kind: "credit_note" as const };
    const empty = await call({ ...nobodys, run: "r1" });
    await applied("r1", [empty]);
    expect(
      records.payments.map(({ mandataireId: _, id: __, createdAt: ___, updatedAt: ____, ...each }) => each),
    ).toEqual([
      {
        allocatedCents: 0,
        amountCents: 40,
        bankAccountId: null,
        bankTransactionId: null,
        creditLineId: "00000000-0000-7000-9000-000000000013",
        currency: "EUR",
        direction: "inbound",
        entriesCount: 0,
        entryId: "00000000-0000-7000-9000-000000000011",
        leaseId: "lease of ada",
        leaseReference: "B-ada",
        payerId: null,
        payerName: null,
        payingTenantId: null,
        paymentDate: "2026-03-20",
        paymentMethod: "other",
        reference: "CR-2026-000001",
        refundedCents: 0,
        remainingCents: 40,
        status: "received",
        tenantId: "ada",
        tenantName: "ada",
      },
    ]);
    const [entry] = model.sealed;
    expect(
      records.payments.map(({ creditLineId }) => entry?.lines.find(({ id }) => id === creditLineId)?.creditCents),
    ).toEqual([25]);
  });

  it("pays calls without a transfer, since it debited their owners, and all its lines are lettered with them", async () => {
    const { run, book, payments, calls } = await withNote();
    await run("r2", 25);
    expect(book()).toEqual([
      "LOYERS 03-01 AP-2026-000001: 411000 LOC-ADA C 10 partial / 411000 LOC-ADA C 25 partial / 411000 LOC-ADA C 5 partial / 467100 PRO-OLGA D 30 / 467100 PRO-OTTO D 10",
      "LOYERS 03-10 AP-2026-000002: 411000 LOC-ADA D 25 partial / 467100 PRO-OTTO C 25",
    ]);
    expect([payments(), calls()]).toEqual([
      ["CR-2026-000001 partially_allocated, 25 + 0 of 40, 15 left, ada"],
      ["1 issued, 0 left", "2 paid, 0 left"],
    ]);
    await run("r3", 20);
    expect(book()).toEqual([
      "LOYERS 03-01 AP-2026-000001: 411000 LOC-ADA C 10 partial / 411000 LOC-ADA C 25 partial / 411000 LOC-ADA C 5 partial / 467100 PRO-OLGA D 30 / 467100 PRO-OTTO D 10",
      "LOYERS 03-10 AP-2026-000002: 411000 LOC-ADA D 25 partial / 467100 PRO-OTTO C 25",
      "LOYERS 03-10 AP-2026-000003: 411000 LOC-ADA D 20 partial / 467100 PRO-OTTO C 20",
    ]);
    expect([payments(), calls()]).toEqual([
      ["CR-2026-000001 allocated, 40 + 0 of 40, 0 left, ada"],
      ["1 issued, 0 left", "2 paid, 0 left", "3 partially_paid, 5 left"],
    ]);
  });

  it("is no credit any more when its run is cancelled, unless it pays calls of another run", async () => {
    const { run, cancelling, payments, calls, call, applied, note } = await withNote();
    await run("r2", 25);
    await expect(cancelling("r1")).rejects.toThrow(
      "The credit note of ada pays calls of another run or was refunded; cancel that run first",
    );
    await cancelling("r2");
    await cancelling("r1");
    expect([payments(), calls()]).toEqual([
      ["CR-2026-000001 rejected, 0 + 0 of 40, 40 left, ada"],
      ["1 issued, 0 left", "2 issued, 25 left"],
    ]);
    // One pays the call of its own run.
    const own = [
      await call({ ...note, run: "r4" }),
      await call({ tenant: "ada", day: "2026-03-11", rent: { otto: 5 }, run: "r4" }),
    ];
    await applied("r4", own);
    expect([payments(), calls()]).toEqual([
      [
        "CR-2026-000001 rejected, 0 + 0 of 40, 40 left, ada",
        "CR-2026-000002 partially_allocated, 5 + 0 of 40, 35 left, ada",
      ],
      ["1 issued, 0 left", "2 issued, 25 left", "3 issued, 0 left", "4 paid, 0 left"],
    ]);
    await cancelling("r4");
    expect([payments(), calls()]).toEqual([
      ["CR-2026-000001 rejected, 0 + 0 of 40, 40 left, ada", "CR-2026-000002 rejected, 0 + 0 of 40, 40 left, ada"],
      ["1 issued, 0 left", "2 issued, 25 left", "3 issued, 0 left", "4 issued, 5 left"],
    ]);
  });

  it("is lettered with its refund, whichever of its lines carries the credit", async () => {
    const { bring, assign, takeBack, book, agencyMoney } = await withNote();
    await agencyMoney();
    await bring({ bankReference: "F-1", amountCents: 40, ...OUT });
    await assign("F-1", { accountCode: "411000", auxiliaryCode: "LOC-ADA", amountCents: 30 });
    expect(tenantLines(book())).toEqual([
      "411000 LOC-ADA C 10 partial",
      "411000 LOC-ADA C 25 partial",
      "411000 LOC-ADA C 5 partial",
      "411000 LOC-ADA D 30 partial",
    ]);
    await assign("F-1", { accountCode: "411000", auxiliaryCode: "LOC-ADA", amountCents: 10 });
    expect(tenantLines(book())).toEqual([
      "411000 LOC-ADA C 10 AAA",
      "411000 LOC-ADA C 25 AAA",
      "411000 LOC-ADA C 5 AAA",
      "411000 LOC-ADA D 30 AAA",
      "411000 LOC-ADA D 10 AAA",
    ]);
    await takeBack("F-1", 1);
    expect(tenantLines(book())).toEqual([
      "411000 LOC-ADA C 10 partial",
      "411000 LOC-ADA C 25 partial",
      "411000 LOC-ADA C 5 partial",
      "411000 LOC-ADA D 30 partial",
      "411000 LOC-ADA D 10 AAB",
      "411000 LOC-ADA C 10 AAB",
    ]);
    await takeBack("F-1");
    expect(tenantLines(book())).toEqual([
      "411000 LOC-ADA C 10",
      "411000 LOC-ADA C 25",
      "411000 LOC-ADA C 5",
      "411000 LOC-ADA D 30 AAC",
      "411000 LOC-ADA D 10 AAB",
      "411000 LOC-ADA C 10 AAB",
      "411000 LOC-ADA C 30 AAC",
    ]);
  });

  it("that is refunded is borne by its owners, and no more when the refund is taken back", async () => {
    const { bring, assign, takeBack, run, book, payments, transactions, agencyMoney } = await withNote();
    await run("r2", 20);
    await bring({ bankReference: "F-1", amountCents: 30, ...OUT });
    const entries = 2;
    const line = { accountCode: "411000", auxiliaryCode: "LOC-ADA" };
    await expect(assign("F-1", { ...line, amountCents: 20 })).rejects.toThrow("PRO-OLGA has 0.00 EUR on 467000");
    await agencyMoney();
    await expect(assign("F-1", { ...line, amountCents: 15 }, { ...line, amountCents: 6 })).rejects.toThrow(
      "lines[1].amountCents must be 5 or less, the free credit",
    );
    await assign("F-1", { ...line, amountCents: 15 }, { ...line, amountCents: 5 });
    expect(book(entries)).toEqual([
      "BANQUE 03-05 F-1: 471000 D 30 partial / 512000 C 30",
      "BANQUE 03-05 B-1: 512000 D 90 / 471000 C 90 AAA",
      "BANQUE 03-20 B-1: 471000 D 90 AAA / 467000 PRO-OLGA C 45 / 467000 PRO-OTTO C 45",
      "BANQUE 03-20 F-1: 411000 LOC-ADA D 15 AAA / 411000 LOC-ADA D 5 AAA / 467000 PRO-OLGA D 15 / 467100 PRO-OLGA C 15 / 467000 PRO-OTTO D 5 / 467100 PRO-OTTO C 5 / 471000 C 20 partial",
    ]);
    expect([payments(), transactions()]).toEqual([
      ["CR-2026-000001 refunded, 20 + 20 of 40, 0 left, ada"],
      ["F-1 unmatched, 0 + 20 of 30, BANQUE 03-05 F-1", "B-1 matched, 0 + 90 of 90, BANQUE 03-05 B-1"],
    ]);
    await takeBack("F-1");
    expect(book()).toEqual([
      "LOYERS 03-01 AP-2026-000001: 411000 LOC-ADA C 10 partial / 411000 LOC-ADA C 25 partial / 411000 LOC-ADA C 5 partial / 467100 PRO-OLGA D 30 / 467100 PRO-OTTO D 10",
      "LOYERS 03-10 AP-2026-000002: 411000 LOC-ADA D 20 partial / 467100 PRO-OTTO C 20",
      "BANQUE 03-05 F-1: 471000 D 30 / 512000 C 30",
      "BANQUE 03-05 B-1: 512000 D 90 / 471000 C 90 AAA",
      "BANQUE 03-20 B-1: 471000 D 90 AAA / 467000 PRO-OLGA C 45 / 467000 PRO-OTTO C 45",
      "BANQUE 03-20 F-1: 411000 LOC-ADA D 15 AAB / 411000 LOC-ADA D 5 AAB / 467000 PRO-OLGA D 15 AAA / 467100 PRO-OLGA C 15 AAA / 467000 PRO-OTTO D 5 AAA / 467100 PRO-OTTO C 5 AAA / 471000 C 20 AAB",
      "BANQUE 03-20 F-1: 411000 LOC-ADA C 15 AAB / 411000 LOC-ADA C 5 AAB / 467000 PRO-OLGA C 15 AAA / 467100 PRO-OLGA D 15 AAA / 467000 PRO-OTTO C 5 AAA / 467100 PRO-OTTO D 5 AAA / 471000 D 20 AAB",
    ]);
    expect([payments(), transactions()]).toEqual([
      ["CR-2026-000001 partially_allocated, 20 + 0 of 40, 20 left, ada"],
      ["F-1 unmatched, 0 + 0 of 30, BANQUE 03-05 F-1", "B-1 matched, 0 + 90 of 90, BANQUE 03-05 B-1"],
    ]);
  });
});
