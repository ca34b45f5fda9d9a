import { createDigests, newId } from "@cartulary/crypto";
import type { Day } from "@cartulary/kernel";
import { cents, ledgerUseCases, type NewLine } from "@cartulary/ledger";
import {
  type BankMovement,
  createPayoutMatching,
  type MandataireId,
  type PaidOut,
  rentalPlan,
} from "@cartulary/rental";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bookMakersFor, fees, receipt, rentCall } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { type House, openHouse } from "../../support/house.ts";
import { expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: what is answered is looked at field by field.
type Body = any;

const [ALICE, BRUNO] = ["FR1420041010050500013M02606", "DE89370400440532013000"];
const digests = createDigests();
const [AMOUNT_OF_ALICE, AMOUNT_OF_BRUNO] = [33_871, 67_741];

describe.each(usualDatabases)("payouts that the bank executes, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  /** What is sent of a movement; what tenants still owe of the owners' credits, by owner. */
  interface Sent extends Partial<Omit<BankMovement, "id" | "amountCents">> {
    readonly amount: number;
    readonly payoutReference?: string;
    readonly reverses?: BankMovement["id"];
    readonly unpaid?: ReadonlyMap<string, number>;
  }

  /** The worked example, applied: 338.71 to Alice and 677.41 to Bruno, paid for by their tenant. */
  async function ordered() {
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
    const payouts: Body[] = await agent.found("/owner_payouts", { sort: "reference" });
    const statuses = async () =>
      (await agent.found("/owner_payouts", { sort: "reference" })).map(({ status }: Body) => status);
    return { agent, owners, run, payouts, record, statuses };
  }

  const useCases = () => ledgerUseCases({ ...rentalPlan, clock: house.clock, newId, digests });
  const clerk = () => bookMakersFor(house).clerk;

  /** Takes a movement in as an intake of bank transactions does; answers its id, or `null` where it is for nothing known. */
  async function moved({ id }: Agent, { amount, payoutReference, reverses, unpaid, ...more }: Sent) {
    const movement: BankMovement = {
      ...{
        id: newId(),
        bankReference: `b-${newId()}`,
        amountCents: cents(amount),
        label: null,
        counterpartyIban: null,
      },
      ...more,
    };
    const matching = createPayoutMatching({ clock: house.clock, newId, digests });
    return house.lasting(id as MandataireId, async (own) => {
      const stores = Object.assign(Object.create(own), { moneyInSource: sourceOf(own, unpaid) });
      const moment = { caller: clerk(), now: house.clock.now() };
      const paid: PaidOut | null = reverses
        ? await matching.returned(stores, moment, movement, { id: reverses })
        : await matching.match(stores, moment, movement, payoutReference ? { payoutReference } : {});
      if (!paid) return null;
      if (paid.lines.length > 0)
        await useCases().post.run(own, clerk(), [entryOf(movement, paid, reverses !== undefined)]);
      await paid.done();
      return movement.id;
    });
  }

  function entryOf({ bankReference, amountCents }: BankMovement, { lines, source }: PaidOut, isInbound: boolean) {
    const day = "2026-03-01" as Day;
    const bank: NewLine = {
      accountCode: "512000",
      label: "Banque",
      [isInbound ? "debitCents" : "creditCents"]: amountCents,
    };
    return {
      ...{
        societyCode: "1",
        journal: "BANQUE",
        accountingDate: day,
        documentDate: day,
        documentReference: bankReference,
      },
      ...source,
      lines: isInbound ? [bank, ...lines] : [...lines, bank],
    };
  }

  /** What tenants owe is said by the test; which runs are settled, by their payouts. */
  const sourceOf = (own: Body, unpaid: ReadonlyMap<string, number> = new Map()) => ({
    unpaidPartsOf: async () => unpaid,
    settledRuns: async (runs: readonly string[]) => {
      const settled = [];
      for (const run of runs) {
        const payouts: Body[] = await own.ownerPayouts.lockOf(run);
        if (payouts.some(({ status }) => status === "executed" || status === "failed")) settled.push(run);
      }
      return settled;
    },
  });

  const balances = async ({ found }: Agent, code: string): Promise<Record<string, string>> =>
    Object.fromEntries(
      (await found("/accounting/trial_balance")).accounts
        .filter(({ accountCode, balance }: Body) => accountCode === code && balance !== "0.00")
        .map(({ auxiliaryCode, balance }: Body) => [auxiliaryCode ?? "", balance]),
    );

  it("are executed together by one movement that names them, a line each, and lettered", async () => {
    const { agent, run, payouts, statuses } = await ordered();
    house.clock.pass(1000);
    const label = "VIR LOT rv-2026-000001 RV 2026 000002";
    expect(await moved(agent, { amount: 101_611, label })).toBeNull();
    expect(await moved(agent, { amount: 101_612, label })).not.toBeNull();
    expect(await statuses()).toEqual(["executed", "executed"]);
    const [first] = await agent.found("/owner_payouts", { sort: "reference" });
    expect(first).toEqual({ ...payouts[0], status: "executed", executedAt: house.clock.now() });
    const [{ id }] = await agent.found("/accounting_entries", { journal: "BANQUE" });
    const { lines, reference, sourceType, sourceId } = await agent.found(`/accounting_entries/${id}`);
    expect([reference, sourceType, sourceId]).toEqual(["BQ-2026-000001", "OwnerPayout", payouts[0].id]);
    expect(
      lines.map(({ accountCode, auxiliaryCode, debit, credit, letteringCode }: Body) =>
        [accountCode, auxiliaryCode, debit, credit, letteringCode].join(" "),
      ),
    ).toEqual(["467900 PRO0001 338.71 0.00 AAA", "467900 PRO0002 677.41 0.00 AAA", "512000  0.00 1016.12 "]);
    expect(await balances(agent, "467900")).toEqual({});
    expect((await agent.found(`/billing_runs/${run.id}`)).cancellable).toBe(false);
    expect((await agent.ask("POST", `/billing_runs/${run.id}/cancel`)).status).toBe(409);
  });

  it("are found by reference, else by IBAN and amount, else by an amount that one alone has", async () => {
    const { agent, statuses } = await ordered();
    const refused: readonly Sent[] = [
      { amount: AMOUNT_OF_ALICE, payoutReference: "RV-2026-000002" },
      { amount: AMOUNT_OF_ALICE, payoutReference: "RV-2026-000009" },
      { amount: AMOUNT_OF_ALICE, payoutReference: "somebody" },
      { amount: AMOUNT_OF_ALICE, label: "RV-2026-000001 RV-2026-000002" },
      { amount: 1, counterpartyIban: ALICE as string },
    ];
    for (const sent of refused) expect(await moved(agent, sent)).toBeNull();
    expect(await statuses()).toEqual(["ordered", "ordered"]);
    expect(await moved(agent, { amount: AMOUNT_OF_ALICE, counterpartyIban: ALICE as string })).not.toBeNull();
    expect(await moved(agent, { amount: AMOUNT_OF_ALICE, counterpartyIban: ALICE as string })).toBeNull();
    expect(await moved(agent, { amount: AMOUNT_OF_BRUNO })).not.toBeNull();
    expect(await statuses()).toEqual(["executed", "executed"]);
  });

  it("are never executed beyond the owner's own money, to the cent", async () => {
    const { agent, owners, statuses } = await ordered();
    const owed = (amount: number) => new Map([[owners[0].id as string, amount]]);
    const sent = { amount: AMOUNT_OF_ALICE, payoutReference: "RV-2026-000001" };
    expect(await moved(agent, { ...sent, unpaid: owed(1) })).toBeNull();
    expect(await statuses()).toEqual(["ordered", "ordered"]);
    const both = { amount: 101_612, payoutReference: "RV-2026-000001, RV-2026-000002" };
    expect(await moved(agent, { ...both, unpaid: owed(1) })).toBeNull();
    expect(await moved(agent, { ...sent, unpaid: owed(0) })).not.toBeNull();
    expect(await statuses()).toEqual(["executed", "ordered"]);
  });

  it("fail where they come back, are ordered again with an account, and paid again", async () => {
    const { agent, run, payouts, record, statuses } = await ordered();
    const both = { amount: 101_612, payoutReference: "RV-2026-000001 RV-2026-000002" };
    const first = await moved(agent, both);
    house.clock.pass(1000);
    const back = { amount: AMOUNT_OF_ALICE, label: "VIREMENT REJETE", reverses: first as BankMovement["id"] };
    expect(await moved(agent, { ...back, amount: 5 })).toBeNull();
    expect(await moved(agent, back)).not.toBeNull();
    expect(await moved(agent, back)).toBeNull();
    expect(await statuses()).toEqual(["failed", "executed"]);
    expect(await balances(agent, "467900")).toEqual({ PRO0001: "-338.71" });
    expect(await moved(agent, { amount: AMOUNT_OF_ALICE, payoutReference: "RV-2026-000001" })).toBeNull();
    await record(0, BRUNO);
    expect(await statuses()).toEqual(["ordered", "executed"]);
    const again = await agent.found(`/owner_payouts/${payouts[0].id}`);
    expect([again.executedAt, again.orderedAt]).toEqual([null, house.clock.now()]);
    expect(await moved(agent, { amount: AMOUNT_OF_ALICE, counterpartyIban: BRUNO as string })).not.toBeNull();
    expect(await statuses()).toEqual(["executed", "executed"]);
    expect(await balances(agent, "467900")).toEqual({});
    expect((await agent.found(`/billing_runs/${run.id}`)).cancellable).toBe(false);
  });

  it("are not what a withdrawal of fees is, which is seen once", async () => {
    const { agent } = await ordered();
    const entries = [rentCall("2025-12-05", 200_000), receipt("2025-12-06", 100_000), fees("2025-12-07", 50_000)];
    const books = bookMakersFor(house);
    for (const entry of entries) await books.ledger(agent.id).post(books.clerk, [entry]);
    for (const amount_cents of [6774, AMOUNT_OF_ALICE])
      await agent.made("/accounting/fee_withdrawals", { amount_cents, booked_on: "2026-02-28" });
    const count = async () => (await agent.found("/accounting_entries", { per_page: "100" })).length;
    const before = await count();
    expect(await moved(agent, { amount: 6773 })).toBeNull();
    expect(await moved(agent, { amount: 6774, label: "RV-2026-000009" })).toBeNull();
    expect(await moved(agent, { amount: 6774 })).not.toBeNull();
    expect(await moved(agent, { amount: 6774 })).toBeNull();
    expect(await count()).toBe(before);
    // A payout of that amount is meant first.
    expect(await moved(agent, { amount: AMOUNT_OF_ALICE })).not.toBeNull();
    expect(await count()).toBe(before + 1);
    expect(await moved(agent, { amount: AMOUNT_OF_ALICE })).not.toBeNull();
    expect(await count()).toBe(before + 1);
  });

  it("leave on 467900 what is ordered and not executed, in any history, and nobody is paid another's money", async () => {
    const step = fc.record({
      kind: fc.constantFrom("pay", "pay", "return", "record", "owe"),
      at: fc.nat(1),
      cents: fc.integer({ min: 0, max: 40_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 12 }), async (steps) => {
        const { agent, owners, payouts, record, statuses } = await ordered();
        const owed = new Map<string, number>();
        const paidBy = new Map<number, BankMovement["id"]>();
        for (const { kind, at, cents: amount } of steps) {
          const before: readonly string[] = await statuses();
          const payout = payouts[at];
          if (kind === "owe") owed.set(owners[at].id, amount);
          if (kind === "record") await record(at);
          if (kind === "pay") {
            const id = await moved(agent, {
              amount: payout.amountCents,
              payoutReference: payout.reference,
              unpaid: owed,
            });
            const isHis = (owed.get(owners[at].id) ?? 0) === 0;
            expect(id !== null).toBe(before[at] === "ordered" && isHis);
            if (id) paidBy.set(at, id);
          }
          if (kind === "return") {
            const reverses = paidBy.get(at);
            const id = reverses && (await moved(agent, { amount: payout.amountCents, reverses }));
            expect(Boolean(id)).toBe(before[at] === "executed");
          }
          const waiting = (await statuses()).flatMap((status: string, index: number) =>
            status === "executed" ? [] : [[`PRO000${index + 1}`, `-${["338.71", "677.41"][index]}`]],
          );
          expect(await balances(agent, "467900")).toEqual(Object.fromEntries(waiting));
        }
        expect((await house.findings()).map(({ message }) => message)).toEqual([]);
      }),
      { numRuns: 4 },
    );
  });
});
