import { cents } from "@cartulary/ledger";
import type { BillingRunLine } from "@cartulary/rental/billing";
import { describe, expect, it } from "vitest";
import { coveredLines, withCredit } from "../../src/billing/runs/credits.ts";

type Credits = Parameters<typeof withCredit>[1];

const creditsOf = (amounts: Readonly<Record<string, number>>): Credits =>
  new Map(Object.entries(amounts).map(([tenant, amount]) => [tenant, cents(amount)])) as unknown as Credits;

const line = (id: string, fields: Partial<Record<keyof BillingRunLine, unknown>> = {}) =>
  ({
    ...{ id, status: "active", tenantId: "zoe", billingCategory: "rent", amountTtc: 100, alreadyPaidCents: 0 },
    ...{ dueDate: "2026-03-01", leaseReference: "B-1", unitIdentifier: "Lot 1", periodStart: "2026-03-01" },
    ...fields,
  }) as BillingRunLine;

const covered = (lines: readonly BillingRunLine[], amounts: Readonly<Record<string, number>>) =>
  coveredLines(lines, creditsOf(amounts)).map(({ id, alreadyPaidCents }) => [id, alreadyPaidCents]);

describe("A tenant's credit", () => {
  it("counts for the active lines of its tenant alone", () => {
    const lines = [
      line("active"),
      line("excluded", { status: "excluded" }),
      line("of another", { tenantId: "yves" }),
      line("without a tenant", { tenantId: null }),
    ];
    expect(withCredit(lines, creditsOf({ zoe: 1 })).map(({ id }) => id)).toEqual(["active"]);
  });

  it("covers lines until it is used up, and no negative ones", () => {
    const lines = [line("first"), line("refund", { amountTtc: -30 }), line("second"), line("third")];
    expect(covered(lines, { zoe: 150 })).toEqual([
      ["first", 100],
      ["second", 50],
    ]);
    expect(coveredLines([line("only")], creditsOf({ zoe: 150 }))).toEqual([line("only", { alreadyPaidCents: 100 })]);
  });

  it("covers lines of its tenant only", () => {
    const lines = [line("of Zoé"), line("of Yves", { tenantId: "yves" })];
    expect(covered(lines, { yves: 70, zoe: 40, xenia: 10 })).toEqual([
      ["of Yves", 70],
      ["of Zoé", 40],
    ]);
    expect(covered(lines, {})).toEqual([]);
  });

  it("covers by due date, then rent before charges, then by lease, unit and first day, each before the next", () => {
    const later = {
      dueDate: { dueDate: "2026-03-02" },
      category: { billingCategory: "charge_provision" },
      lease: { leaseReference: "B-10" },
      unit: { unitIdentifier: "Lot 10" },
      day: { periodStart: "2026-03-02" },
    };
    const inOrder = [
      line("without a due date", { ...later.category, dueDate: null }),
      line("without a lease", { ...later.unit, leaseReference: null }),
      line("without a unit", { ...later.day, unitIdentifier: null }),
      line("first"),
      line("alike"),
      line("later day", later.day),
      line("later unit", later.unit),
      line("later lease", later.lease),
      line("later category", later.category),
      line("last category", { billingCategory: "deposit" }),
      line("later due date", later.dueDate),
    ];
    const expected = inOrder.map(({ id }) => [id, 100]);
    expect(covered(inOrder, { zoe: 5_000 })).toEqual(expected);
    const [before, [first, alike, ...after]] = [inOrder.slice(0, 3), inOrder.slice(3)];
    const mixed = [...after.toReversed(), first, alike, ...before.toReversed()] as readonly BillingRunLine[];
    expect(covered(mixed, { zoe: 5_000 })).toEqual(expected);
  });
});
