import { createDigests } from "@cartulary/crypto";
import type { Caller, Id, TransactFor } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { createLongWrites } from "@cartulary/rental/agency";
import { applicationJobs, createRunApplication, withRemaining } from "@cartulary/rental/billing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { ADMINISTRATOR } from "../../support/document-fixture.ts";
import { seededIds } from "../../support/fixed-clock.ts";
import { expectRefusal, expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

describe.each(usualDatabases)("applying runs on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
  });
  afterAll(() => house.close());

  async function example() {
    const agent = await agentOf(house, { accounting_mode: "accrual" });
    const estate = await workedEstate(agent);
    return { agent, ...estate, run: await validatedRun(house, agent) };
  }

  /** How much there is of what applying writes. */
  async function written(agent: Agent): Promise<Readonly<Record<string, number>>> {
    const { entries, reversals, calls, payouts } = await database
      .transactFor(agent.id as Id<"Mandataire">)
      .read(async (stores) => {
        const all = { page: 1, perPage: 100, sort: "createdAt", direction: "asc", conditions: [] } as const;
        const { items } = await stores.entries.list(all);
        return {
          entries: items.length,
          reversals: items.filter(({ sourceType }) => sourceType === "Reversal").length,
          calls: (await stores.rentCalls.list(all, "2026-03-31" as never)).items.filter(isLive).length,
          payouts: (await stores.ownerPayouts.list(all)).items.filter(isLive).length,
        };
      });
    return { entries, reversals, calls, payouts };
  }
  const isLive = ({ status }: { readonly status: string }) => status !== "cancelled";

  /** A host that dies at its `limit`th step in the database. */
  function dyingHost(limit: number) {
    let steps = 0;
    const dying = <Stores extends object>(stores: Stores): Stores =>
      new Proxy(stores, {
        get(target, name) {
          const store = Reflect.get(target, name) as object;
          return typeof store !== "object" || store === null ? store : dyingStore(store);
        },
      });
    const dyingStore = (store: object) =>
      new Proxy(store, {
        get(target, name) {
          const method = Reflect.get(target, name);
          if (typeof method !== "function") return method;
          return (...args: unknown[]) => {
            steps += 1;
            if (steps === limit) throw new Error("the host died");
            return method.apply(target, args);
          };
        },
      });
    const transactFor = ((id: Id<"Mandataire">) => {
      const transact = database.transactFor(id);
      return {
        ...transact,
        write: (work: (stores: object) => unknown) => transact.write((stores) => work(dying(stores)) as never),
      };
    }) as unknown as TransactFor<Id<string>, never>;
    const machine = { clock: house.clock, newId: seededIds(`dying ${limit}`), digests: createDigests() };
    const longWrite = createLongWrites({ ...machine, transact: database.transact, transactFor });
    return createRunApplication({ ...machine, transactFor, longWrite, listeners: [] } as never);
  }

  const caller = (): Caller => ({ ...ADMINISTRATOR, userId: house.admin.id as never });

  /** Lets it die at every step, and looks each time that nothing is left of it; answers how many steps there are. */
  async function everyDeath(
    agent: Agent,
    work: (host: ReturnType<typeof dyingHost>) => Promise<unknown>,
  ): Promise<number> {
    const before = await written(agent);
    for (let limit = 1; ; limit += 1) {
      const died = await work(dyingHost(limit)).then(
        () => false,
        (error: Error) => error.message === "the host died",
      );
      if (!died) return limit;
      expect({ limit, ...(await written(agent)) }).toEqual({ limit, ...before });
    }
  }

  it("writes all or nothing, wherever the host dies, when a run is applied and when it is taken back [R-20]", async () => {
    const { agent, run } = await example();
    const mandataire = agent.id as Id<"Mandataire">;
    const steps = await everyDeath(agent, (host) => host(mandataire).apply(caller(), run.id));
    expect(steps).toBeGreaterThan(25);
    expect(await written(agent)).toEqual({ entries: 6, reversals: 0, calls: 1, payouts: 2 });
    await everyDeath(agent, (host) => host(mandataire).cancel(caller(), { id: run.id }));
    expect(await written(agent)).toEqual({ entries: 12, reversals: 6, calls: 0, payouts: 0 });
  });

  it("finishes the requests of a killed host, unless the run has changed since", async () => {
    const { agent, run } = await example();
    const { transact } = database;
    const machine = { clock: house.clock, newId: seededIds("starting"), digests: createDigests() };
    const transactFor = database.transactFor as unknown as TransactFor<Id<string>, never>;
    const longWrite = createLongWrites({ ...machine, transact, transactFor });
    const runApplication = createRunApplication({ ...machine, transactFor, longWrite, listeners: [] } as never);
    const [starting] = applicationJobs({ transact, transactFor, clock: house.clock, runApplication });
    const pending = async (door: "apply" | "cancel", { id }: Body) => {
      const [open, startedAt] = [machine.newId<"OpenWrite">(), house.clock.now()];
      const work = JSON.parse(JSON.stringify({ door, mandataireId: agent.id, id, caller: caller() }));
      await transact.write(({ openWrites }) => openWrites.insert({ id: open, startedAt, until: startedAt, work }));
    };
    const statusOnceStarted = async ({ id }: Body) => {
      await starting?.handle({} as never, { aborted: false });
      expect(await transact.read(({ openWrites }) => openWrites.resumable())).toEqual([]);
      return (await agent.found(`/billing_runs/${id}`)).status;
    };
    await pending("apply", run);
    expect(await statusOnceStarted(run)).toBe("applied");
    await pending("cancel", run);
    expect(await statusOnceStarted(run)).toBe("cancelled");
    expect(await written(agent)).toEqual({ entries: 12, reversals: 6, calls: 0, payouts: 0 });
    const other = await validatedRun(house, agent);
    await pending("apply", other);
    house.clock.pass(1_000);
    await agent.done(`/billing_runs/${other.id}/recompute`);
    await house.work();
    await agent.done(`/billing_runs/${other.id}/validate?force`);
    expect(await statusOnceStarted(other)).toBe("validated");
  });

  it("bills days once, under concurrent applications and changes of the lease [R-22]", async () => {
    for (let round = 0; round < 4; round += 1) {
      const { agent, run, lease } = await example();
      const other = await validatedRun(house, agent);
      const terms = { lease_id: lease.id, effective_from: "2026-03-20" };
      const units = [{ lease_unit_id: lease.units[0].id, base_rent_cents: 200_000 }];
      const pending = [run, other, run, other, run].map(({ id }) => agent.ask("POST", `/billing_runs/${id}/apply`));
      const changed = agent.made("/lease_terms", { lease_term: { ...terms, lease_unit_terms: units } });
      const answers = await Promise.all(pending);
      await changed;
      for (const answer of answers) if (answer.status !== 200) expectRefusal(answer, 409, "run_stale");
      const runs: Body[] = await agent.found("/billing_runs");
      const applied = runs.filter(({ status }) => status === "applied");
      expect(applied.length).toBeLessThanOrEqual(1);
      expect(await written(agent)).toEqual({
        entries: 6 * applied.length,
        reversals: 0,
        calls: applied.length,
        payouts: 2 * applied.length,
      });
    }
  });

  it("cancels a run once under concurrent requests, and not while its calls or payouts are paid", async () => {
    const { agent, run } = await example();
    await agent.done(`/billing_runs/${run.id}/apply`);
    const own = database.transactFor(agent.id as Id<"Mandataire">);
    const [call] = await own.write(({ rentCalls }) => rentCalls.lockOf(run.id, null, 1));
    const payouts = await own.write(({ ownerPayouts }) => ownerPayouts.lockOf(run.id));
    if (!call) throw new TypeError("No call");
    const cancel = () => agent.ask("POST", `/billing_runs/${run.id}/cancel`);
    const paid = withRemaining({ ...call, status: "partially_paid", paidAmountCents: cents(1) });
    await own.write(({ rentCalls }) => rentCalls.update([paid]));
    expectRefusal(await cancel(), 409, "conflict");
    await own.write(async ({ rentCalls, ownerPayouts }) => {
      await rentCalls.update([call]);
      await ownerPayouts.update(payouts.map((payout) => ({ ...payout, status: "executed" })));
    });
    const refused = await cancel();
    expectRefusal(refused, 409, "conflict");
    expect(refused.body.message).toMatch(/^Payout RV-2026-00000[12] is executed;/);
    expect(await written(agent)).toEqual({ entries: 6, reversals: 0, calls: 1, payouts: 2 });
    await own.write(({ ownerPayouts }) => ownerPayouts.update(payouts));
    const answers = await Promise.all([cancel(), cancel(), cancel()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
    expect(await written(agent)).toEqual({ entries: 12, reversals: 6, calls: 0, payouts: 0 });
  });

  /** A validated run with a premium of 30.00 of each insurer, and the supplier accounts of the book. */
  async function insured(...insurers: readonly (string | null)[]) {
    const agent = await agentOf(house, { accounting_mode: "accrual" });
    const { lease } = await workedEstate(agent);
    const premium = { premium_cents: 3_000, premium_frequency: "monthly", start_date: "2026-03-01" };
    const gli_policies = insurers.map((insurer_name) => ({ ...premium, insurer_name, end_date: "2027-02-28" }));
    expectStatus(await agent.ask("PATCH", `/leases/${lease.id}`, { lease: {}, gli_policies }), 200);
    const { write } = database.transactFor(agent.id as Id<"Mandataire">);
    return {
      run: await validatedRun(house, agent),
      agent,
      add: (code: string, name: string) =>
        write(({ accounts }) =>
          accounts.saveAuxiliary({ kind: "FOU", code, name, entityType: null, entityId: null }).then(() => null),
        ),
      suppliers: async () =>
        (await write(({ accounts }) => accounts.auxiliariesOf("FOU"))).map(({ code, name }) => `${code} ${name}`),
    };
  }

  it("opens accounts of new insurers in the order of their names", async () => {
    const { agent, run, suppliers } = await insured("Mutuelle", "Zénith", null, "Assur");
    await agent.done(`/billing_runs/${run.id}/apply`);
    expect(await suppliers()).toEqual([
      "FOU0001 Assur",
      "FOU0002 Assurance loyers impayés",
      "FOU0003 Mutuelle",
      "FOU0004 Zénith",
    ]);
  });

  it("books premiums on the first account of the insurer's name, however it is written", async () => {
    const { agent, run, add, suppliers } = await insured("Assur");
    await add("FOU0007", " ASSUR ");
    await add("FOU0008", "Assur");
    await agent.done(`/billing_runs/${run.id}/apply`);
    expect(await suppliers()).toEqual(["FOU0007  ASSUR ", "FOU0008 Assur"]);
    const { accounts } = await agent.found("/accounting/trial_balance");
    const credited = accounts.filter(({ accountCode }: Body) => accountCode === "401000");
    expect(credited.map(({ auxiliaryCode, balance }: Body) => [auxiliaryCode, balance])).toEqual([
      ["FOU0007", "-30.00"],
    ]);
  });
});
