import { expect } from "vitest";
import type { Body } from "./estate.ts";
import type { Play, PlayHost, RunKnown } from "./history.ts";
import { centsOf, counted, of, total } from "./sums.ts";

/** The balance of each account and auxiliary, in cents, without zero balances. */
export async function balancesOf({ agent }: PlayHost): Promise<ReadonlyMap<string, number>> {
  const { accounts, totalDebit, totalCredit } = await agent.found("/accounting/trial_balance");
  expect(totalDebit).toBe(totalCredit);
  const named = accounts.map(({ accountCode, auxiliaryCode, balance }: Body) => [
    [accountCode, auxiliaryCode].filter(Boolean).join(" "),
    centsOf(balance),
  ]);
  return new Map(named.filter(([, cents]: Body) => cents !== 0));
}

export function difference(
  after: ReadonlyMap<string, number>,
  before: ReadonlyMap<string, number>,
): ReadonlyMap<string, number> {
  const names = [...new Set([...before.keys(), ...after.keys()])];
  return new Map(
    names
      .map((name) => [name, (after.get(name) ?? 0) - (before.get(name) ?? 0)] as const)
      .filter(([, cents]) => cents !== 0),
  );
}

/** The movements of an applied run: calls to tenants, payouts to owners, and deductions from owners. */
export function expectMoved(
  { isCash, balances, estate }: Play,
  { read }: RunKnown,
  moved: ReadonlyMap<string, number>,
): void {
  const on = (...codes: readonly string[]) =>
    [...moved].filter(([name]) => codes.includes(name.slice(0, 6))).reduce((sum, [, cents]) => sum + cents, 0);
  const { tenant, owner } = { tenant: counted(read.tenant), owner: counted(read.owner) };
  const fees = of(owner, "management_fee", "management_fee_vat", "service_fee", "gli_premium");
  const suspended = 0 - on("471000");
  const paid = total(of(owner, "payout"));
  expect([on("411000"), 0 - on("467900"), on("706100", "706200", "445710", "401000"), on("512000")]).toEqual([
    total(tenant),
    paid,
    total(fees),
    0,
  ]);
  expect(0 - on("467000", "467100")).toBe(total(tenant) - suspended + total(fees) - paid);
  if (isCash) return;
  // Invariant 15, over all lines: amounts of parts without an owner are in suspense.
  expect(total(of(read.owner, "owner_rent", "owner_charges", "owner_vat"))).toBe(total(tenant) - suspended);
  // Invariant 28: no owner is paid from the money of others.
  for (const { ownerId } of of(owner, "payout").filter(({ amountTtc }) => centsOf(amountTtc) > 0)) {
    const { accountingCode } = estate.owners.find(({ id }) => id === ownerId);
    const name = `467000 ${accountingCode}`;
    expect((balances.get(name) ?? 0) + (moved.get(name) ?? 0)).toBeLessThanOrEqual(0);
  }
}

/**
 * Representation of funds (rental.md 2.1, invariant 29): the bank has what came in; tenants owe what their calls have left
 * but for what they paid ahead; in cash owners wait for no more than that, and with nothing left to be paid all that is at
 * the bank belongs to owners, suspense, tenants' credit, insurers or fees.
 */
export async function expectRepresented(play: Play, host: PlayHost): Promise<void> {
  play.balances = await balancesOf(host);
  const on = (...codes: readonly string[]) =>
    [...play.balances].filter(([name]) => codes.includes(name.slice(0, 6))).reduce((sum, [, cents]) => sum + cents, 0);
  const calls: Body[] = await host.agent.found("/rent_calls", { per_page: "100" });
  const live = calls.filter(({ status }) => status !== "cancelled");
  const sum = (field: string) => live.reduce((all: number, call) => all + call[field], 0);
  const [due, paid] = [sum("remainingAmountCents"), sum("paidAmountCents")];
  expect([on("512000"), on("411000")]).toEqual([play.received + play.suspended, due - (play.received - paid)]);
  expect(0 - on("467100")).toBeGreaterThanOrEqual(0);
  expect(0 - on("467100")).toBeLessThanOrEqual(play.isCash ? due : 0);
  const isSomebodys = 0 - on("467000", "467900", "165000", "471000", "411000", "401000", "706100", "706200", "445710");
  if (due === 0) expect(on("512000")).toBe(isSomebodys);
}

/** Invariant 24: in each journal the numbers run from 1 without a gap, in the order in which entries were made. */
export async function expectNumbered({ agent }: PlayHost): Promise<void> {
  const entries: Body[] = [];
  for (let page = 1; ; page += 1) {
    const some = await agent.found("/accounting_entries", { per_page: "100", page: String(page), sort: "created_at" });
    entries.push(...some);
    if (some.length < 100) break;
  }
  const series = Map.groupBy(entries, ({ reference }): string => reference.replace(/\d+$/, ""));
  for (const own of series.values()) {
    const numbers = own.map(({ reference }) => Number(/\d+$/.exec(reference)?.[0])).toSorted((a, b) => a - b);
    expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  }
}
