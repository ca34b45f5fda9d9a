import { expect } from "vitest";
import type { House } from "./application-fixture.ts";
import { type Bank, bankOf } from "./bank.ts";
import { fecFindingsOf } from "./fec-file.ts";
import { expectStatus } from "./refusals.ts";
import { seededRandom } from "./seeded-random.ts";
import { IBAN } from "./statements.ts";
import { type Agent, agentOf } from "./worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

const IBANS = ["FR1420041010050500013M02606", "DE89370400440532013000"];
const ALL = { per_page: "100" };
const MARCH = 3;
const FEES = "Our fees";
const EXPORTS = "/owner_payouts/exports";
/** Accounts to which suspense is assigned, and their owners. */
const ASSIGNABLE = [
  ["627000"],
  ["580000"],
  ["512100"],
  ["411000", "LOC"],
  ["411000", "LOC"],
  ["467000", "PRO"],
  ["165000", "LOC"],
] as const;

/** A mandataire that receives and pays money in any order, with the invariants that hold after each step. */
export interface MoneyPlay {
  readonly agent: Agent;
  readonly bank: Bank;
  /** Bills the next month. */
  bill(): Promise<unknown>;
  /** The visible state, without fields that differ for a second mandataire: ids, instants, numbers, letters. */
  summary(): Promise<object>;
  /** Does something of what may happen, now and then twice at once, and looks at what each cent is then. */
  step(): Promise<void>;
  /** Nothing is lost or doubled between bank, calls, payments, payouts and the books; each cent has an owner. */
  expectSound(): Promise<void>;
  /** The entries are numbered without gap, lettered in groups that sum to zero, as they were when they were written. */
  expectSoundBooks(): Promise<void>;
}

/**
 * Two owners and two units that are let: of one each, where owners are credited when it is called, so that what tenants still
 * owe is one owner's; else of a third and two thirds of both.
 */
async function estate({ made }: Agent, accountingMode: "cash" | "accrual"): Promise<readonly Body[]> {
  const property = await made("/properties", { name: "Passage du Commerce", address: "1 rue du Port" });
  const owners: Body[] = [];
  for (const [at, first_name] of ["Alice", "Bruno"].entries()) {
    const owner = await made("/owners", { first_name });
    const terms = { reference: `M-${at}`, start_date: "2026-01-01", management_fee_rate: 7 };
    await made("/mandates", { owner_profile_id: owner.profileId, property_id: property.id, ...terms });
    owners.push(owner);
  }
  for (const at of [0, 1]) {
    const unit = await made("/units", { property_id: property.id, identifier: `Lot ${at}` });
    const tenant = await made("/tenants", { trade_name: `Tenant ${at}`, tenant_type: "company" });
    const shares = accountingMode === "accrual" ? [[at, 1, 1]] : [0, 1].map((each) => [each, each + 1, 3]);
    for (const [whose = 0, share_numerator, share_denominator] of shares) {
      const ownership = { owner_id: owners[whose].id, unit_id: unit.id, share_numerator, share_denominator };
      await made("/ownerships", { ownership });
    }
    const dates = { start_date: "2026-01-01", signature_date: "2026-01-01" };
    await made("/leases", {
      lease: { reference: `B-${at}`, lease_type: "commercial", status: "active", ...dates },
      term: {},
      units: [{ id: unit.id, base_rent_cents: 51_237 + at, charge_provision_cents: 3_331, vat_applicable: at === 1 }],
      tenant_id: tenant.id,
    });
  }
  return owners;
}

/** The visible state, as the API answers it. */
async function lookAt({ found }: Agent) {
  const [calls, transactions, payouts, runs]: readonly Body[][] = [
    await found("/rent_calls", { ...ALL, sort: "reference" }),
    await found("/bank_transactions", { ...ALL, sort: "bank_reference" }),
    await found("/owner_payouts", { ...ALL, sort: "reference" }),
    await found("/billing_runs", { ...ALL, sort: "reference" }),
  ];
  const exports: Body[] = await found(EXPORTS, ALL);
  const payments: Body[] = [];
  for (const { id } of await found("/payments", ALL)) payments.push(await found(`/payments/${id}`));
  const { accounts, totalDebit, totalCredit } = await found("/accounting/trial_balance");
  expect(totalDebit).toBe(totalCredit);
  const balance = (code: string, auxiliary?: string): number =>
    total(accounts, (line) =>
      line.accountCode === code && (auxiliary === undefined || line.auxiliaryCode === auxiliary)
        ? Math.round(Number(line.balance) * 100)
        : 0,
    );
  return {
    calls: calls as Body[],
    transactions: transactions as Body[],
    payouts: payouts as Body[],
    exports,
    runs: runs as Body[],
    payments,
    balance,
  };
}

type Sight = Awaited<ReturnType<typeof lookAt>>;

const total = (records: readonly Body[], amount: (record: Body) => number): number =>
  records.reduce((sum: number, record) => sum + amount(record), 0);
const signed = ({ direction, amountCents }: Body): number => (direction === "inbound" ? amountCents : -amountCents);
/** The amounts assigned to an account, credits above zero. */
const assignedTo = (transactions: readonly Body[], code: string): number =>
  total(transactions, ({ direction, assignments }) =>
    total(assignments, ({ lines }) =>
      total(lines, ({ accountCode, amountCents }) =>
        accountCode !== code ? 0 : direction === "inbound" ? amountCents : -amountCents,
      ),
    ),
  );
const amountOf = ({ amountCents }: Body): number => amountCents;
const showsFees = ({ label, status }: Body): boolean => label === FEES && status === "matched";
const remainingOf = ({ remainingAmountCents }: Body): number => remainingAmountCents;

/** Money of a mandataire in a house, by a seed. */
export async function moneyPlay(house: House, accountingMode: "cash" | "accrual", seed: number): Promise<MoneyPlay> {
  const agent = await agentOf(house, { accounting_mode: accountingMode, iban: IBAN });
  const owners = await estate(agent, accountingMode);
  const bank = await bankOf(house, agent);
  const { below } = seededRandom(seed);
  const some = <Element>(elements: readonly Element[]): Element | undefined => elements[below(elements.length || 1)];
  const record = (at: number) =>
    agent.ask("PATCH", `/owners/${owners[at].id}`, { bank_accounts: [{ iban: IBANS[at], is_default: true }] });
  for (const at of [0, 1]) expectStatus(await record(at), 200);
  let [transactionsSent, month, withdrawn, last] = [0, MARCH, 0, 1];
  const written = new Map<string, string>();
  /** The bytes of each file for the bank. */
  const files = new Map<string, string>();

  /** Sends a request, sometimes twice at once. */
  async function ask(request: () => Promise<{ readonly status: number }>): Promise<readonly number[]> {
    const replies = await Promise.all(below(4) === 0 ? [request(), request()] : [request()]);
    const statuses = replies.map(({ status }) => status);
    expect(statuses.every((status) => status < 500 || status === 503)).toBe(true);
    return statuses;
  }

  const bring = async (movement: object) => {
    transactionsSent += 1;
    const day = house.clock.now().slice(0, 10);
    const usual = { bank_reference: `H-${transactionsSent}`, booked_on: day, direction: "inbound" };
    await ask(() => bank.ask([{ ...usual, ...movement }]));
  };

  const callOf = ({ calls }: Sight) => some(calls.filter(({ status }) => status !== "cancelled")) as Body;
  const undone = ({ transactions }: Sight) =>
    some(transactions.filter(({ direction }) => direction === "inbound")) as Body;
  const happenings: Readonly<Record<string, (sight: Sight) => Promise<unknown>>> = {
    async run() {
      const period_start = `2026-${String(Math.min(month, 9)).padStart(2, "0")}-01`;
      month += 1;
      const { id } = await agent.made("/billing_runs", { period_start });
      await house.work();
      await agent.done(`/billing_runs/${id}/validate?force`);
      await ask(() => agent.ask("POST", `/billing_runs/${id}/apply`));
    },
    cancel: ({ runs }) => ask(() => agent.ask("POST", `/billing_runs/${(some(runs) as Body)?.id}/cancel`)),
    receive(sight) {
      const call = callOf(sight);
      const amount = below(3) === 0 ? 1 + below(60_000) : call?.remainingAmountCents || 1 + below(5_000);
      return bring({ amount_cents: amount, rent_call_reference: call?.reference ?? null });
    },
    overpay: (sight) => bring({ amount_cents: 50_000 + below(90_000), label: callOf(sight)?.reference ?? "nothing" }),
    wonder: () => bring({ amount_cents: 1 + below(60_000), label: "Who knows" }),
    understand(sight) {
      const waiting = some(sight.transactions.filter(({ status }) => status === "unmatched")) as Body;
      const hints = { rent_call_reference: callOf(sight)?.reference ?? null };
      const payout_reference = waiting?.direction === "outbound" ? (some(sight.payouts) as Body)?.reference : undefined;
      const {
        bankReference: bank_reference = "H-0",
        amountCents: amount_cents = 7,
        direction,
        bookedOn,
      } = waiting ?? {};
      const movement = { bank_reference, amount_cents, ...(waiting && { direction, booked_on: bookedOn }) };
      return bring({ ...movement, ...hints, payout_reference });
    },
    reject(sight) {
      const { bankReference: reverses = "none", amountCents: amount_cents = 5 } = undone(sight) ?? {};
      return bring({ direction: "outbound", method: "rejection", reverses, amount_cents });
    },
    refund(sight) {
      const { bankReference: reverses = "none" } = undone(sight) ?? {};
      const credit =
        sight.payments.find(({ remainingAmount }) => remainingAmount.cents > 0)?.remainingAmount.cents ?? 9;
      return bring({ direction: "outbound", method: "refund", reverses, amount_cents: 1 + below(credit) });
    },
    pay({ payouts }) {
      const awaiting = payouts.filter(({ status }) => status === "ordered" || status === "transmitted");
      const payout = some(awaiting) ?? (some(payouts) as Body);
      const { amountCents: amount_cents = 7, reference: label = "RV-2099-000001" } = payout ?? {};
      return bring({ direction: "outbound", amount_cents, label });
    },
    back({ payouts, transactions }) {
      const executed = below(3) === 0 ? [] : payouts.filter(({ status }) => status === "executed");
      const payout = some(executed) ?? (some(payouts) as Body);
      const amount_cents = payout?.amountCents ?? 7;
      const left = transactions.find(({ label }) => label === payout?.reference)?.bankReference ?? "none";
      const named = below(2) === 0 ? { reverses: left } : { payout_reference: payout?.reference };
      return bring({ method: "rejection", amount_cents, ...named });
    },
    record: () => record(below(2)),
    send({ payouts }) {
      const named = below(3) === 0 ? { ids: payouts.slice(0, 1 + below(3)).map(({ id }) => id) } : {};
      return ask(() => agent.ask("POST", EXPORTS, { format: "pain.001", ...named }));
    },
    unsend: ({ exports }) => ask(() => agent.ask("DELETE", `${EXPORTS}/${(some(exports) as Body)?.id ?? FEES}`)),
    orderAgain({ payouts }) {
      const payout = some(payouts.filter(({ status }) => status === "failed")) ?? (some(payouts) as Body);
      return ask(() => agent.ask("POST", `/owner_payouts/${payout?.id ?? FEES}/order_again`));
    },
    async withdraw({ balance }) {
      const due = -(balance("706100") + balance("445710") + balance("627000") + balance("512100"));
      const body = { amount_cents: 1 + below(Math.max(1, due + 200)), booked_on: house.clock.now().slice(0, 10) };
      const statuses = await ask(() => agent.ask("POST", "/accounting/fee_withdrawals", body));
      const taken = statuses.filter((status) => status === 201).length;
      withdrawn += taken * body.amount_cents;
      last = body.amount_cents;
      if (taken > 0) expect(taken * body.amount_cents).toBeLessThanOrEqual(due);
    },
    async assign({ transactions }) {
      const waiting = some(
        transactions.filter(({ suspenseCents, label }) => suspenseCents > 0 && label !== FEES),
      ) as Body;
      if (!waiting) return;
      const [account_code, kind] = some(ASSIGNABLE) ?? [];
      const auxiliary_code = kind && `${kind}000${1 + below(2)}`;
      const amount_cents = below(2) === 0 ? waiting.suspenseCents : 1 + below(waiting.suspenseCents + 200);
      const lines = [{ account_code, auxiliary_code, amount_cents }];
      const statuses = await ask(() => agent.ask("POST", `/bank_transactions/${waiting.id}/assignments`, { lines }));
      if (account_code !== "467000" || waiting.direction === "inbound" || !statuses.includes(201)) return;
      expect((await lookAt(agent)).balance("467000", auxiliary_code)).toBeLessThanOrEqual(0);
    },
    takeBack({ transactions }) {
      const assigned = transactions.flatMap(({ id, assignments }) =>
        assignments.map((each: Body) => `/bank_transactions/${id}/assignments/${each.id}`),
      );
      return ask(() => agent.ask("DELETE", some(assigned) ?? "/bank_transactions/none/assignments/none"));
    },
    show: () => bring({ direction: "outbound", amount_cents: last, label: FEES }),
    again: ({ transactions }) => {
      const {
        bankReference: bank_reference,
        amountCents: amount_cents,
        direction,
        bookedOn: booked_on,
      } = (some(transactions) as Body) ?? {};
      return bring({ bank_reference, amount_cents, direction, booked_on });
    },
  };
  const OFTEN = ["receive", "receive", "pay", "run", "overpay", "send", "assign"];

  /** An owner's own money: his balances less the unpaid part of his credits (rental.md 2.5). */
  function ownMoney({ balance, calls }: Sight, at: number): number {
    const balanceCents = -(balance("467000", `PRO000${at + 1}`) + balance("467900", `PRO000${at + 1}`));
    const his = calls.filter(({ status, leaseReference }) => status !== "cancelled" && leaseReference === `B-${at}`);
    return accountingMode === "cash" ? balanceCents : balanceCents - total(his, remainingOf);
  }

  const executed = ({ payouts }: Sight) => payouts.filter(({ status }) => status === "executed");

  async function step(): Promise<void> {
    const before = await lookAt(agent);
    const names = before.runs.length === 0 ? ["run"] : [...Object.keys(happenings), ...OFTEN];
    const name = some(names) as string;
    house.clock.pass(1000);
    await happenings[name]?.(before);
    const after = await lookAt(agent);
    const paidBefore = new Set(executed(before).map(({ id }) => id));
    for (const { id, ownerId } of executed(after))
      if (!paidBefore.has(id))
        expect(
          ownMoney(
            after,
            owners.findIndex((owner) => owner.id === ownerId),
          ),
        ).toBeGreaterThanOrEqual(0);
    expectEachCent(after);
    await expectLeavesOnce(before, after);
  }

  /** The money of a payout leaves once: it is in one file at a time, and in another one only once it came back. */
  async function expectLeavesOnce(before: Sight, { payouts, exports, transactions }: Sight): Promise<void> {
    // What people assigned of it paid the owner all the same.
    const isOpen = ({ status, assignments }: Body) => status === "unmatched" || assignments.length > 0;
    const unsettled = new Set(transactions.filter(isOpen).map(({ id }) => id));
    for (const payout of payouts) {
      const entries = exports.flatMap((file) =>
        (file.payouts as Body[])
          .filter(({ payoutId }) => payoutId === payout.id)
          .map((entry) => ({ ...entry, file: file.id })),
      );
      const live = entries.filter(({ file }) => file === payout.exportId);
      expect(live.map(({ status }) => status)).toEqual(payout.exportId === null ? [] : [payout.status]);
      expect(entries.filter(({ file }) => file !== payout.exportId).every(({ status }) => status === "failed")).toBe(
        true,
      );
      expect([payout.reference, payout.exportId === null]).toEqual([payout.reference, payout.transmittedAt === null]);
      if (payout.status === "transmitted") expect(live).toHaveLength(1);
      if (["ordered", "blocked", "cancelled"].includes(payout.status)) expect(live).toEqual([]);
      for (const { refused, bankTransactionId } of live)
        if (refused) expect(unsettled.has(bankTransactionId)).toBe(true);
    }
    // What the bank took more than was there stays in its file.
    for (const file of before.exports)
      if (
        (file.payouts as Body[]).some(({ refused, status }) => refused || status === "executed" || status === "failed")
      )
        expect(exports.some(({ id }) => id === file.id)).toBe(true);
    for (const { id, payoutsCount, payoutIds } of exports) {
      expect(payoutIds).toHaveLength(payoutsCount);
      const { text } = await agent.ask("GET", `${EXPORTS}/${id}/download`);
      expect(text).toBe(files.get(id) ?? text);
      files.set(id, text);
    }
  }

  function expectEachCent(sight: Sight): void {
    const { balance, transactions, payments, payouts } = sight;
    const calls = sight.calls.filter(({ status }) => status !== "cancelled");
    const live = payments.filter(({ status }) => status !== "rejected");
    const paid = total(calls, ({ paidAmountCents }) => paidAmountCents);
    const due = total(calls, remainingOf);
    const credit = total(live, ({ remainingAmount }) => remainingAmount.cents);
    // A refund that the bank undid later is owed by the tenant.
    const owed = total(payments, ({ status, amountCents, remainingAmount }) =>
      status === "rejected" ? amountCents - remainingAmount.cents : 0,
    );
    const fees = balance("706100") + balance("445710");
    const owners = balance("467000") + balance("467900");
    const earned = accountingMode === "cash" ? paid : paid + due;
    expect({
      bank: balance("512000"),
      suspense: balance("471000"),
      tenants: balance("411000"),
      called: balance("467100"),
      ordered: balance("467900"),
      owners,
      fees: balance("512100"),
      paid,
      assigned: ["165000", "580000", "627000"].map((code) => balance(code)),
      represented:
        credit -
        ["165000", "471000", "512100", "580000", "627000"].reduce((all, code) => all + balance(code), owners + fees),
    }).toEqual({
      // A withdrawal that the bank shows later writes nothing.
      bank: total(transactions, signed) - withdrawn + total(transactions.filter(showsFees), amountOf),
      suspense:
        0 - total(transactions, ({ direction, suspenseCents }) => signed({ direction, amountCents: suspenseCents })),
      tenants: due - credit + owed,
      called: accountingMode === "cash" ? 0 - due : 0,
      ordered:
        0 -
        total(
          payouts.filter(({ status }) => ["blocked", "ordered", "transmitted", "failed"].includes(status)),
          amountOf,
        ),
      owners: 0 - (earned - total(executed(sight), amountOf) + fees + assignedTo(transactions, "467000")),
      fees: withdrawn - assignedTo(transactions, "512100"),
      assigned: ["165000", "580000", "627000"].map((code) => 0 - assignedTo(transactions, code)),
      paid: total(live, ({ allocatedAmount }) => allocatedAmount.cents),
      // Owners who are credited when it is called are so ahead of the money.
      represented: balance("512000") + owed + (accountingMode === "cash" ? 0 : due),
    });
    expect(new Set(transactions.map(({ bankReference }) => bankReference)).size).toBe(transactions.length);
    for (const { amountCents, allocations, allocatedAmount, remainingAmount } of payments) {
      const counting = allocations.filter(({ status }: Body) => status === "allocated");
      expect(total(counting, (each) => each.allocatedAmountCents)).toBe(allocatedAmount.cents);
      expect(remainingAmount.cents).toBeGreaterThanOrEqual(0);
      expect(allocatedAmount.cents + remainingAmount.cents).toBeLessThanOrEqual(amountCents);
    }
    for (const { paidAmountCents, remainingAmountCents, totalAmountCents } of calls) {
      expect(paidAmountCents + remainingAmountCents).toBe(totalAmountCents);
      expect(Math.min(paidAmountCents, remainingAmountCents)).toBeGreaterThanOrEqual(0);
    }
  }

  async function expectSoundBooks(): Promise<void> {
    const entries: Body[] = [];
    for (let page = 1; ; page += 1) {
      const found: Body[] = await agent.found("/accounting_entries", { ...ALL, page: String(page), sort: "reference" });
      for (const { id } of found) entries.push(await agent.found(`/accounting_entries/${id}`));
      if (found.length < 100) break;
    }
    const series = Map.groupBy(entries, ({ reference }) => reference.slice(0, -6));
    for (const own of series.values())
      expect(own.map(({ reference }) => Number(reference.slice(-6)))).toEqual(own.map((_, index) => index + 1));
    for (const { id, status: _, updatedAt: __, lines, ...entry } of entries) {
      const text = JSON.stringify([
        entry,
        lines.map(({ letteringCode: ___, letteringStatus: ____, ...line }: Body) => line),
      ]);
      expect(written.get(id) ?? text).toBe(text);
      written.set(id, text);
    }
    const lines = entries.flatMap((entry) => entry.lines);
    const lettered = lines.filter(({ letteringCode }: Body) => letteringCode !== null);
    const groups = Map.groupBy(lettered, ({ accountCode, auxiliaryCode, letteringCode }: Body) =>
      [accountCode, auxiliaryCode, letteringCode].join(" "),
    );
    for (const [name, own] of groups)
      expect([name, total(own, ({ debit, credit }) => Math.round((Number(debit) - Number(credit)) * 100))]).toEqual([
        name,
        0,
      ]);
    expect(lines.every((line: Body) => (line.letteringStatus === "full") === (line.letteringCode !== null))).toBe(true);
    expect((await house.findings()).map(({ message }) => message)).toEqual([]);
    expect(await fecFindingsOf(agent)).toEqual([]);
  }

  async function summary(): Promise<object> {
    const { calls, transactions, payouts, payments, exports } = await lookAt(agent);
    const { accounts } = await agent.found("/accounting/trial_balance");
    return {
      calls: calls.map(({ reference, status, paidAmountCents }) => [reference, status, paidAmountCents]),
      transactions: transactions.map(({ bankReference, status }) => [bankReference, status]),
      payouts: payouts.map(({ reference, status, exportId }) => [reference, status, exportId !== null]),
      exports: exports.map((file) => [
        ...[file.totalAmount, file.createdAt],
        ...(file.payouts as Body[]).map(({ reference, status, refused }) => `${reference} ${status} ${refused}`),
      ]),
      payments: payments
        .map(({ reference, status, amountCents, remainingAmount, allocations }) =>
          [
            ...[reference, status, amountCents, remainingAmount.cents],
            ...allocations.map((each: Body) => `${each.status} ${each.allocatedAmountCents}`),
          ].join(" "),
        )
        .toSorted(),
      accounts,
    };
  }

  const bill = async () => happenings.run?.(await lookAt(agent));

  return {
    agent,
    bank,
    bill,
    summary,
    step,
    expectSound: async () => expectEachCent(await lookAt(agent)),
    expectSoundBooks,
  };
}

/**
 * Histories of both modes from each seed, of this many steps: every step is checked to the cent, the books twice.
 * Returns the final statuses of payments and payouts.
 */
export async function expectHistories(
  house: House,
  { seeds, steps }: { readonly seeds: readonly number[]; readonly steps: number },
): Promise<ReadonlySet<string>> {
  const statuses = new Set<string>();
  for (const seed of seeds)
    for (const mode of ["cash", "accrual"] as const) {
      const play = await moneyPlay(house, mode, seed);
      for (let at = 1; at <= steps; at += 1) {
        await play.step();
        if (at * 2 === steps || at === steps) await play.expectSoundBooks();
      }
      const { payments, payouts, exports } = await lookAt(play.agent);
      for (const { payouts: sent } of exports)
        for (const { refused } of sent) statuses.add(refused ? "payout refused" : "payout sent");
      for (const { status } of payments) statuses.add(`payment ${status}`);
      for (const { status } of payouts) statuses.add(`payout ${status}`);
    }
  return statuses;
}
