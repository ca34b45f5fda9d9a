import { describe, expect, it } from "vitest";
import { agencyWithIncomingMoney } from "./agency/incoming-money.ts";

const OUT = { direction: "outbound" } as const;
const OF_ADA = { accountCode: "411000", auxiliaryCode: "LOC-ADA" };

/** An agency where Ada has two credits, of 30 and 20, and both owners have money of their own. */
async function withCredits() {
  const agency = await agencyWithIncomingMoney();
  for (const [bankReference, amountCents] of [
    ["B-1", 30],
    ["B-2", 20],
  ] as const) {
    await agency.bring({ bankReference, amountCents, label: "?" });
    await agency.assign(bankReference, { ...OF_ADA, amountCents, label: `Avance\t${bankReference}` });
  }
  await agency.bring({ bankReference: "B-3", amountCents: 90, label: "?" });
  const toOwner = { accountCode: "467000", amountCents: 45 };
  await agency.assign("B-3", { ...toOwner, auxiliaryCode: "PRO-OLGA" }, { ...toOwner, auxiliaryCode: "PRO-OTTO" });
  return { ...agency, entries: agency.model.sealed.length };
}

describe("money that is assigned to a tenant", () => {
  it("is a credit of that tenant, on the line of the assignment", async () => {
    const { book, payments, transactions, records, model } = await withCredits();
    expect(book()).toEqual([
      "BANQUE 03-05 B-1: 512000 D 30 / 471000 C 30 AAA",
      "BANQUE 03-20 B-1: 471000 D 30 AAA / 411000 LOC-ADA C 30",
      "BANQUE 03-05 B-2: 512000 D 20 / 471000 C 20 AAB",
      "BANQUE 03-20 B-2: 471000 D 20 AAB / 411000 LOC-ADA C 20",
      "BANQUE 03-05 B-3: 512000 D 90 / 471000 C 90 AAC",
      "BANQUE 03-20 B-3: 471000 D 90 AAC / 467000 PRO-OLGA C 45 / 467000 PRO-OTTO C 45",
    ]);
    expect([payments(), transactions()]).toEqual([
      ["EN-2026-000001 received, 0 + 0 of 30, 30 left, ada", "EN-2026-000002 received, 0 + 0 of 20, 20 left, ada"],
      [
        "B-1 matched, 0 + 30 of 30, BANQUE 03-05 B-1",
        "B-2 matched, 0 + 20 of 20, BANQUE 03-05 B-2",
        "B-3 matched, 0 + 90 of 90, BANQUE 03-05 B-3",
      ],
    ]);
    expect(
      model.sealed
        .map(({ description, lines }) => [description, ...lines.map(({ label }) => label)].join(" / "))
        .slice(1, 2),
    ).toEqual(["Affectation B-1 / ? / Avance B-1"]);
    const [, entry] = model.sealed;
    const [line] = entry?.lines.filter(({ accountCode }) => accountCode === "411000") ?? [];
    expect(records.payments[0]).toMatchObject({ creditLineId: line?.id, entryId: entry?.id, payingTenantId: "ada" });
    expect(records.assignments[0]).toMatchObject({
      ...{ amountCents: 30, assignedOn: "2026-03-20", entryId: entry?.id, isReversed: false },
      lines: [{ ...OF_ADA, amountCents: 30, label: "Avance B-1", lineId: line?.id }],
      credits: [{ paymentId: records.payments[0]?.id, amountCents: 30, tenantLineId: line?.id, isRefund: false }],
    });
  });

  it("is taken back as long as it pays nothing", async () => {
    const { book, payments, transactions, takeBack, entries, call, applied } = await withCredits();
    await takeBack("B-2");
    expect(book(entries)).toEqual(["BANQUE 03-20 B-2: 471000 C 20 AAD / 411000 LOC-ADA D 20 AAA"]);
    expect([payments(), transactions()]).toEqual([
      ["EN-2026-000001 received, 0 + 0 of 30, 30 left, ada", "EN-2026-000002 rejected, 0 + 0 of 20, 20 left, ada"],
      [
        "B-1 matched, 0 + 30 of 30, BANQUE 03-05 B-1",
        "B-2 unmatched, 0 + 0 of 20, BANQUE 03-05 B-2",
        "B-3 matched, 0 + 90 of 90, BANQUE 03-05 B-3",
      ],
    ]);
    const reference = await call({ tenant: "ada", day: "2026-03-10", rent: { otto: 10 } });
    await applied("run", [reference]);
    await expect(takeBack("B-1")).rejects.toThrow("EN-2026-000001 pays rent calls or was refunded; its credit is used");
  });
});

describe("money that is refunded", () => {
  it("uses up the earliest credit first, and leaves the others as they are", async () => {
    const { bring, assign, today, book, payments, entries, records } = await withCredits();
    await bring({ bankReference: "F-1", amountCents: 25, ...OUT });
    today("2026-03-22");
    await assign("F-1", { ...OF_ADA, amountCents: 20 }, { ...OF_ADA, amountCents: 5 });
    expect(book(entries)).toEqual([
      "BANQUE 03-05 F-1: 471000 D 25 AAD / 512000 C 25",
      "BANQUE 03-22 F-1: 411000 LOC-ADA D 20 partial / 411000 LOC-ADA D 5 partial / 471000 C 25 AAD",
    ]);
    expect(payments()).toEqual([
      "EN-2026-000001 received, 0 + 25 of 30, 5 left, ada",
      "EN-2026-000002 received, 0 + 0 of 20, 20 left, ada",
    ]);
    expect(records.payments.map(({ updatedAt }) => updatedAt.slice(0, 10))).toEqual(["2026-03-22", "2026-03-20"]);
    expect(records.assignments.at(-1)?.credits.map(({ isRefund, amountCents }) => [isRefund, amountCents])).toEqual([
      [true, 20],
      [true, 5],
    ]);
  });

  it("is lettered with its credit and with the calls that the credit pays later", async () => {
    const { bring, assign, takeBack, book, call, applied, payments } = await withCredits();
    await bring({ bankReference: "F-1", amountCents: 10, ...OUT }, { bankReference: "F-2", amountCents: 15, ...OUT });
    await assign("F-1", { ...OF_ADA, amountCents: 10 });
    const tenantLines = () =>
      book().flatMap((entry) => entry.split(/: | \/ /).filter((line) => line.startsWith("411000")));
    expect(tenantLines()).toEqual([
      "411000 LOC-ADA C 30 partial",
      "411000 LOC-ADA C 20",
      "411000 LOC-ADA D 10 partial",
    ]);
    await applied("run", [await call({ tenant: "ada", day: "2026-03-10", rent: { otto: 12 } })]);
    expect(tenantLines()).toEqual([
      "411000 LOC-ADA C 30 partial",
      "411000 LOC-ADA C 20",
      "411000 LOC-ADA D 10 partial",
      "411000 LOC-ADA D 12 partial",
    ]);
    await assign("F-2", { ...OF_ADA, amountCents: 15 });
    expect([tenantLines(), payments()]).toEqual([
      [
        "411000 LOC-ADA C 30 partial",
        "411000 LOC-ADA C 20 partial",
        "411000 LOC-ADA D 10 partial",
        "411000 LOC-ADA D 12 partial",
        "411000 LOC-ADA D 15 partial",
      ],
      ["EN-2026-000001 refunded, 12 + 18 of 30, 0 left, ada", "EN-2026-000002 received, 0 + 7 of 20, 13 left, ada"],
    ]);
    await takeBack("F-1");
    expect([tenantLines(), payments()]).toEqual([
      [
        "411000 LOC-ADA C 30 partial",
        "411000 LOC-ADA C 20 partial",
        "411000 LOC-ADA D 10 AAA",
        "411000 LOC-ADA D 12 partial",
        "411000 LOC-ADA D 15 partial",
        "411000 LOC-ADA C 10 AAA",
      ],
      [
        "EN-2026-000001 partially_allocated, 12 + 8 of 30, 10 left, ada",
        "EN-2026-000002 received, 0 + 7 of 20, 13 left, ada",
      ],
    ]);
  });

  it("of two credits is lettered with both, whichever of them pays a call later", async () => {
    const { bring, assign, book, call, applied, payments } = await withCredits();
    await bring({ bankReference: "F-1", amountCents: 35, ...OUT });
    await assign("F-1", { ...OF_ADA, amountCents: 35 });
    const tenantLines = () =>
      book().flatMap((entry) => entry.split(/: | \/ /).filter((line) => line.startsWith("411000")));
    expect([tenantLines(), payments()]).toEqual([
      ["411000 LOC-ADA C 30 partial", "411000 LOC-ADA C 20 partial", "411000 LOC-ADA D 35 partial"],
      ["EN-2026-000001 refunded, 0 + 30 of 30, 0 left, ada", "EN-2026-000002 received, 0 + 5 of 20, 15 left, ada"],
    ]);
    await applied("run", [await call({ tenant: "ada", day: "2026-03-10", rent: { otto: 15 } })]);
    expect([tenantLines(), payments()]).toEqual([
      ["411000 LOC-ADA C 30 AAA", "411000 LOC-ADA C 20 AAA", "411000 LOC-ADA D 35 AAA", "411000 LOC-ADA D 15 AAA"],
      ["EN-2026-000001 refunded, 0 + 30 of 30, 0 left, ada", "EN-2026-000002 refunded, 15 + 5 of 20, 0 left, ada"],
    ]);
  });

  it("of several credit notes is borne by the owners of each, also where one of them gains by it", async () => {
    const { bring, assign, call, applied, book, payments } = await withCredits();
    const note = { tenant: "blaise", day: "2026-03-01", kind: "credit_note" as const, run: "r1" };
    const notes = [
      await call({ ...note, rent: { olga: -10 } }),
      await call({ ...note, rent: { olga: -30, otto: 10 } }),
    ];
    await applied("r1", notes);
    await bring({ bankReference: "F-1", amountCents: 30, ...OUT });
    const before = book().length;
    await assign("F-1", { accountCode: "411000", auxiliaryCode: "LOC-BLAISE", amountCents: 30 });
    expect(book(before)).toEqual([
      "BANQUE 03-20 F-1: 411000 LOC-BLAISE D 30 AAA / 467000 PRO-OLGA D 10 / 467100 PRO-OLGA C 10 / 467000 PRO-OLGA D 30 / 467100 PRO-OLGA C 30 / 467000 PRO-OTTO C 10 / 467100 PRO-OTTO D 10 / 471000 C 30 AAD",
    ]);
    expect(payments()).toEqual([
      "EN-2026-000001 received, 0 + 0 of 30, 30 left, ada",
      "EN-2026-000002 received, 0 + 0 of 20, 20 left, ada",
      "CR-2026-000001 refunded, 0 + 10 of 10, 0 left, blaise",
      "CR-2026-000002 refunded, 0 + 20 of 20, 0 left, blaise",
    ]);
  });

  it("of a receipt is borne by no owner, though its bank reference is that of a call", async () => {
    const { bring, assign, call, book } = await agencyWithIncomingMoney();
    const ofAda = await call({ tenant: "ada", day: "2026-03-01", rent: { otto: 70 } });
    await bring(
      { bankReference: ofAda, amountCents: 75, label: ofAda },
      { bankReference: "F-1", amountCents: 5, ...OUT },
    );
    await assign("F-1", { ...OF_ADA, amountCents: 5 });
    expect(book().at(-1)).toBe("BANQUE 03-20 F-1: 411000 LOC-ADA D 5 AAB / 471000 C 5 AAA");
  });

  it("stays rejected with its payment when the refund is taken back", async () => {
    const { bring, assign, takeBack, call, payments, transactions } = await agencyWithIncomingMoney();
    const ofAda = await call({ tenant: "ada", day: "2026-03-01", rent: { otto: 70 } });
    await bring(
      { bankReference: "B-1", amountCents: 75, label: ofAda },
      { bankReference: "F-1", amountCents: 3, ...OUT },
    );
    await assign("F-1", { ...OF_ADA, amountCents: 3 });
    await bring({ bankReference: "R-1", amountCents: 75, ...OUT, method: "rejection", reverses: "B-1" });
    expect(payments()).toEqual(["EN-2026-000001 rejected, 0 + 3 of 75, 72 left, ada"]);
    await takeBack("F-1");
    expect([payments(), transactions()]).toEqual([
      ["EN-2026-000001 rejected, 0 + 0 of 75, 75 left, ada"],
      [
        "B-1 matched, 75 + 0 of 75, EN-2026-000001, BANQUE 03-05 B-1",
        "F-1 unmatched, 0 + 0 of 3, BANQUE 03-05 F-1",
        "R-1 matched, 75 + 0 of 75, EN-2026-000001, BANQUE 03-05 R-1",
      ],
    ]);
  });
});
