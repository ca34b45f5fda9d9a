import type { Day } from "@cartulary/kernel";
import { cents } from "@cartulary/ledger";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf, entriesOf } from "../../support/bank.ts";
import { bookMakersFor } from "../../support/books.ts";
import { databases } from "../../support/databases.ts";
import { fecFindingsOf } from "../../support/fec-file.ts";
import { expectNotFound, expectRefusal, expectRentalInvalid, expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf, validatedRun } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

const DAY_MS = 86_400_000;

describe.each(databases)("a security deposit, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  /** A home let from 1 March to 31 March 2026 by two owners, with a deposit. */
  async function home(mandate: object = {}, more: object = {}, accounting_mode = "cash") {
    const agent = await agentOf(house, { accounting_mode });
    const { made } = agent;
    const property = await made("/properties", { name: "Rue Haute", address: "1 rue Haute" });
    const unit = await made("/units", { property_id: property.id, identifier: "Lot 1" });
    const tenant = await made("/tenants", { first_name: "Léa", last_name: "Petit" });
    for (const [first_name, share_numerator] of [
      ["Alice", 1],
      ["Bruno", 2],
    ] as const) {
      const owner = await made("/owners", { first_name });
      const ownership = { owner_id: owner.id, unit_id: unit.id, share_numerator, share_denominator: 3 };
      await made("/ownerships", { ownership });
      const terms = { reference: `M-${first_name}`, start_date: "2026-01-01", management_fee_rate: 10, ...mandate };
      await made("/mandates", { owner_profile_id: owner.profileId, property_id: property.id, ...terms });
    }
    const lease = await made("/leases", {
      lease: {
        ...{ reference: "B-1", lease_type: "residential_unfurnished", start_date: "2026-03-01", status: "active" },
        ...{ signature_date: "2026-02-01", end_date: "2026-03-31", security_deposit_cents: 100_000, ...more },
      },
      term: {},
      units: [{ id: unit.id, base_rent_cents: 100_000 }],
      tenant_id: tenant.id,
    });
    return { agent, tenant, lease, bank: await bankOf(house, agent) };
  }

  async function billed(agent: Agent) {
    const run = await validatedRun(house, agent);
    return agent.done(`/billing_runs/${run.id}/apply`);
  }

  async function expectSound(agent: Agent) {
    expect((await house.findings()).map(({ message }) => message)).toEqual([]);
    expect(await fecFindingsOf(agent)).toEqual([]);
  }

  const balanceOf = async ({ found }: Agent, account: string): Promise<string> =>
    (await found("/accounting/ledger", { account })).closingBalance;
  const depositOf = async ({ found }: Agent): Promise<Body> => (await found("/security_deposits"))[0];
  const passUntil = async (day: string) => {
    const now = house.clock.now().slice(0, 10);
    const days = Math.round((Date.parse(day) - Date.parse(now)) / DAY_MS);
    if (days > 0) await house.clock.pass(days * DAY_MS);
  };

  it("is called once, held by the agency, and returned less arrears and a repair, to the cent", async () => {
    const { agent, tenant, lease, bank } = await home();
    const run = await billed(agent);
    const lines: Body[] = await agent.found(`/billing_runs/${run.id}/lines`);
    expect(lines.map(({ billingCategory, amountTtc, label }) => [billingCategory, amountTtc, label])).toEqual(
      expect.arrayContaining([["deposit", "1000.00", "Dépôt de garantie"]]),
    );
    const [call]: Body[] = await agent.found("/rent_calls");
    expect(call).toMatchObject({ totalAmountCents: 200_000, rentAmountCents: 100_000, otherAmountCents: 100_000 });
    const called = await depositOf(agent);
    expect(called).toMatchObject({
      ...{ leaseId: lease.id, leaseReference: "B-1", tenantId: tenant.id, amountCents: 100_000, receivedCents: 0 },
      ...{ heldBy: "agency", status: "called", returnDueOn: null, deductions: [], returnedAt: null, lateMonths: 0 },
    });
    expect((await agent.found(`/tenants/${tenant.id}`)).leases[0].securityDepositId).toBe(called.id);
    expectRefusal(
      await agent.ask("PATCH", `/leases/${lease.id}`, { lease: { security_deposit_cents: 1 } }),
      422,
      "invalid_transition",
    );
    await bank.bring({ bank_reference: "P-1", amount_cents: 150_000, label: call.reference });
    expect(await depositOf(agent)).toMatchObject({ status: "called", receivedCents: 50_000 });
    const owed = { returned_on: "2026-04-01", in_conformity: true };
    const path = `/security_deposits/${called.id}`;
    expectRefusal(await agent.ask("POST", `${path}/return`, owed), 422, "invalid_transition");
    await bank.bring({ bank_reference: "P-2", amount_cents: 50_000, label: call.reference });
    expect(await depositOf(agent)).toMatchObject({ status: "held", receivedCents: 100_000 });
    expect(await balanceOf(agent, "165000")).toBe("-1000.00");

    await passUntil("2026-04-10");
    expect(await depositOf(agent)).toMatchObject({ returnDueOn: "2026-05-31" });
    const account = { label: "Compte", iban: "FR7630006000011234567890189", is_default: true };
    const returning = (json: object) => agent.ask("POST", `${path}/return`, json);
    expectRentalInvalid(await returning({ ...owed, deductions: [{ label: "Mur", amount_cents: 100_001 }] }), {
      deductions: ["less_than_or_equal_to"],
    });
    expectRentalInvalid(await returning({ ...owed, returned_on: "2026-03-30" }), {
      returned_on: ["greater_than_or_equal_to"],
    });
    expectRentalInvalid(await returning({ ...owed, returned_on: "2027-01-01" }), {
      returned_on: ["less_than_or_equal_to"],
    });
    expectRentalInvalid(await returning({ deductions: [{ label: " ", amount_cents: 0 }] }), {
      ...{ returned_on: ["blank"], in_conformity: ["blank"] },
      ...{ "deductions[0].label": ["blank"], "deductions[0].amount_cents": ["greater_than_or_equal_to"] },
    });
    for (const deductions of [[{ label: "x", amount_cents: 1.5 }], [{ label: "x", amount_cents: 1e300 }], {}, "x", [1]])
      expectStatus(await returning({ ...owed, deductions }), 422);
    const whole = { ...owed, deductions: [{ label: "Peinture", amount_cents: 30_000 }] };
    const replies = await Promise.all([returning(whole), returning(whole)]);
    expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 422]);
    const returned = await depositOf(agent);
    expect(returned).toMatchObject({
      ...{ status: "partially_returned", returnedOn: "2026-04-01", returnDueOn: "2026-04-30", lateMonths: 0 },
      deductions: [{ label: "Peinture", amountCents: 30_000 }],
    });
    const [payout]: Body[] = await agent.found("/owner_payouts", { "q[kind_eq]": "deposit" });
    expect(payout).toMatchObject({
      ...{ reference: "RD-2026-000001", kind: "deposit", ownerId: null, billingRunId: null, tenantId: tenant.id },
      ...{ securityDepositId: called.id, amountCents: 70_000, status: "blocked", ownerName: "Léa Petit" },
    });
    expectStatus(await agent.ask("PATCH", `/tenants/${tenant.id}`, { bank_accounts: [account] }), 200);
    expect(await agent.found(`/owner_payouts/${payout.id}`)).toMatchObject({ status: "ordered" });
    await bank.bring({
      ...{ bank_reference: "O-1", direction: "outbound", amount_cents: 70_000, label: "RD-2026-000001" },
    });
    expect(await agent.found(`/owner_payouts/${payout.id}`)).toMatchObject({ status: "executed" });
    expect(await balanceOf(agent, "165000")).toBe("0.00");
    expect(await balanceOf(agent, "411000")).toBe("0.00");
    expect(await entriesOf(agent, { journal: "OD" })).toEqual([
      "OD-2026-000001 2026-04-10: / 165000 LOC0001 D 300.00 / 467000 PRO0001 C 100.00 / 467000 PRO0002 C 200.00",
    ]);
    await expectSound(agent);
  });

  it("pays arrears before a refund, and forgets the part that was never received", async () => {
    const { agent, bank } = await home();
    await billed(agent);
    const [call]: Body[] = await agent.found("/rent_calls");
    // Rent 1000, of which 400 is paid by bank and the rest is unpaid; the deposit has received nothing.
    await bank.bring({ bank_reference: "P-1", amount_cents: 160_000, label: call.reference });
    await passUntil("2026-04-10");
    const { id } = await depositOf(agent);
    const returned = await agent.done(`/security_deposits/${id}/return`, {
      ...{ returned_on: "2026-04-02", in_conformity: false },
    });
    expect(returned).toMatchObject({ status: "returned", receivedCents: 60_000, returnDueOn: "2026-05-31" });
    expect(await agent.found("/owner_payouts", { "q[kind_eq]": "deposit" })).toMatchObject([{ amountCents: 60_000 }]);
    expect(await agent.found(`/rent_calls/${call.id}`)).toMatchObject({ remainingAmountCents: 0, status: "paid" });
    expect(await balanceOf(agent, "411000")).toBe("0.00");
    expect(await balanceOf(agent, "165000")).toBe("-600.00");
    await expectSound(agent);
  });

  /** The lines on the tenant's account with their letters. */
  const tenantLines = async (agent: Agent) =>
    (await entriesOf(agent))
      .flatMap((entry) => entry.split(" / ").filter((line) => line.startsWith("411000 LOC0001")))
      .map((line) => line.slice("411000 LOC0001 ".length))
      .toSorted();

  it("takes along the rest of a receipt, which is lettered with its refund", async () => {
    const { agent, bank } = await home();
    await billed(agent);
    const [call]: Body[] = await agent.found("/rent_calls");
    await bank.bring({ bank_reference: "P-1", amount_cents: 205_000, label: call.reference });
    await passUntil("2026-04-10");
    const { id } = await depositOf(agent);
    await agent.done(`/security_deposits/${id}/return`, { returned_on: "2026-04-02", in_conformity: true });
    expect(await tenantLines(agent)).toEqual([
      "C 2000.00 AAA",
      "C 50.00 AAB",
      "D 1000.00 AAA",
      "D 1000.00 AAA",
      "D 50.00 AAB",
    ]);
    await expectSound(agent);
  });

  it("takes along what is left of credits, which is lettered with the call that they paid", async () => {
    const { agent, tenant, bank } = await home();
    for (const [bank_reference, amount_cents] of [
      ["P-1", 150_000],
      ["P-2", 60_000],
      ["P-3", 7_000],
    ] as const) {
      await bank.bring({ bank_reference, amount_cents, label: "?" });
      const [{ id }] = await agent.found("/bank_transactions", { "q[bank_reference_eq]": bank_reference });
      const lines = [{ account_code: "411000", auxiliary_code: tenant.code, amount_cents }];
      expectStatus(await agent.ask("POST", `/bank_transactions/${id}/assignments`, { lines }), 201);
    }
    const run = await billed(agent);
    expect(run.cancellable).toBe(true);
    const called = ["D 1000.00", "D 1000.00"];
    const before = ["C 1500.00 partial", "C 600.00 partial", "C 70.00", ...called.map((line) => `${line} partial`)];
    expect(await tenantLines(agent)).toEqual(before);
    await passUntil("2026-04-10");
    const { id } = await depositOf(agent);
    await agent.done(`/security_deposits/${id}/return`, { returned_on: "2026-04-02", in_conformity: true });
    const after = ["C 1500.00", "C 600.00", "C 70.00", ...called, "D 170.00"];
    expect(await tenantLines(agent)).toEqual(after.map((line) => `${line} AAA`));
    expect((await agent.found(`/billing_runs/${run.id}`)).cancellable).toBe(false);
    expectRefusal(await agent.ask("POST", `/billing_runs/${run.id}/cancel`), 409, "conflict");
    await expectSound(agent);
  });

  it("is held by the owners under their mandates, and deductions are fees under theirs", async () => {
    // Fees bear 20 percent where the mandate has no rate.
    const mandate = { depot_garantie_detention: "owner", retenue_destination: "agency" };
    const { agent, bank } = await home(mandate);
    await billed(agent);
    const [call]: Body[] = await agent.found("/rent_calls");
    await bank.bring({ bank_reference: "P-1", amount_cents: 200_000, label: call.reference });
    const deposit = await depositOf(agent);
    expect(deposit).toMatchObject({ heldBy: "owner", status: "held" });
    await passUntil("2026-04-10");
    const path = `/security_deposits/${deposit.id}/return`;
    const json = {
      ...{ returned_on: "2026-04-02", in_conformity: true },
      deductions: [{ label: "Ménage", amount_cents: 12_000 }],
    };
    await agent.done(path, json);
    expect(await balanceOf(agent, "706200")).toBe("-100.00");
    expect(await balanceOf(agent, "445710")).toBe("-20.00");
    expect(await balanceOf(agent, "165000")).toBe("-880.00");
    await expectSound(agent);
  });

  it("orders no payout where deductions use all of it up", async () => {
    const { agent, bank } = await home();
    await billed(agent);
    const [call]: Body[] = await agent.found("/rent_calls");
    await bank.bring({ bank_reference: "P-1", amount_cents: 200_000, label: call.reference });
    await passUntil("2026-04-10");
    const { id } = await depositOf(agent);
    const whole = { label: "Incendie", amount_cents: 100_000 };
    const returned = await agent.done(`/security_deposits/${id}/return`, {
      ...{ returned_on: house.clock.now().slice(0, 10), in_conformity: false, deductions: [whole] },
    });
    expect(returned).toMatchObject({ status: "partially_returned" });
    expect(await agent.found("/owner_payouts", { "q[kind_eq]": "deposit" })).toEqual([]);
    expect([await balanceOf(agent, "165000"), await balanceOf(agent, "411000")]).toEqual(["0.00", "0.00"]);
    await expectSound(agent);
  });

  /** A deposit that owners hold, of which 600 came in, at the day of its return. */
  async function heldByOwners(accounting_mode: string) {
    const { agent, bank } = await home({ depot_garantie_detention: "owner" }, {}, accounting_mode);
    await billed(agent);
    const [call]: Body[] = await agent.found("/rent_calls");
    await bank.bring({ bank_reference: "P-1", amount_cents: 160_000, label: call.reference });
    await passUntil("2026-04-10");
    return { agent, path: `/security_deposits/${(await depositOf(agent)).id}/return` };
  }

  it("is taken back from the owners who hold it, and what never came in from where it was called", async () => {
    const { agent, path } = await heldByOwners("cash");
    await agent.done(path, { returned_on: "2026-04-02", in_conformity: true });
    expect((await entriesOf(agent, { journal: "OD" })).map((entry) => entry.split(" / ").slice(1))).toEqual([
      [
        ...["467100 PRO0001 D 133.33", "467100 PRO0002 D 266.67", "467000 PRO0001 D 200.00", "467000 PRO0002 D 400.00"],
        ...["411000 LOC0001 C 400.00 AAA", "165000 LOC0001 C 600.00"],
      ],
    ]);
    expect(await balanceOf(agent, "411000")).toBe("0.00");
    await expectSound(agent);
  });

  it("stays with owners whose money is ordered as payouts already", async () => {
    const { agent, path } = await heldByOwners("accrual");
    const json = { returned_on: "2026-04-02", in_conformity: true };
    expectRefusal(await agent.ask("POST", path, json), 422, "insufficient_funds");
    expect(await depositOf(agent)).toMatchObject({ returnedAt: null, receivedCents: 60_000 });
    expect(await entriesOf(agent, { journal: "OD" })).toEqual([]);
  });

  it("is called again once its run is cancelled, and two runs call it once", async () => {
    const { agent } = await home();
    const [one, other] = [await validatedRun(house, agent), await validatedRun(house, agent)];
    await agent.done(`/billing_runs/${one.id}/apply`);
    expectRefusal(await agent.ask("POST", `/billing_runs/${other.id}/apply`), 409, "run_stale");
    const { id, updatedAt } = await depositOf(agent);
    await agent.done(`/billing_runs/${one.id}/cancel`);
    expectNotFound(await agent.ask("GET", `/security_deposits/${id}`));
    const followed: Body[] = await agent.found("/snapshots", {
      ...{ collection: "security_deposits", updated_since: updatedAt },
    });
    expect(followed).toMatchObject([{ id, state: "deleted", data: null }]);
    await billed(agent);
    expect(await agent.found("/security_deposits")).toHaveLength(1);
    await expectSound(agent);
  });

  it("is taken over from the imported opening once: the next lease of the tenant calls its own", async () => {
    const { agent, tenant } = await home({}, { status: "draft" });
    const { ledger, clerk } = bookMakersFor(house);
    const lines = [
      { accountCode: "165000", auxiliaryCode: "LOC0001", label: "Reprise", creditCents: cents(70_000) },
      { accountCode: "512000", label: "Reprise", debitCents: cents(70_000) },
    ];
    await ledger(agent.id).enterOpening(clerk, { societyCode: "1", date: "2026-01-01" as Day, lines });
    const property = await agent.made("/properties", { name: "Rue Basse", address: "1 rue Basse" });
    const letFrom = async (start_date: string, reference: string) => {
      const unit = await agent.made("/units", { property_id: property.id, identifier: reference });
      const attributes = { reference, lease_type: "residential_unfurnished", start_date, status: "active" };
      const lease = { ...attributes, signature_date: "2025-03-01", security_deposit_cents: 70_000 };
      const units = [{ id: unit.id, base_rent_cents: 70_000 }];
      return agent.made("/leases", { lease, term: {}, units, tenant_id: tenant.id });
    };
    const old = await letFrom("2025-04-01", "Old");
    expectRefusal(await agent.ask("DELETE", `/leases/${old.id}`), 422, "has_dependents");
    await letFrom("2026-03-01", "New");
    await letFrom("2025-05-01", "Garage");
    const deposits = async () =>
      (await agent.found("/security_deposits", { sort: "created_at" })).map((deposit: Body) => [
        ...[deposit.leaseReference, deposit.amountCents, deposit.receivedCents, deposit.status],
      ]);
    expect(await deposits()).toEqual([["Old", 70_000, 70_000, "held"]]);
    await billed(agent);
    expect(await deposits()).toEqual([
      ["Old", 70_000, 70_000, "held"],
      ["New", 70_000, 0, "called"],
    ]);
    await expectSound(agent);
  });

  it("warns above the law, and of one that is late on the payouts of the lease's owners", async () => {
    const { agent, bank } = await home({}, { security_deposit_cents: 100_001 });
    const run = await billed(agent);
    const lines: Body[] = await agent.found(`/billing_runs/${run.id}/lines`, { "q[billing_category_eq]": "deposit" });
    expect(lines).toMatchObject([{ anomalyType: "deposit_above_law" }]);
    const [call]: Body[] = await agent.found("/rent_calls");
    await bank.bring({ bank_reference: "P-1", amount_cents: 200_001, label: call.reference });
    await passUntil("2026-06-15");
    const deposit = await depositOf(agent);
    expect(deposit).toMatchObject({ returnDueOn: "2026-05-31", lateMonths: 1, lateAmountCents: 10_000 });
    const june = await validatedRun(house, agent, { period_start: "2026-06-01" });
    const payouts: Body[] = await agent.found(`/billing_runs/${june.id}/lines`, {
      ...{ type: "owner", "q[billing_category_eq]": "payout" },
    });
    expect(payouts).toHaveLength(2);
    for (const { anomalyDetails, anomalyType } of payouts) {
      expect([anomalyType, ...anomalyDetails.others]).toContain("deposit_late");
      expect(anomalyDetails).toMatchObject({ securityDepositId: deposit.id, months: 1, amountCents: 10_000 });
    }
  });

  it("moves with its lease and with each month that it is late", async () => {
    const { agent, lease, bank } = await home({}, { end_date: "2027-12-31" });
    await billed(agent);
    const [call]: Body[] = await agent.found("/rent_calls");
    await bank.bring({ bank_reference: "P-1", amount_cents: 200_000, label: call.reference });
    await passUntil("2026-06-16");
    await house.upkeep.run();
    const followed = async (act: () => Promise<unknown>) => {
      await house.clock.pass(60_000);
      const query = { updated_since: house.clock.now() };
      await act();
      const found: Body[] = await agent.found("/security_deposits", query);
      return found.map(({ returnDueOn, lateMonths, lateAmountCents }) => [returnDueOn, lateMonths, lateAmountCents]);
    };
    const onDay = (day: string) =>
      followed(async () => {
        await passUntil(day);
        await house.upkeep.run();
      });
    const ended = (end_date: string) =>
      followed(async () => expectStatus(await agent.ask("PATCH", `/leases/${lease.id}`, { lease: { end_date } }), 200));
    expect(await ended("2026-05-31")).toEqual([["2026-07-31", 0, 0]]);
    expect(await onDay("2026-07-31")).toEqual([]);
    expect(await onDay("2026-08-01")).toEqual([["2026-07-31", 1, 10_000]]);
    expect(await onDay("2026-08-31")).toEqual([]);
    expect(await onDay("2026-09-01")).toEqual([["2026-07-31", 2, 20_000]]);
    expect(await onDay("2026-12-01")).toEqual([["2026-07-31", 5, 50_000]]);
    expect(await onDay("2026-12-02")).toEqual([]);
    const [{ id: term }]: Body[] = (await agent.found(`/leases/${lease.id}`)).terms;
    const lease_unit_terms = [{ lease_unit_id: lease.units[0].id, base_rent_cents: 110_000 }];
    const dearer = async () =>
      expectStatus(await agent.ask("PATCH", `/lease_terms/${term}`, { lease_term: { lease_unit_terms } }), 200);
    expect(await followed(dearer)).toEqual([["2026-07-31", 5, 55_000]]);
    expect(await ended("2026-12-15")).toEqual([[null, 0, 0]]);
    expect(await onDay("2026-12-16")).toEqual([["2027-02-15", 0, 0]]);
    const { id } = await depositOf(agent);
    const input = { returned_on: "2026-12-16", deductions: [], in_conformity: true };
    expect(await followed(() => agent.done(`/security_deposits/${id}/return`, input))).toEqual([["2027-01-15", 0, 0]]);
    expect(await onDay("2027-03-01")).toEqual([]);
  });
});
