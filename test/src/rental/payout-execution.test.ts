import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { type Bank, bankOf } from "../../support/bank.ts";
import { bookMakersFor, fees, receipt, rentCall } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

const [ALICE, BRUNO] = ["FR1420041010050500013M02606", "DE89370400440532013000"];
const [AMOUNT_OF_ALICE, AMOUNT_OF_BRUNO] = [33_871, 67_741];

describe.each(usualDatabases)("payouts that the bank executes, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  /** The worked example, applied: 338.71 to Alice and 677.41 to Bruno, once their tenant has paid so much of 1083.86. */
  async function ordered(paid = 108_386) {
    const agent = await agentOf(house, { accounting_mode: "accrual" });
    const { owners } = await workedEstate(agent);
    const record = async (at: number, iban = [ALICE, BRUNO][at]) =>
      expectStatus(
        await agent.ask("PATCH", `/owners/${owners[at].id}`, { bank_accounts: [{ iban, is_default: true }] }),
        200,
      );
    for (const at of [0, 1]) await record(at);
    const run = await validatedRun(house, agent);
    await agent.done(`/billing_runs/${run.id}/apply`);
    const bank = await bankOf(house, agent);
    const receive = (amount: number) =>
      bank.bring({ bank_reference: `in ${amount}`, amount_cents: amount, label: "AP-2026-000001" });
    if (paid > 0) await receive(paid);
    const payouts: Body[] = await agent.found("/owner_payouts", { sort: "reference" });
    const statuses = async () =>
      (await agent.found("/owner_payouts", { sort: "reference" })).map(({ status }: Body) => status);
    return { agent, bank, receive, run, payouts, record, statuses };
  }

  let sent = 0;
  /** Ingests an outbound movement or its return; returns its bank reference, or `null` when it is unmatched. */
  async function moved(bank: Bank, amount_cents: number, more: object = {}): Promise<string | null> {
    sent += 1;
    const way =
      "reverses" in more && !("direction" in more)
        ? { direction: "inbound", method: "rejection" }
        : { direction: "outbound" };
    const movement = { bank_reference: `b-${sent}`, amount_cents, ...way, ...more };
    const { unmatched } = await bank.bring(movement);
    return unmatched.length > 0 ? null : movement.bank_reference;
  }

  const balances = async ({ found }: Agent, code: string): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await found("/accounting/trial_balance")).accounts
        .filter(({ accountCode, balance }: Body) => accountCode === code && balance !== "0.00")
        .map(({ auxiliaryCode, balance }: Body) => [auxiliaryCode ?? "", balance]),
    );

  it("are executed together by one movement that names them, a line each, and lettered", async () => {
    const { agent, bank, run, payouts, statuses } = await ordered();
    house.clock.pass(1000);
    const label = "VIR LOT rv-2026-000001 RV 2026 000002";
    expect(await moved(bank, 101_612, { label })).not.toBeNull();
    expect(await statuses()).toEqual(["executed", "executed"]);
    const [first] = await agent.found("/owner_payouts", { sort: "reference" });
    expect(first).toEqual({ ...payouts[0], status: "executed", executedAt: house.clock.now() });
    const entries: Body[] = await agent.found("/accounting_entries", { journal: "BANQUE", sort: "reference" });
    expect(entries.map(({ reference }) => reference)).toEqual(["BQ-2026-000001", "BQ-2026-000002"]);
    const { lines, sourceType, sourceId } = await agent.found(`/accounting_entries/${entries[1].id}`);
    expect([sourceType, sourceId]).toEqual(["OwnerPayout", payouts[0].id]);
    expect(
      lines.map(({ accountCode, auxiliaryCode, debit, credit, letteringCode }: Body) =>
        [accountCode, auxiliaryCode, debit, credit, letteringCode].join(" "),
      ),
    ).toEqual(
      expect.arrayContaining([
        "467900 PRO0001 338.71 0.00 AAA",
        "467900 PRO0002 677.41 0.00 AAA",
        "512000  0.00 1016.12 ",
      ]),
    );
    expect(await balances(agent, "467900")).toEqual({});
    expect((await agent.found(`/billing_runs/${run.id}`)).cancellable).toBe(false);
    expect((await agent.ask("POST", `/billing_runs/${run.id}/cancel`)).status).toBe(409);
  });

  it("are the end of the worked example, once the agency has withdrawn its fees", async () => {
    const { agent, bank } = await ordered();
    await moved(bank, AMOUNT_OF_ALICE, { counterparty_iban: ALICE });
    await moved(bank, AMOUNT_OF_BRUNO, { payout_reference: "RV-2026-000002" });
    const booked_on = house.clock.now().slice(0, 10);
    await agent.made("/accounting/fee_withdrawals", { amount_cents: 6774, booked_on });
    expect(await moved(bank, 6774)).not.toBeNull();
    const { accounts } = await agent.found("/accounting/trial_balance");
    const left = accounts.filter(({ balance }: Body) => balance !== "0.00");
    expect(left.map(({ accountCode, balance }: Body) => [accountCode, balance])).toEqual([
      ["445710", "-11.29"],
      ["512100", "67.74"],
      ["706100", "-56.45"],
    ]);
    expectStatus(await agent.ask("POST", "/fec_exports", { year: 2026 }), 201);
  });

  it("give the same result in one file as one by one: a movement uses up its payout", async () => {
    const outbound = { direction: "outbound" };
    const rejection = { ...outbound, method: "rejection", amount_cents: 108_386, reverses: "in 108386" };
    const file = [
      { ...outbound, amount_cents: AMOUNT_OF_ALICE, label: "VIR RV-2026-000001" },
      { ...outbound, amount_cents: AMOUNT_OF_ALICE, label: "VIR RV-2026-000001" },
      { ...outbound, amount_cents: AMOUNT_OF_BRUNO },
      { ...outbound, amount_cents: AMOUNT_OF_BRUNO },
      { ...outbound, amount_cents: 6774 },
      { ...outbound, amount_cents: 6774 },
      rejection,
      rejection,
    ].map((movement, at) => ({ ...movement, bank_reference: `${at}` }));
    const ends: unknown[] = [];
    for (const portions of [[file], file.map((movement) => [movement])]) {
      const { agent, bank, statuses } = await ordered();
      // Alice has more than her orders: a payout is executed once all the same.
      const books = bookMakersFor(house);
      await books.ledger(agent.id).post(books.clerk, [rentCall("2025-12-05", 100_000)]);
      await agent.made("/accounting/fee_withdrawals", {
        amount_cents: 6774,
        booked_on: house.clock.now().slice(0, 10),
      });
      const unmatched: string[] = [];
      for (const portion of portions) unmatched.push(...(await bank.bring(...portion)).unmatched);
      expect(unmatched).toEqual(["1", "3", "5", "7"]);
      const entries: Body[] = await agent.found("/accounting_entries", { journal: "BANQUE" });
      ends.push([
        ...[await statuses(), (await agent.found("/accounting/trial_balance")).accounts],
        entries.map((each) => [each.description, each.accountingDate, each.totalDebit]).sort(),
      ]);
    }
    expect(ends[0]).toEqual(ends[1]);
  });

  it("are found by reference, else by IBAN and amount, else by an amount that one alone has", async () => {
    const { bank, statuses } = await ordered();
    for (const [amount, more] of [
      [AMOUNT_OF_ALICE, { payout_reference: "RV-2026-000002" }],
      [AMOUNT_OF_ALICE, { payout_reference: "RV-2026-000009" }],
      [AMOUNT_OF_ALICE, { payout_reference: "somebody" }],
      [AMOUNT_OF_ALICE, { label: "RV-2026-000001 RV-2026-000002" }],
      [1, { counterparty_iban: ALICE }],
      [AMOUNT_OF_ALICE, { counterparty_iban: ALICE, method: "rejection" }],
    ] as const)
      expect(await moved(bank, amount, more)).toBeNull();
    expect(await statuses()).toEqual(["ordered", "ordered"]);
    expect(await moved(bank, AMOUNT_OF_ALICE, { counterparty_iban: ALICE })).not.toBeNull();
    expect(await moved(bank, AMOUNT_OF_ALICE, { counterparty_iban: ALICE })).toBeNull();
    expect(await moved(bank, AMOUNT_OF_BRUNO)).not.toBeNull();
    expect(await statuses()).toEqual(["executed", "executed"]);
  });

  it("are never executed beyond the owner's own money, to the cent; a refused one is executed once the money is there [R-29]", async () => {
    const { agent, bank, receive, statuses } = await ordered(108_385);
    const both = { amount_cents: 101_612, direction: "outbound", payout_reference: "RV-2026-000001, RV-2026-000002" };
    const again = () => bank.bring({ bank_reference: "both", ...both });
    expect((await again()).unmatched).toEqual(["both"]);
    expect(await statuses()).toEqual(["ordered", "ordered"]);
    expect(await balances(agent, "471000")).toEqual({ "": "1016.12" });
    expect((await again()).unmatched).toEqual(["both"]);
    await receive(1);
    expect((await again()).unmatched).toEqual([]);
    expect(await statuses()).toEqual(["executed", "executed"]);
    expect([await balances(agent, "471000"), await balances(agent, "467900")]).toEqual([{}, {}]);
  });

  it("fail when they are returned, are ordered again with an account, and paid again", async () => {
    const { agent, bank, run, payouts, record, statuses } = await ordered();
    const reverses = await moved(bank, 101_612, { payout_reference: "RV-2026-000001 RV-2026-000002" });
    house.clock.pass(1000);
    expect(await moved(bank, 5, { reverses })).toBeNull();
    expect(await moved(bank, AMOUNT_OF_ALICE, { reverses })).not.toBeNull();
    expect(await moved(bank, AMOUNT_OF_ALICE, { reverses })).toBeNull();
    expect(await statuses()).toEqual(["failed", "executed"]);
    expect(await balances(agent, "467900")).toEqual({ PRO0001: "-338.71" });
    expect(await moved(bank, AMOUNT_OF_ALICE, { payout_reference: "RV-2026-000001" })).toBeNull();
    await record(0, BRUNO);
    expect(await statuses()).toEqual(["ordered", "executed"]);
    const again = await agent.found(`/owner_payouts/${payouts[0].id}`);
    expect([again.executedAt, again.orderedAt]).toEqual([null, house.clock.now()]);
    expect(await moved(bank, AMOUNT_OF_ALICE, { counterparty_iban: BRUNO })).not.toBeNull();
    expect(await statuses()).toEqual(["executed", "executed"]);
    expect(await balances(agent, "467900")).toEqual({});
    expect((await agent.found(`/billing_runs/${run.id}`)).cancellable).toBe(false);
  });

  it("fail when they are returned under their own reference, from the bank's file or its sender", async () => {
    const { agent, bank, statuses } = await ordered();
    expect(await moved(bank, 101_612, { payout_reference: "RV-2026-000001 RV-2026-000002" })).not.toBeNull();
    const back = { direction: "inbound", method: "rejection" };
    for (const [amount, more] of [
      [AMOUNT_OF_ALICE, { label: "RETOUR RV-2026-000002" }],
      [AMOUNT_OF_ALICE, { counterparty_iban: ALICE }],
      [AMOUNT_OF_ALICE, { reverses: "nothing", label: "RV-2026-000001" }],
      [AMOUNT_OF_ALICE, { payout_reference: "somebody", label: "RV-2026-000001" }],
    ] as const)
      expect(await moved(bank, amount, { ...back, ...more })).toBeNull();
    expect(await statuses()).toEqual(["executed", "executed"]);
    expect(await moved(bank, AMOUNT_OF_ALICE, { ...back, label: "RETOUR rv 2026 000001" })).not.toBeNull();
    expect(await statuses()).toEqual(["failed", "executed"]);
    expect(await moved(bank, AMOUNT_OF_ALICE, { ...back, label: "RETOUR RV-2026-000001" })).toBeNull();
    const later = { ...back, bank_reference: "later", amount_cents: AMOUNT_OF_BRUNO };
    expect((await bank.bring(later)).unmatched).toEqual(["later"]);
    expect((await bank.bring({ ...later, payout_reference: "RV-2026-000002" })).unmatched).toEqual([]);
    expect(await statuses()).toEqual(["failed", "failed"]);
    expect(await balances(agent, "467900")).toEqual({ PRO0001: "-338.71", PRO0002: "-677.41" });
  });

  it("are executed after the receipt that pays for them, not before it, also in one request", async () => {
    const { bank, statuses } = await ordered(0);
    const label = "AP-2026-000001";
    const ingested = await bank.bring(
      { bank_reference: "p1", amount_cents: AMOUNT_OF_ALICE, direction: "outbound", label: "RV-2026-000001" },
      { bank_reference: "r1", amount_cents: 108_386, label },
      { bank_reference: "p2", amount_cents: AMOUNT_OF_BRUNO, direction: "outbound", label: "RV-2026-000002" },
    );
    expect(ingested.unmatched).toEqual(["p1"]);
    expect(await statuses()).toEqual(["ordered", "executed"]);
  });

  it("prevent the cancellation of their run once paid, even after a manual payment, until they are returned and wait again", async () => {
    const { agent, bank, record, run } = await ordered(0);
    const books = bookMakersFor(house);
    await books.ledger(agent.id).post(books.clerk, [rentCall("2025-12-05", 100_000)]);
    const cancellable = async () => (await agent.found(`/billing_runs/${run.id}`)).cancellable;
    expect(await cancellable()).toBe(true);
    const reverses = await moved(bank, AMOUNT_OF_ALICE, { counterparty_iban: ALICE });
    expect([reverses === null, await cancellable()]).toEqual([false, false]);
    expect(await moved(bank, AMOUNT_OF_ALICE, { reverses })).not.toBeNull();
    expect(await cancellable()).toBe(false);
    await record(0);
    expect(await cancellable()).toBe(true);
  });

  it("differ from a withdrawal of fees, which is recognized once", async () => {
    const { agent, bank } = await ordered();
    const entries = [rentCall("2025-12-05", 200_000), receipt("2025-12-06", 100_000), fees("2025-12-07", 80_000)];
    const books = bookMakersFor(house);
    for (const entry of entries) await books.ledger(agent.id).post(books.clerk, [entry]);
    const count = async () => (await agent.found("/accounting_entries", { per_page: "100" })).length;
    for (const amount_cents of [6774, AMOUNT_OF_BRUNO])
      await agent.made("/accounting/fee_withdrawals", { amount_cents, booked_on: "2026-02-28" });
    const before = await count();
    expect(await moved(bank, 6774)).not.toBeNull();
    expect(await count()).toBe(before);
    expect(await moved(bank, 6774)).toBeNull();
    expect(await moved(bank, 6773)).toBeNull();
    expect(await moved(bank, AMOUNT_OF_BRUNO, { label: "RV-2026-000009" })).toBeNull();
    expect(await count()).toBe(before + 3);
  });

  it("leave on 467900 the ordered payouts that are not executed, and pay no owner another's money, in any history [R-28]", async () => {
    const step = fc.record({ kind: fc.constantFrom("pay", "pay", "return", "record", "receive"), at: fc.nat(1) });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const { agent, bank, receive, payouts, record, statuses } = await ordered(50_000);
        const paidBy = new Map<number, string>();
        let isPaid = false;
        for (const { kind, at } of steps) {
          const before: readonly string[] = await statuses();
          const { amountCents, reference } = payouts[at];
          if (kind === "record") await record(at);
          if (kind === "receive" && !isPaid) {
            await receive(58_386);
            isPaid = true;
          }
          if (kind === "pay") {
            const by = await moved(bank, amountCents, { payout_reference: reference });
            expect(by !== null).toBe(before[at] === "ordered" && isPaid);
            if (by) paidBy.set(at, by);
          }
          const reverses = paidBy.get(at);
          if (kind === "return" && reverses) {
            const by = await moved(bank, amountCents, { reverses });
            expect(by !== null).toBe(before[at] === "executed");
          }
          const waiting = (await statuses()).flatMap((status: string, index: number) =>
            status === "executed" ? [] : [[`PRO000${index + 1}`, `-${["338.71", "677.41"][index]}`]],
          );
          expect(await balances(agent, "467900")).toEqual(Object.fromEntries(waiting));
        }
        expect((await house.findings()).map(({ message }) => message)).toEqual([]);
      }),
      { numRuns: 3 },
    );
  });
});
