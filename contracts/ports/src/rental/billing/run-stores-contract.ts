import type { Day, Decimal, Transact, TransactFor } from "@cartulary/kernel";
import { cents, sum, ZERO } from "@cartulary/ledger";
import type { RentalStores } from "@cartulary/rental";
import type { MandataireId } from "@cartulary/rental/agency";
import type { BillingRun, BillingRunLine, RunLineId } from "@cartulary/rental/billing";
import { EPOCH, idOf, later } from "../../harness/document-records.ts";
import { describe, expect, it } from "../../runner/runner.ts";
import { A_MANDATAIRE, A_RUN } from "./call-stores-contract.ts";

/** The stores of billing runs. */
export type RunStoresUnderTest = Pick<RentalStores, "billingRuns" | "billingRunLines" | "billingRunInputs">;

/** Databases for them. */
interface RunStoresHarness {
  /** One with nothing in it that stays until the last test. */
  openSharedDatabase(): Promise<{
    readonly transact: Transact<Pick<RentalStores, "mandataires">>;
    readonly transactFor: TransactFor<MandataireId, RunStoresUnderTest>;
  }>;
}

const [RUN, OTHER, UNIT, OWNER] = [
  idOf<"BillingRun">(0x9001),
  idOf<"BillingRun">(0x9002),
  idOf<"LeaseUnit">(0x9101),
  idOf<"OwnerActor">(0x9201),
];
const [MARCH, WRITTEN] = ["2026-03-01" as Day, { runId: RUN, computation: 1 }];

/** Contract of the stores of runs, their lines and sources. */
export function runStoresContract(name: string, { openSharedDatabase }: RunStoresHarness): void {
  let mandataires = 0;
  let place: ReturnType<typeof openSharedDatabase> | null = null;
  /** A mandataire of its own with runs of a month. */
  const openDatabase = async (...runs: readonly Partial<BillingRun>[]) => {
    place ??= openSharedDatabase();
    const { transact, transactFor } = await place;
    mandataires += 1;
    const mandataireId = idOf<"Mandataire">(0x9_9000 + mandataires);
    await transact.write((stores) => stores.mandataires.insert({ ...A_MANDATAIRE, id: mandataireId }));
    const own = transactFor(mandataireId);
    await own.write(async ({ billingRuns }) => {
      for (const [index, run] of runs.entries())
        await billingRuns.insert({ ...A_RUN, mandataireId, id: RUN, reference: `QT-2026-000${index}`, ...run });
    });
    const line = (count: number, fields: Partial<BillingRunLine> = {}) => lineOf(mandataireId, count, fields);
    return { line, write: own.write, read: own.read };
  };

  describe(`${name} is a store of runs`, () => {
    it("knows which wait to be computed: drafts, and scheduled ones from their moment on", async () => {
      const scheduled = { status: "scheduled", scheduledAt: later(5) } as const;
      const { read } = await openDatabase({ status: "draft", computingAt: later(1) }, { ...scheduled, id: OTHER });
      const waiting = (at: number) => read(({ billingRuns }) => billingRuns.waiting(later(at)));
      expect(await waiting(4)).toEqual([{ id: RUN, computingAt: later(1) }]);
      expect((await waiting(5)).map(({ id }) => id)).toEqual([RUN, OTHER]);
    });

    it("sums the lines of each call, and all of them, across distant batches", async () => {
      const { line, read, write } = await openDatabase({ status: "computed", computation: 1 });
      const calls = 1_001;
      const taxed = {
        vatRate: 200_000 as Decimal,
        billingCategory: "charge_provision",
      } as const;
      const noticed = {
        hasAnomaly: true,
        anomalyType: "zero_rent",
        anomalyDetails: { level: "warn", others: [] },
      } as const;
      const lines = Array.from({ length: 2 * calls }, (_, at) => {
        const call = at % calls;
        const named = { callKey: `lease:${idOf(call)}:${MARCH}`, leaseReference: `B-${5_000 - call}` };
        const amount = { amountTtc: cents(at < calls ? 300 : 40 + call), tenantName: at < calls ? null : `T ${call}` };
        const paymentFrequency = at < calls ? "annual" : "monthly";
        const vat = {
          amountHt: cents(7),
          vatAmount: cents(at),
          leaseId: idOf<"Lease">(call % 900),
          paymentFrequency,
        } as const;
        return line(at, { ...named, ...amount, ...vat, ...(at % 3 === 0 && taxed), ...(at === 5 && noticed) });
      });
      const out = { status: "excluded", amountTtc: cents(9), vatAmount: cents(9), vatRate: 55_000 as Decimal } as const;
      const excluded = [0, 1].map((at) => line(2 * calls + at, { ...out, leaseId: idOf<"Lease">(5_000) }));
      await write(({ billingRunLines }) => billingRunLines.insert([...lines, ...excluded], []));
      const [{ notices, ...summary }, amounts] = await read(async ({ billingRunLines }) => [
        await billingRunLines.summary(WRITTEN),
        await billingRunLines.amounts(WRITTEN),
      ]);
      expect(notices).toEqual(
        Array.from({ length: calls }, (_, at) => {
          const call = calls - 1 - at;
          const named = { id: idOf(call), reference: `B-${5_000 - call}`, tenantName: `T ${call}` };
          return { ...named, totalAmountCents: 340 + call, linesCount: 2 };
        }),
      );
      expect(summary).toMatchObject({ excludedCount: 2, totalLeases: 901 });
      const total = (field: "amountTtc" | "amountHt" | "vatAmount", some: readonly BillingRunLine[]) =>
        sum(some.map((each) => each[field]));
      const [exempt, charges] = [
        lines.filter(({ vatRate }) => vatRate === null),
        lines.filter(({ vatRate }) => vatRate !== null),
      ];
      expect(amounts).toMatchObject({
        totalTenantAmount: total("amountTtc", lines),
        totalRentAmount: total("amountTtc", exempt),
        totalChargesAmount: total("amountTtc", charges),
        ...{ linesCount: 2 * calls + 2, anomaliesCount: 1, allAnomaliesAcknowledged: false, billingFrequency: "mixed" },
        vat: [
          { rate: 0, baseCents: total("amountHt", exempt), vatCents: total("vatAmount", exempt) },
          { rate: 200_000, baseCents: total("amountHt", charges), vatCents: total("vatAmount", charges) },
        ],
      });
    });

    it("keeps each computation's lines and inputs by themselves, and removes all but those of some numbers", async () => {
      const { line, read, write } = await openDatabase({});
      const input = { part: "lease:x", digest: "d", content: null };
      await write(async ({ billingRunLines, billingRunInputs }) => {
        for (const computation of [1, 2, 3]) {
          await billingRunLines.insert([line(1, { computation, label: `of ${computation}` })], [partOf(1, 100)]);
          await billingRunInputs.insert({ runId: RUN, computation }, [input]);
        }
      });
      const kept = (computation: number) =>
        read(async ({ billingRunLines, billingRunInputs }) => {
          const found = await billingRunLines.page({ runId: RUN, computation }, "tenant", { after: null, limit: 9 });
          const inputs = await billingRunInputs.page({ runId: RUN, computation }, null, 9);
          const parts = await billingRunLines.partsOf({ runId: RUN, computation }, [idOf(1)]);
          return [found.map(({ label }) => label), inputs.length, parts.length];
        });
      expect(await kept(2)).toEqual([["of 2"], 1, 1]);
      await write(({ billingRunLines }) => billingRunLines.removeOthers(RUN, [1, 3]));
      expect([await kept(1), await kept(2), await kept(3)]).toEqual([
        [["of 1"], 1, 1],
        [[], 0, 0],
        [["of 3"], 1, 1],
      ]);
    });

    it("credits owners with included lines, and sums up included lines", async () => {
      const { line, read, write } = await openDatabase({});
      const [rent, out] = [line(1, {}), line(2, { status: "excluded" })];
      await write(({ billingRunLines }) => billingRunLines.insert([rent, out], [partOf(1, 1_000), partOf(2, 500)]));
      const [credits, amounts] = await read(async ({ billingRunLines }) => [
        await billingRunLines.creditsOf(WRITTEN, [OWNER]),
        await billingRunLines.amounts(WRITTEN),
      ]);
      expect(credits).toMatchObject([{ ownerId: OWNER, htCents: 1_000, category: "rent", leaseUnitId: UNIT }]);
      expect(amounts).toMatchObject({ totalTenantAmount: 1_000, linesCount: 2, anomaliesCount: 0 });
    });

    it("acknowledges the anomalies of unflagged lines, also of excluded ones", async () => {
      const { line, read, write } = await openDatabase({});
      const noticed = {
        hasAnomaly: true,
        anomalyType: "zero_rent",
        anomalyDetails: { level: "warn", others: [] },
      } as const;
      const made = [
        line(1, noticed),
        line(2, { ...noticed, reviewStatus: "flagged" }),
        line(3, { ...noticed, status: "excluded" }),
        line(4),
      ];
      await write(async ({ billingRunLines }) => {
        await billingRunLines.insert(made, []);
        await billingRunLines.acknowledge(WRITTEN, later(1));
      });
      const found = await read(({ billingRunLines }) =>
        billingRunLines.page(WRITTEN, "tenant", { after: null, limit: 9 }),
      );
      expect(found.map(({ reviewStatus }) => reviewStatus)).toEqual(["ok", "flagged", "ok", null]);
    });

    it("knows the days that other live runs bill, and never its own", async () => {
      for (const [status, isApplied] of [
        ["review", false],
        ["validated", false],
        ["applied", true],
      ] as const) {
        const { line, read, write } = await openDatabase({}, { id: OTHER, status });
        await write(({ billingRunLines }) =>
          billingRunLines.insert(
            [line(1), line(2, { billingRunId: OTHER }), line(3, { billingRunId: OTHER, status: "excluded" })],
            [],
          ),
        );
        const elsewhere = async (runId: typeof RUN, since: string) => {
          const found = await read(({ billingRunLines }) =>
            billingRunLines.billedElsewhere(runId, [UNIT], since as Day),
          );
          return found.filter(({ isExcluded }) => !isExcluded);
        };
        const days = {
          ...{ leaseUnitId: UNIT, category: "rent", from: MARCH, to: "2026-03-31", baseCents: 1_000 },
          ...{ htCents: 1_000, vatCents: 0, vatRate: null, isProrata: false, isAdjustment: false, isExcluded: false },
          basis: null,
        };
        expect(await elsewhere(RUN, "2026-03-31")).toEqual([{ ...days, isApplied }]);
        expect(await elsewhere(OTHER, "2026-03-31")).toEqual([{ ...days, isApplied: true }]);
        expect(await elsewhere(RUN, "2026-04-01")).toEqual([]);
      }
      for (const status of ["draft", "scheduled", "failed", "cancelled"] as const) {
        const { line, read, write } = await openDatabase({}, { id: OTHER, status });
        await write(({ billingRunLines }) => billingRunLines.insert([line(2, { billingRunId: OTHER })], []));
        expect(await read(({ billingRunLines }) => billingRunLines.billedElsewhere(RUN, [UNIT], MARCH))).toEqual([]);
      }
    });

    it("returns the days that other runs priced, their differences, and the exclusions of applied runs", async () => {
      const { line, read, write } = await openDatabase({}, { id: OTHER });
      const basis: BillingRunLine["basis"] = {
        ...{ startDate: MARCH as Day, calendar: "civil", cycleMonth: 1, frequency: "monthly" },
        ...{ proration: "actual_month", annualCents: cents(12_000), reductionPercent: 55_000 as Decimal },
        adjusted: [{ from: MARCH as Day, to: MARCH as Day, htCents: cents(-5), vatCents: cents(-1) }],
      };
      const of = { billingRunId: OTHER, vatRate: 200_000 as Decimal } as const;
      const lines = [
        line(1, { ...of, basis, adjustment: true, isProrata: true }),
        line(2, { ...of, status: "excluded", billingCategory: "charge_provision" }),
        line(3, { ...of, status: "excluded", isAlreadyBilled: true }),
        line(4, { ...of, billingCategory: "charges_adjustment" }),
      ];
      await write(({ billingRunLines }) => billingRunLines.insert(lines, []));
      const found = await read(({ billingRunLines }) => billingRunLines.billedElsewhere(RUN, [UNIT], MARCH as Day));
      expect(found).toMatchObject([
        { category: "charge_provision", isExcluded: true, isAdjustment: false, basis: null },
        { category: "rent", isExcluded: false, isAdjustment: true, isProrata: true, vatRate: 200_000, basis },
      ]);
    });

    it("returns the charges of an owner by other applied runs of the month", async () => {
      const { line, read, write } = await openDatabase({ status: "review" }, { id: OTHER });
      const charged = { lineType: "owner", ownerId: OWNER, billingRunId: OTHER, insurerName: "Mutuelle" } as const;
      const lines = [
        line(1, { ...charged, chargedFor: ["a", "b"] }),
        line(2, { ...charged, chargedFor: ["c"], status: "excluded" }),
        line(3, { ...charged, chargedFor: null }),
        line(4, { ...charged, chargedFor: ["d"], billingRunId: RUN }),
      ];
      await write(({ billingRunLines }) => billingRunLines.insert(lines, []));
      const elsewhere = (runId: typeof RUN, month: string, owners = [OWNER]) =>
        read(({ billingRunLines }) => billingRunLines.chargedElsewhere(runId, month as Day, owners));
      const found = { ownerId: OWNER, serviceId: null, insurerName: "Mutuelle", chargedFor: ["a", "b"] };
      expect(await elsewhere(RUN, MARCH)).toEqual([found]);
      // That one is not applied.
      expect(await elsewhere(OTHER, MARCH)).toEqual([]);
      expect(await elsewhere(RUN, "2026-04-01")).toEqual([]);
      expect(await elsewhere(RUN, MARCH, [])).toEqual([]);
    });
  });
}

/** The part of the one owner in a line. */
const partOf = (count: number, amount: number) => ({
  ...{ lineId: idOf<"BillingRunLine">(count), ownerId: OWNER, mandateId: null, mandateFinding: null },
  ...{ isAccrual: true, htCents: cents(amount), vatCents: ZERO },
});

/** A rent of March. */
function lineOf(mandataireId: MandataireId, count: number, fields: Partial<BillingRunLine>): BillingRunLine {
  return {
    ...{ mandataireId, billingRunId: RUN, computation: 1, id: idOf(count) as RunLineId },
    ...{ lineKey: `key ${count}` as BillingRunLine["lineKey"], lineType: "tenant", billingCategory: "rent" },
    ...{ label: "Loyer", status: "active", isAlreadyBilled: false, leaseId: null, leaseReference: null },
    ...{ adjustment: false, basis: null },
    ...{ leaseType: null, paymentFrequency: null, leaseUnitId: UNIT, unitIdentifier: null, propertyId: null },
    ...{ propertyName: null, tenantId: null, tenantName: null, ownerId: null, ownerName: null, mandateId: null },
    ...{ serviceId: null, insurerName: null, chargedFor: null, callKey: null },
    ...{ periodStart: MARCH, periodEnd: "2026-03-31" as Day, isProrata: false, prorataDays: 31, dueDate: null },
    ...{ baseAmount: cents(1_000), amountHt: cents(1_000), vatAmount: ZERO, amountTtc: cents(1_000) },
    ...{ vatApplicable: false, vatRate: null, suspenseHt: ZERO, suspenseVat: ZERO, alreadyPaidCents: ZERO },
    ...{ hasAnomaly: false, anomalyType: null, anomalyDetails: null, reviewStatus: null, comment: null },
    ...{ explanation: "1 000", createdAt: EPOCH, updatedAt: EPOCH },
    ...fields,
  };
}
