import { createDigests } from "@cartulary/crypto";
import type { Caller, Day, Id, TransactFor } from "@cartulary/kernel";
import type { Cents } from "@cartulary/ledger";
import { createPaymentIngestion, createPayoutMatching, lastingWrites } from "@cartulary/rental";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Bank, bankOf, entriesOf } from "../../support/bank.ts";
import { databases, type TestDatabase } from "../../support/databases.ts";
import { ADMINISTRATOR } from "../../support/document-house.ts";
import { fecFindingsOf } from "../../support/fec-file.ts";
import { type House, openHouse } from "../../support/house.ts";
import { seededIds } from "../../support/steady.ts";
import { type Agent, agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: what is answered is looked at field by field.
type Body = any;

describe.each(databases)("money that comes in, on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
  });
  afterAll(() => house.close());

  async function example(accountingMode: string) {
    const agent = await agentOf(house, { accounting_mode: accountingMode });
    await workedEstate(agent);
    const run = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
    return { agent, bank: await bankOf(house, agent) };
  }

  const all = (agent: Agent, path: string): Promise<Body[]> => agent.found(path, { per_page: "100" });

  /** Nothing is lost or doubled between the bank, the calls, the payments and the books. */
  async function expectSound(agent: Agent): Promise<void> {
    const calls = (await all(agent, "/rent_calls")).filter(({ status }) => status !== "cancelled");
    const payments: Body[] = [];
    for (const { id } of await all(agent, "/payments")) payments.push(await agent.found(`/payments/${id}`));
    const transactions = await all(agent, "/bank_transactions");
    const { accounts, totalDebit, totalCredit } = await agent.found("/accounting/trial_balance");
    const balanceOf = (code: string): number =>
      accounts
        .filter(({ accountCode }: Body) => accountCode === code)
        .reduce((sum: number, { balance }: Body) => sum + Math.round(Number(balance) * 100), 0);
    const total = (records: readonly Body[], amount: (record: Body) => number) =>
      records.reduce((sum: number, record) => sum + amount(record), 0);
    const signed = ({ direction, amountCents }: Body) => (direction === "inbound" ? amountCents : -amountCents);
    const live = payments.filter(({ status }) => status !== "rejected");
    const undone = payments.filter(({ status }) => status === "rejected");
    const refunded = ({ amountCents, remainingAmount }: Body) => amountCents - remainingAmount.cents;
    const allocated = total(live, ({ allocatedAmount }) => allocatedAmount.cents);
    const due = total(calls, ({ remainingAmountCents }) => remainingAmountCents);
    expect({
      bank: balanceOf("512000"),
      suspense: balanceOf("471000"),
      tenants: balanceOf("411000"),
      called: balanceOf("467100"),
      paid: total(calls, ({ paidAmountCents }) => paidAmountCents),
      balanced: totalDebit === totalCredit,
    }).toEqual({
      bank: total(transactions, signed),
      suspense:
        0 -
        total(
          transactions.filter(({ status }) => status === "unmatched"),
          signed,
        ),
      // What was refunded of what the bank undid afterwards, he owes.
      tenants: due - total(live, ({ remainingAmount }) => remainingAmount.cents) + total(undone, refunded),
      called: 0 - due,
      paid: allocated,
      balanced: true,
    });
    for (const { amountCents, allocations, allocatedAmount } of payments) {
      const counting = allocations.filter(({ status }: Body) => status === "allocated");
      expect(total(counting, (each) => each.allocatedAmountCents)).toBe(allocatedAmount.cents);
      expect(allocatedAmount.cents).toBeLessThanOrEqual(amountCents);
    }
  }

  /** Whole numbers below a bound, the same at every run of a seed. */
  function drawing(seed: number) {
    let state = seed;
    return (below: number) => {
      state = (state * 48_271) % 2_147_483_647;
      return state % below;
    };
  }

  /** One step of a history: receipts, what undoes them, runs and what takes them back, in any order and twice. */
  async function step(agent: Agent, bank: Bank, draw: (below: number) => number, at: number): Promise<void> {
    const reference = `H-${at}`;
    const calls = await all(agent, "/rent_calls");
    const transactions = await all(agent, "/bank_transactions");
    const some = <Element>(elements: readonly Element[]) => elements[draw(Math.max(1, elements.length))];
    const brought = some(transactions) as Body;
    const outbound = { bank_reference: reference, direction: "outbound", reverses: brought?.bankReference ?? "none" };
    const runs = (await all(agent, "/billing_runs")).filter(({ status }) => status === "applied");
    const steps = [
      () =>
        bank.bring({
          bank_reference: reference,
          amount_cents: 1 + draw(150_000),
          rent_call_reference: some(calls)?.reference,
        }),
      () => bank.bring({ bank_reference: reference, amount_cents: 1 + draw(90_000), label: "Who knows" }),
      () =>
        bank.bring({
          bank_reference: brought?.bankReference ?? reference,
          amount_cents: 7,
          rent_call_reference: some(calls)?.reference,
        }),
      () => bank.bring({ ...outbound, method: "rejection", amount_cents: brought?.amountCents ?? 5 }),
      () => bank.bring({ ...outbound, method: "refund", amount_cents: 1 + draw(20_000) }),
      async () => {
        const month = String(4 + draw(3)).padStart(2, "0");
        const run = await agent.made("/billing_runs", { period_start: `2026-${month}-01` });
        await house.work();
        await agent.done(`/billing_runs/${run.id}/validate?force`);
        await agent.done(`/billing_runs/${run.id}/apply`);
      },
      () => agent.ask("POST", `/billing_runs/${(some(runs) as Body)?.id}/cancel`),
    ];
    await some(steps)?.();
  }

  it("loses and doubles no cent in any history of receipts, rejections, refunds, runs and cancellations", async () => {
    for (const seed of [11, 29]) {
      const { agent, bank } = await example("cash");
      const draw = drawing(seed);
      for (let at = 0; at < 14; at += 1) {
        await step(agent, bank, draw, at);
        await expectSound(agent);
      }
      expect(await fecFindingsOf(agent)).toEqual([]);
    }
  }, 120_000);

  /** A host that dies at its `limit`th step in the database. */
  function dyingHost(limit: number) {
    let steps = 0;
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
    const dying = <Stores extends object>(stores: Stores): Stores =>
      new Proxy(stores, {
        get(target, name) {
          const store = Reflect.get(target, name) as object;
          return typeof store !== "object" || store === null ? store : dyingStore(store);
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
    const lasting = lastingWrites({ ...machine, transact: database.transact, transactFor });
    return createPaymentIngestion({
      ...machine,
      transactFor,
      lasting,
      outbound: createPayoutMatching(machine),
    } as never);
  }

  it("is taken in whole or not at all, wherever the host dies", async () => {
    const { agent, bank } = await example("cash");
    await bank.bring({ bank_reference: "B-0", amount_cents: 108_386, rent_call_reference: "AP-2026-000001" });
    const before = await entriesOf(agent);
    const caller: Caller = { ...ADMINISTRATOR, userId: house.admin.id as never };
    const bookedOn = house.clock.now().slice(0, 10) as Day;
    const sent = [
      {
        bankReference: "B-1",
        direction: "outbound",
        method: "rejection",
        reverses: "B-0",
        amountCents: 108_386 as Cents,
      },
      { bankReference: "B-2", direction: "inbound", label: "Who knows", amountCents: 100 as Cents },
      { bankReference: "B-3", direction: "inbound", rentCallReference: "AP-2026-000001", amountCents: 200 as Cents },
    ].map((each) => ({ ...each, bookedOn })) as never;
    for (let limit = 1; ; limit += 1) {
      const died = await dyingHost(limit)(agent.id as Id<"Mandataire">)
        .ingest(caller, sent)
        .then(
          () => false,
          (error: Error) => error.message === "the host died",
        );
      if (!died) {
        expect(limit).toBeGreaterThan(40);
        break;
      }
      if (limit % 7 === 0) expect(await entriesOf(agent)).toEqual(before);
    }
    await expectSound(agent);
    expect(await all(agent, "/bank_transactions")).toHaveLength(4);
  }, 120_000);
});
