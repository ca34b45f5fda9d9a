import type { Day, Decimal, Id, Instant, Quarter } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { describe, expect, it } from "vitest";
import { type RevisionLetter, revisionLetter } from "../../src/property/leases/revision-letter.ts";

const DAY = "2025-07-20" as Day;

type Line = RevisionLetter["revision"]["lines"][number];

const line = (fields: Pick<Line, "indexCode"> & { readonly from: number; readonly to: number }): Line => ({
  ...{ id: "line" as Line["id"], leaseUnitId: "unit" as Line["leaseUnitId"], unitIdentifier: "A1" },
  ...{ indexCode: fields.indexCode, referencePeriod: "2024-Q2" as Quarter, revisionPeriod: "2025-Q2" as Quarter },
  ...{ referenceValue: decimal(fields.from), revisionValue: decimal(fields.to), maxIncreasePercent: null },
  ...{ oldCents: cents(60_000), newCents: cents(60_600) },
});
const decimal = (value: number) => Math.round(value * 10_000) as Decimal;

const valuesOf = (...lines: readonly Line[]) =>
  revisionLetter({
    revision: {
      ...{
        mandataireId: "agency" as Id<"Mandataire">,
        id: "revision" as never,
        leaseId: "lease" as never,
        termId: null,
      },
      ...{ revisionDate: DAY, effectiveFrom: DAY, lines },
      createdAt: "2025-07-20T09:00:00.000Z" as Instant,
    },
    lease: { reference: "B-1", leaseType: "commercial" },
    agency: { name: "Agence du Port", address: null } as never,
    ...{ owners: ["Anne Martin"], tenants: ["Zoé Durand"], tenantAddress: null, premises: [] },
  }).values;

describe("The letter of a revision", () => {
  it("has index values as the INSEE publishes them: two decimals, the ICC none", () => {
    expect(valuesOf(line({ indexCode: "ILC", from: 145.5, to: 147 }))).toMatchObject({
      old_value: "145,50",
      new_value: "147,00",
      formula: expect.stringContaining("× 147,00 ÷ 145,50 ="),
    });
    expect(valuesOf(line({ indexCode: "ICC", from: 2_143, to: 2_205 }))).toMatchObject({
      old_value: "2143",
      new_value: "2205",
      formula: expect.stringContaining("× 2205 ÷ 2143 ="),
    });
  });
});
