import { createDigests } from "@cartulary/crypto";
import type { Job, TransactFor } from "@cartulary/kernel";
import type { MandataireId } from "@cartulary/rental/agency";
import { type ComputingStores, runJobs } from "@cartulary/rental/billing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { actingOn } from "../../support/books.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { fieldsOf } from "../../support/estate-spec.ts";
import { recordProblems } from "../../support/records.ts";
import { expectNotFound, expectRefusal, expectRentalInvalid, expectStatus } from "../../support/refusals.ts";
import { agentOf, workedEstate } from "../../support/worked-example.ts";

const RENTAL = "/rental/api/v1";

/** A record of the API; its fields are checked against the specification's table. */
// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

describe.each(usualDatabases)("a billing run, on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let mandataire: string;
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
  });
  afterAll(() => house.close());

  const ask = (method: string, path: string, json?: object, query?: Record<string, string>) =>
    house.admin.ask<Body>(
      method,
      RENTAL + path,
      actingOn(mandataire, { ...(json && { json }), ...(query && { query }) }),
    );
  const made = async (path: string, json: object) => expectStatus(await ask("POST", path, json), 201);
  const found = async (path: string, query: Record<string, string> = {}) =>
    expectStatus(await ask("GET", path, undefined, query), 200);

  /** The estate of rental.md 3.6, of a mandataire of its own. */
  async function workedExample(accountingMode: string) {
    const agent = await agentOf(house, { accounting_mode: accountingMode });
    mandataire = agent.id;
    return workedEstate(agent);
  }

  const run = async (more: object = {}) => {
    const draft = await made("/billing_runs", { period_start: "2026-03-01", ...more });
    await house.work();
    return { draft, run: await found(`/billing_runs/${draft.id}`) };
  };
  const lines = (id: string, type = "tenant") => found(`/billing_runs/${id}/lines`, { type, per_page: "100" });

  it("computes the worked example to the cent", async () => {
    const { lease } = await workedExample("accrual");
    const { draft, run: computed } = await run();
    expect(draft).toMatchObject({ status: "draft", linesCount: 0, currentStep: 0, reference: "QT-2026-0001" });
    expect(recordProblems(fieldsOf("BillingRun", "detail"), computed)).toEqual([]);
    expect(computed).toMatchObject({
      totalTenantAmount: "1083.86",
      totalRentAmount: "967.74",
      totalChargesAmount: "116.12",
      totalOwnerAmount: "1016.12",
      linesCount: 2,
      billingFrequency: "monthly",
      rentCallGrouping: [`lease:${lease.id}`],
      ownerPaymentsSummary: { count: 2, totalGross: "1083.86", totalNet: "1016.12" },
      vatBreakdown: { "20.00": { base: "903.22", vat: "180.64", total: "1083.86" } },
    });
    const tenant = await lines(computed.id);
    expect(tenant.map((each: Body) => recordProblems(fieldsOf("BillingRunLine", "detail"), each))).toEqual([[], []]);
    const amounts = (each: Body) => [each.billingCategory, each.amountHt, each.vatAmount, each.amountTtc];
    expect(tenant.map(amounts).toSorted()).toEqual([
      ["charge_provision", "96.77", "19.35", "116.12"],
      ["rent", "806.45", "161.29", "967.74"],
    ]);
    const owner = await lines(computed.id, "owner");
    expect(owner.map((each: Body) => [each.ownerName, each.billingCategory, each.amountTtc]).toSorted()).toEqual([
      ["Alice", "management_fee", "-18.82"],
      ["Alice", "management_fee_vat", "-3.76"],
      ["Alice", "owner_charges", "32.26"],
      ["Alice", "owner_rent", "268.82"],
      ["Alice", "owner_vat", "60.21"],
      ["Alice", "payout", "338.71"],
      ["Bruno", "management_fee", "-37.63"],
      ["Bruno", "management_fee_vat", "-7.53"],
      ["Bruno", "owner_charges", "64.51"],
      ["Bruno", "owner_rent", "537.63"],
      ["Bruno", "owner_vat", "120.43"],
      ["Bruno", "payout", "677.41"],
    ]);
  });

  it("has nothing for owners in cash before anything is collected", async () => {
    await workedExample("cash");
    const { run: computed } = await run();
    expect(computed).toMatchObject({
      status: "computed",
      totalTenantAmount: "1083.86",
      totalOwnerAmount: "0.00",
      allAnomaliesAcknowledged: true,
      ownerPaymentsSummary: { count: 0, totalGross: "0.00", totalNet: "0.00" },
    });
    expect(await lines(computed.id, "owner")).toEqual([]);
  });

  describe("once it is computed", () => {
    let id: string;
    let estate: Body;
    const at = (path = "") => `/billing_runs/${id}${path}`;
    const review = async (line: Body, json: object) =>
      expectStatus(await ask("PATCH", at(`/lines/${line.id}`), json), 200);
    const door = async (name: string, query?: Record<string, string>) => ask("POST", at(`/${name}`), undefined, query);
    const line = async (category: string, type = "tenant") =>
      (await lines(id, type)).find((each: Body) => each.billingCategory === category);
    const totals = async () => {
      const { totalTenantAmount, totalOwnerAmount, totalRentAmount, vatBreakdown } = await found(at());
      return { totalTenantAmount, totalOwnerAmount, totalRentAmount, vatBreakdown };
    };
    const computedAgain = async () => {
      expect(expectStatus(await door("recompute"), 200)).toMatchObject({
        status: "draft",
        currentStep: 0,
        validatedAt: null,
      });
      house.clock.pass(6_000);
      await house.work();
      return found(at());
    };

    beforeAll(async () => {
      estate = await workedExample("accrual");
      id = (await run()).run.id;
    });

    it("waits for a word on its anomalies, or for force [R-18]", async () => {
      expect(await found(at())).toMatchObject({ status: "review", anomaliesCount: 4, allAnomaliesAcknowledged: false });
      const payout = await line("payout", "owner");
      expect(payout).toMatchObject({ anomalyType: "missing_iban", anomalyDetails: { level: "warn", others: [] } });
      expect(await line("rent")).toMatchObject({ anomalyType: "prorata", reviewStatus: "ok" });
      expectRefusal(await door("validate"), 422, "anomalies_unacknowledged");
      await review(payout, { review_status: "flagged", comment: "wait for his IBAN" });
      const acknowledged = expectStatus(await door("acknowledge_anomalies"), 200);
      expect(acknowledged).toMatchObject({ status: "review", allAnomaliesAcknowledged: false });
      expect((await found(at("/lines"), { type: "owner", "q[review_status_eq]": "flagged" })).length).toBe(1);
      expect(await review(payout, { review_status: "ok" })).toMatchObject({ comment: "wait for his IBAN" });
      expect(expectStatus(await door("validate"), 200)).toMatchObject({
        status: "validated",
        currentStep: 6,
        validatedBy: house.admin.id,
        editable: false,
        cancellable: true,
      });
      expectRefusal(await door("validate"), 422, "invalid_transition");
      expectRefusal(await door("acknowledge_anomalies"), 422, "invalid_transition");
      expectRefusal(await ask("PATCH", at(`/lines/${payout.id}`), { excluded: true }), 422, "invalid_transition");
    });

    it("is computed again, and keeps the decisions on lines that stay [R-14]", async () => {
      const before = await lines(id, "owner");
      const again = await computedAgain();
      expect(again).toMatchObject({ status: "computed", allAnomaliesAcknowledged: true });
      const without = ({ updatedAt: _, ...rest }: Body) => rest;
      expect((await lines(id, "owner")).map(without)).toEqual(before.map(without));
      expect(await found(at("/difference"))).toEqual({ added: [], removed: [], changed: [] });
    });

    it("has the same totals after a line is excluded and included again [R-17]", async () => {
      const before = await totals();
      const charges = await line("charge_provision");
      expect(await review(charges, { excluded: true })).toMatchObject({ status: "excluded" });
      expect(await found(at())).toMatchObject({
        totalTenantAmount: "967.74",
        totalOwnerAmount: "900.00",
        vatBreakdown: { "20.00": { base: "806.45", vat: "161.29", total: "967.74" } },
        linesCount: 2,
        scopeSummary: { excludedCount: 1, linesCount: 2, totalLeases: 1, period: "2026-03" },
      });
      expect(await line("owner_charges", "owner")).toBeUndefined();
      await review(charges, { excluded: false });
      expect(await totals()).toEqual(before);
      const fee = await line("management_fee", "owner");
      await review(fee, { excluded: true });
      // A fee that is not charged bears no VAT: 18.82 + 3.76 or 37.63 + 7.53 more, depending on the fee's payer.
      const totalOwnerAmount = fee.amountHt === "-18.82" ? "1038.70" : "1061.28";
      expect(await totals()).toEqual({ ...before, totalOwnerAmount });
      await review(fee, { excluded: false });
      expect(await totals()).toEqual(before);
    });

    it("reports the changes of a new computation, and keeps its exclusions", async () => {
      const charges = await line("charge_provision");
      await review(charges, { excluded: true });
      const { lease, unit } = estate;
      const json = { lease: {}, units: [{ id: unit.id, base_rent_cents: 155_000 }], term: {} };
      expectStatus(await ask("PATCH", `/leases/${lease.id}`, json), 200);
      const again = await computedAgain();
      expect(again).toMatchObject({ totalRentAmount: "1200.00", totalChargesAmount: "0.00" });
      const { added, removed, changed } = await found(at("/difference"));
      expect([added, removed]).toEqual([[], []]);
      const rent = changed.find(({ after }: Body) => after.billingCategory === "rent");
      expect(recordProblems(fieldsOf("BillingRunLine", "detail"), rent.after)).toEqual([]);
      expect([rent.before.amountHt, rent.after.amountHt]).toEqual(["806.45", "1000.00"]);
      expect(await line("charge_provision")).toMatchObject({ id: charges.id, status: "excluded" });
    });

    it("appears in the change feed", async () => {
      const query = { collection: "billing_runs", updated_since: house.clock.now().slice(0, 10) };
      const [snapshot] = await found("/snapshots", query);
      expect(snapshot).toMatchObject({ state: "present", id, data: { reference: "QT-2026-0001" } });
      expect(await found("/billing_runs", { "q[editable_eq]": "true", sort: "total_tenant_amount" })).toHaveLength(1);
    });

    it("computes the same lines wherever the computation is interrupted", async () => {
      const without = ({ updatedAt: _, ...rest }: Body) => rest;
      const all = async () => [...(await lines(id)), ...(await lines(id, "owner"))].map(without);
      const before = await all();
      for (let cut = 1; ; cut += 1) {
        expectStatus(await door("recompute"), 200);
        const wasCut = await computedUntil(cut);
        house.clock.pass(6_000);
        await house.work();
        expect(await found(at())).toMatchObject({ status: "computed", currentStep: 5 });
        expect(await all()).toEqual(before);
        if (!wasCut) break;
        expect(cut).toBeLessThan(20);
      }
    });

    it("is computed by one host at a time, and by a starting host once the first host is gone", async () => {
      const before = await lines(id);
      expectStatus(await door("recompute"), 200);
      expect(await computedUntil(3)).toBe(true);
      expect(await house.work()).toBe(1);
      house.clock.pass(6_000);
      expect([await house.work(), (await found(at())).status]).toEqual([0, "draft"]);
      const starting = jobsOver(database.transactFor as never).find(({ queue }) => queue === "rental/resume_runs");
      await starting?.handle({} as Job, { aborted: false });
      await house.work();
      expect((await found(at())).status).toBe("computed");
      expect((await lines(id)).map(({ id: line }: Body) => line)).toEqual(before.map(({ id: line }: Body) => line));
    });

    it("is computed by the last host to begin, while another host still writes", async () => {
      const before = await lines(id);
      for (const write of [2, 4]) {
        expectStatus(await door("recompute"), 200);
        const slow = pausedAt(write);
        await slow.reached;
        expect((await found(at())).status).toBe("draft");
        // The other one gives no sign of life any more.
        house.clock.pass(6_000);
        await house.work();
        const computed = await found(at());
        expect(computed.status).toBe("computed");
        slow.release();
        await slow.failed;
        expect(await found(at())).toEqual(computed);
        expect((await lines(id)).map(({ id: line }: Body) => line)).toEqual(before.map(({ id: line }: Body) => line));
      }
    });

    it("is written by one of two concurrent computations, the later one", async () => {
      const before = await lines(id);
      expectStatus(await door("recompute"), 200);
      const slow = pausedAt(3);
      await slow.reached;
      // It gives no sign of life any more.
      house.clock.pass(6_000);
      const next = pausedAt(4);
      await next.reached;
      slow.release();
      expect(await slow.failed).toBe(false);
      expect((await found(at())).status).toBe("draft");
      next.release();
      expect(await next.failed).toBe(false);
      expect((await found(at())).status).toBe("computed");
      const without = ({ updatedAt: _, ...rest }: Body) => rest;
      expect((await lines(id)).map(without)).toEqual(before.map(without));
    });

    const jobsOver = (transactFor: TransactFor<MandataireId, ComputingStores>) =>
      runJobs({ transact: database.transact, transactFor, clock: house.clock, digests: createDigests() });

    /** Computes the run on another host, which stops before a write until it is released; whether it failed then. */
    function pausedAt(paused: number) {
      const reached = Promise.withResolvers<void>();
      const released = Promise.withResolvers<void>();
      const failed = computedBy(async (write) => {
        if (write !== paused) return;
        reached.resolve();
        await released.promise;
      });
      return { reached: reached.promise, release: released.resolve, failed };
    }

    /** Computes the run on another host, which is killed at its nth write; whether it was. */
    const computedUntil = (cut: number) =>
      computedBy(async (write) => {
        if (write >= cut) throw new Error("killed");
      });

    /** Computes the run on another host, `before` each of whose writes something happens; whether it failed. */
    async function computedBy(before: (write: number) => Promise<void>): Promise<boolean> {
      let writes = 0;
      const transactFor = ((tenant: MandataireId) => {
        const { read, single, write, claim } = database.transactFor(tenant as never);
        const watched =
          (begin: typeof write): typeof write =>
          async (work) => {
            writes += 1;
            await before(writes);
            return begin(work);
          };
        return { read, single, write: watched(write), claim: watched(claim) };
      }) as unknown as TransactFor<MandataireId, ComputingStores>;
      const compute = jobsOver(transactFor).find(({ queue }) => queue === "rental/compute_run");
      const job = { payload: { mandataireId: mandataire, runId: id }, attempt: 1, attemptsMax: 3 } as unknown as Job;
      const outcome = compute?.handle(job, { aborted: false }).then(
        () => false,
        () => true,
      );
      return (await outcome) ?? false;
    }
  });

  it("stores each member of its scope once, however often the request repeats it", async () => {
    const { lease } = await workedExample("accrual");
    const frequencies = [...Array.from({ length: 1_000 }, () => "monthly"), "quarterly"];
    const timings = ["arrears", "advance", "arrears"];
    const { run: made } = await run({ frequencies, timings, lease_ids: [lease.id, lease.id] });
    expect(made.scopeSummary).toMatchObject({ frequencies: ["monthly", "quarterly"], timings: ["arrears", "advance"] });
  });

  it("differs from another run of the month and from a run of another agency", async () => {
    const { lease } = await workedExample("accrual");
    const { run: first } = await run();
    const { run: second } = await run({ lease_ids: [lease.id], grouping_mode: "per_tenant" });
    expect([first.reference, second.reference]).toEqual(["QT-2026-0001", "QT-2026-0002"]);
    const [rent] = await found(`/billing_runs/${second.id}/lines`, { "q[billing_category_eq]": "rent" });
    expect(rent).toMatchObject({ anomalyType: "pending_in_other_run", anomalyDetails: { others: ["prorata"] } });
    expect(second.rentCallGrouping[0]).toMatch(/^tenant:/);
    const ours = first.id;
    await workedExample("accrual");
    for (const path of ["", "/lines", "/difference"]) expectNotFound(await ask("GET", `/billing_runs/${ours}${path}`));
    expectNotFound(await ask("POST", `/billing_runs/${ours}/validate`));
  });

  it("refuses a run with invalid fields", async () => {
    const { lease, property } = await workedExample("accrual");
    const refused = async (json: object, details: object) =>
      expectRentalInvalid(await ask("POST", "/billing_runs", json), details as never);
    await refused({}, { period_start: ["blank"] });
    await refused({ period_start: "2026-03-02" }, { period_start: ["invalid"] });
    const unknown = "00000000-0000-7000-8000-00000000dead";
    await refused(
      {
        period_start: "2026-03-01",
        property_id: unknown,
        lease_ids: [lease.id, unknown],
        exclude_lease_ids: [unknown],
      },
      { "exclude_lease_ids[0]": ["invalid"] },
    );
    await refused(
      { period_start: "2026-03-01", property_id: unknown, lease_ids: [lease.id, unknown] },
      { property_id: ["not_found"], "lease_ids[1]": ["not_found"] },
    );
    const { run: none } = await run({ property_id: property.id, timings: ["arrears"] });
    expect(none).toMatchObject({
      status: "computed",
      linesCount: 0,
      totalTenantAmount: "0.00",
      billingFrequency: null,
    });
    const scheduled = await made("/billing_runs", { period_start: "2999-03-01", schedule: true });
    expect(scheduled).toMatchObject({ status: "scheduled", scheduledAt: "2999-02-19T01:00:00.000Z" });
    await house.work();
    expect((await found(`/billing_runs/${scheduled.id}`)).status).toBe("scheduled");
  });
});
