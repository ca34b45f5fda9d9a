import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { usualDatabases } from "../../support/databases.ts";
import { fecFindingsOf } from "../../support/fec-file.ts";
import { expectRefusal, expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

describe.each(usualDatabases)("a credit note, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  /** A shop of one owner, let since January for 100.00 a month and 200.00 of charges, of which little was spent. */
  async function shop(accounting_mode: "cash" | "accrual", more: object = {}) {
    const agent = await agentOf(house, { accounting_mode });
    const { made } = agent;
    const property = await made("/properties", { name: "Rue Haute", address: "1 rue Haute" });
    const owner = await made("/owners", { first_name: "Alice" });
    const unit = await made("/units", { property_id: property.id, identifier: "A" });
    const whose = { owner_id: owner.id, unit_id: unit.id, share_numerator: 1, share_denominator: 1 };
    await made("/ownerships", { ownership: whose });
    const terms = { reference: "M", start_date: "2026-01-01", management_fee_rate: 10 };
    await made("/mandates", { owner_profile_id: owner.profileId, property_id: property.id, ...terms });
    const tenant = await made("/tenants", { first_name: "Léa", last_name: "Petit" });
    const dates = { start_date: "2026-01-01", signature_date: "2025-12-01", status: "active" };
    const lease = await made("/leases", {
      lease: { reference: "B-1", lease_type: "commercial", ...dates, ...more },
      term: {},
      units: [{ id: unit.id, base_rent_cents: 10_000, charge_provision_cents: 20_000 }],
      tenant_id: tenant.id,
    });
    return { agent, property, tenant, unit, owner, lease };
  }

  async function appliedRun(agent: Agent, period_start: string): Promise<string> {
    const { id } = await agent.made("/billing_runs", { period_start });
    await house.work();
    await agent.done(`/billing_runs/${id}/validate?force`);
    await agent.done(`/billing_runs/${id}/apply`);
    return id;
  }

  /** Pays January and February, and settles their charges: 10.00 instead of 400.00 make the call of March -90.00. */
  async function overpaid(
    mode: "cash" | "accrual",
    {
      deposit = 0,
      lateDeposit = 0,
      spentCents = 1_000,
      ...more
    }: { deposit?: number; lateDeposit?: number; spentCents?: number; end_date?: string } = {},
  ) {
    const made = await shop(mode, { ...more, ...(deposit > 0 && { security_deposit_cents: deposit }) });
    const { agent, property } = made;
    const bank = await bankOf(house, agent);
    const pay = async (run: string, amount_cents: number) => {
      const { reference: label } = await callOf(agent, run);
      await bank.bring({ bank_reference: `${label} ${amount_cents}`, amount_cents, label });
    };
    await pay(await appliedRun(agent, "2026-01-01"), 30_000 + deposit);
    await pay(await appliedRun(agent, "2026-02-01"), 30_000);
    const period = { property_id: property.id, period_from: "2026-01-01", period_to: "2026-02-28" };
    const { id } = await agent.made("/charge_statements", { ...period, lines: [{ total_cents: spentCents }] });
    await agent.done(`/charge_statements/${id}/approve`);
    if (lateDeposit > 0) {
      const lease = { security_deposit_cents: lateDeposit };
      expectStatus(await agent.ask("PATCH", `/leases/${made.lease.id}`, { lease }), 200);
    }
    const march = await appliedRun(agent, "2026-03-01");
    return { ...made, bank, pay, march };
  }

  const callOf = async (agent: Agent, run: string): Promise<Body> =>
    (await agent.found("/rent_calls", { "q[billing_run_id_eq]": run }))[0];

  /** The amounts of an account's lines that have no letters. */
  async function unletteredOf(agent: Agent, account: string): Promise<readonly string[]> {
    const entries: Body[] = await agent.found("/accounting_entries", { per_page: "100" });
    const unlettered: string[] = [];
    for (const { id } of entries)
      for (const line of (await agent.found(`/accounting_entries/${id}`)).lines)
        if (line.accountCode === account && line.letteringStatus !== "full")
          unlettered.push(`${line.debit} ${line.credit} ${line.letteringStatus}`);
    return unlettered;
  }

  async function expectSound(agent: Agent) {
    expect((await house.findings()).map(({ message }) => message)).toEqual([]);
    expect(await fecFindingsOf(agent)).toEqual([]);
  }

  it.each(["cash", "accrual"] as const)(
    "pays the next call of its tenant, and is lettered with it, %s",
    async (mode) => {
      const { agent, march, pay } = await overpaid(mode);
      expect(await callOf(agent, march)).toMatchObject({ kind: "credit_note", totalAmountCents: -9_000 });
      const april = await appliedRun(agent, "2026-04-01");
      expect(await callOf(agent, april)).toMatchObject({ paidAmountCents: 9_000, remainingAmountCents: 21_000 });
      const lines: Body[] = await agent.found(`/billing_runs/${april}/lines`);
      const covered = lines.map(({ billingCategory, alreadyPaidCents }) => [billingCategory, alreadyPaidCents]);
      expect(covered.toSorted()).toEqual([
        ["charge_provision", 0],
        ["rent", 9_000],
      ]);
      await pay(april, 21_000);
      expect(await callOf(agent, april)).toMatchObject({ status: "paid", remainingAmountCents: 0 });
      expect(await unletteredOf(agent, "411000")).toEqual([]);
      await expectSound(agent);
    },
  );

  it("is taken back with its run, unless it pays the call of a later one", async () => {
    const { agent, march } = await overpaid("cash");
    const april = await appliedRun(agent, "2026-04-01");
    expectRefusal(await agent.ask("POST", `/billing_runs/${march}/cancel`), 409, "conflict");
    await agent.done(`/billing_runs/${april}/cancel`);
    await agent.done(`/billing_runs/${march}/cancel`);
    const again = await appliedRun(agent, "2026-04-01");
    // The balance of charges is due again; the withdrawn credit pays nothing.
    expect(await callOf(agent, again)).toMatchObject({ totalAmountCents: -9_000, paidAmountCents: 0 });
    await expectSound(agent);
  });

  const balanceOf = async ({ found }: Agent, account: string): Promise<string> =>
    (await found("/accounting/ledger", { account })).closingBalance;

  it("is borne by its owner where it is refunded, cash", async () => {
    const { agent, tenant, owner, bank } = await overpaid("cash");
    const moved = async (bank_reference: string, amount_cents: number, direction: string) => {
      await bank.bring({ bank_reference, amount_cents, direction, label: bank_reference });
      const [{ id }] = await agent.found("/bank_transactions", { "q[bank_reference_eq]": bank_reference });
      return `/bank_transactions/${id}/assignments`;
    };
    const refund = await moved("Back", 9_000, "outbound");
    const refunded = (amount_cents: number) =>
      agent.ask("POST", refund, {
        lines: [{ account_code: "411000", auxiliary_code: tenant.code, amount_cents }],
      });
    // The owner's money was ordered: another owner's would pay.
    expectRefusal(await refunded(9_000), 422, "insufficient_funds");
    expect([await balanceOf(agent, "467000"), await balanceOf(agent, "467100")]).toEqual(["0.00", "90.00"]);
    const lines = [{ account_code: "467000", auxiliary_code: owner.code, amount_cents: 10_000 }];
    expectStatus(await agent.ask("POST", await moved("Funds", 10_000, "inbound"), { lines }), 201);
    const first = expectStatus(await refunded(4_001), 201);
    expect([await balanceOf(agent, "467000"), await balanceOf(agent, "467100")]).toEqual(["-59.99", "49.99"]);
    expectStatus(await agent.ask("DELETE", `${refund}/${first.assignments[0].id}`), 204);
    expect([await balanceOf(agent, "467000"), await balanceOf(agent, "467100")]).toEqual(["-100.00", "90.00"]);
    for (const amount of [4_001, 4_999]) expectStatus(await refunded(amount), 201);
    expect([await balanceOf(agent, "467000"), await balanceOf(agent, "467100")]).toEqual(["-10.00", "0.00"]);
    expect([await balanceOf(agent, "411000"), await balanceOf(agent, "471000")]).toEqual(["0.00", "0.00"]);
    await expectSound(agent);
  });

  it("is borne by its owner where it goes back with the deposit, cash", async () => {
    const { agent } = await overpaid("cash", { deposit: 50_000, end_date: "2026-02-28" });
    const [{ id }] = await agent.found("/security_deposits");
    await agent.done(`/security_deposits/${id}/return`, { returned_on: "2026-03-01", in_conformity: true });
    expect([await balanceOf(agent, "165000"), await balanceOf(agent, "411000")]).toEqual(["-890.00", "0.00"]);
    expect([await balanceOf(agent, "467000"), await balanceOf(agent, "467100")]).toEqual(["390.00", "0.00"]);
    expect(await unletteredOf(agent, "411000")).toEqual([]);
    await expectSound(agent);
  });

  it.each([
    { mode: "cash", lateDeposit: 5_000, receivedCents: 5_000 },
    { mode: "cash", lateDeposit: 9_000, receivedCents: 9_000 },
    { mode: "cash", lateDeposit: 50_000, receivedCents: 9_000 },
    { mode: "accrual", lateDeposit: 5_000, receivedCents: 5_000 },
  ] as const)("pays the call of a deposit of $lateDeposit cents in its run, $mode", async (example) => {
    const { mode, lateDeposit, receivedCents } = example;
    const { agent, march, lease } = await overpaid(mode, { lateDeposit });
    const calls: Body[] = await agent.found("/rent_calls", { "q[billing_run_id_eq]": march });
    expect(
      calls.map(({ kind, totalAmountCents, remainingAmountCents }) => [kind, totalAmountCents, remainingAmountCents]),
    ).toEqual(
      expect.arrayContaining([
        ["credit_note", -9_000, 0],
        ["call", lateDeposit, lateDeposit - receivedCents],
      ]),
    );
    const [deposit] = await agent.found("/security_deposits");
    expect(deposit).toMatchObject({ amountCents: lateDeposit, receivedCents });
    expectStatus(await agent.ask("PATCH", `/leases/${lease.id}`, { lease: { end_date: "2026-02-28" } }), 200);
    const returned = { returned_on: "2026-03-01", in_conformity: true };
    await agent.done(`/security_deposits/${deposit.id}/return`, returned);
    const [payout] = await agent.found("/owner_payouts", { "q[kind_eq]": "deposit" });
    expect(payout).toMatchObject({ amountCents: 9_000 });
    expect([await balanceOf(agent, "165000"), await balanceOf(agent, "411000")]).toEqual(["-90.00", "0.00"]);
    // The owner had the money that the tenant gets now; in accrual, the fee of March is debited, too.
    const ownerOwes = mode === "cash" ? "90.00" : "102.00";
    expect([await balanceOf(agent, "467000"), await balanceOf(agent, "467100")]).toEqual([ownerOwes, "0.00"]);
    await expectSound(agent);
  });

  it("and a deposit are two calls in the summary of their run, before and after it is applied", async () => {
    const { agent, march } = await overpaid("cash", { lateDeposit: 5_000 });
    await agent.done(`/billing_runs/${march}/cancel`);
    expect([await balanceOf(agent, "467000"), await balanceOf(agent, "467100")]).toEqual(["-300.00", "0.00"]);
    expect([await balanceOf(agent, "165000"), await balanceOf(agent, "411000")]).toEqual(["0.00", "0.00"]);
    const { id } = await agent.made("/billing_runs", { period_start: "2026-03-01" });
    await house.work();
    const totals = async () => {
      const { billingNoticesSummary } = await agent.found(`/billing_runs/${id}`);
      return billingNoticesSummary.notices.map(({ totalAmountCents }: Body) => totalAmountCents);
    };
    expect(await totals()).toEqual([-9_000, 5_000]);
    await agent.done(`/billing_runs/${id}/validate?force`);
    await agent.done(`/billing_runs/${id}/apply`);
    expect(await totals()).toEqual([-9_000, 5_000]);
    await expectSound(agent);
  });

  it("is none where other lines exceed it: the call contains the deposit, which is received with it", async () => {
    const { agent, march, pay } = await overpaid("cash", { lateDeposit: 5_000, spentCents: 35_000 });
    const calls: Body[] = await agent.found("/rent_calls", { "q[billing_run_id_eq]": march });
    expect(calls).toMatchObject([{ kind: "call", totalAmountCents: 30_000, otherAmountCents: 5_000 }]);
    await pay(march, 30_000);
    expect(await agent.found("/security_deposits")).toMatchObject([{ status: "held", receivedCents: 5_000 }]);
    await expectSound(agent);
  });
});
