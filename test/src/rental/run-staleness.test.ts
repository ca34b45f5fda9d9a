import type { BilledLease, BilledMandate, BilledUnit, OwnerBasis, OwnerSnapshot } from "@cartulary/rental/billing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { usualDatabases } from "../../support/databases.ts";
import { expectRefusal, expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf, validatedRun, workedEstate } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

/** All inputs of a run, by the types that it reads, without those that never change. */
type Input =
  | `lease ${Exclude<keyof BilledLease, "id" | "units">}`
  | "tenant name"
  | `unit ${Exclude<keyof BilledUnit, "id" | "unitId" | "propertyId">}`
  | `owner ${Exclude<keyof OwnerSnapshot, "id" | "mandates" | "lateDeposit">}`
  | `mandate ${Exclude<keyof BilledMandate, "id">}`
  | `account ${Exclude<keyof OwnerBasis, "owner" | "collected">}`;

interface Ground extends Awaited<ReturnType<typeof workedEstate>> {
  readonly agent: Agent;
  /** Let for years, with an index. */
  readonly old: Body;
  readonly newcomer: Body;
}

/** The owner of the changed input, and the change. */
type Change = readonly [changed: "lease" | "owner" | "nothing", change: (ground: Ground) => Promise<unknown>];

const written = async (answer: Promise<Body>) => {
  const { status, text } = await answer;
  if (status >= 300) throw new Error(`${status} ${text}`);
};
const ofLease =
  (lease: object, alongside: object = {}) =>
  ({ agent, lease: { id } }: Ground) =>
    written(agent.ask("PATCH", `/leases/${id}`, { lease, ...alongside }));
const ofMandate =
  (json: object) =>
  ({ agent, mandates: [{ id }] }: Ground) =>
    written(agent.ask("PATCH", `/mandates/${id}`, json));
const ofUnit =
  (unit: object) =>
  ({ agent, lease: { id, units } }: Ground) =>
    written(agent.ask("PATCH", `/leases/${id}`, { lease: {}, lease_units: [{ id: units[0].id, ...unit }] }));
const service = {
  service_type: "reporting",
  billing_mode: "fixed",
  target: "owner",
  frequency: "monthly",
  active: true,
};
const policy = { insurer_name: "Mutuelle", premium_frequency: "monthly", start_date: "2026-01-01" };

/** In this order: what a later one needs, an earlier one made. */
const CHANGES: Readonly<Record<Input, Change>> = {
  "lease reference": ["nothing", ofLease({ reference: "B-1bis" })],
  "lease leaseType": ["lease", ofLease({ lease_type: "professional" })],
  "lease signatureDate": ["lease", ofLease({ signature_date: "2026-02-28" })],
  "lease schedule": ["lease", ofLease({ payment_day: 7 })],
  "lease depositCents": ["lease", ofLease({ security_deposit_cents: 500 })],
  "lease endDate": ["lease", ofLease({ end_date: "2026-03-30" })],
  "lease proration": ["lease", ofLease({ proration: "thirty_days" })],
  "lease adjustments": [
    "lease",
    async ({ agent, property }) => {
      const period = { period_from: "2026-03-12", period_to: "2026-03-29" };
      const lines = [{ total_cents: 1_000 }];
      const { id } = await agent.made("/charge_statements", { property_id: property.id, ...period, lines });
      await agent.done(`/charge_statements/${id}/approve`);
    },
  ],
  "lease tenants": [
    "lease",
    ({ agent, lease, newcomer }) =>
      agent.made("/lease_parties", {
        lease_party: {
          ...{ lease_id: lease.id, party_type: "tenant", partyable_type: "TenantActor", partyable_id: newcomer.id },
          ...{ role: "co_tenant", share_numerator: 1, share_denominator: 2 },
        },
      }),
  ],
  "tenant name": [
    "nothing",
    ({ agent, tenant }) => written(agent.ask("PATCH", `/tenants/${tenant.id}`, { trade_name: "SARL Élan" })),
  ],
  "lease franchises": [
    "lease",
    ofLease(
      {},
      {
        franchise_periods: [
          {
            ...{ start_date: "2026-03-15", end_date: "2026-03-20", franchise_type: "rent_free" },
            ...{ reduction_percent: 100, scope_type: "rent" },
          },
        ],
      },
    ),
  ],
  "lease insurances": ["lease", ofLease({}, { gli_policies: [{ ...policy, premium_cents: 900 }] })],
  "account premiums": ["owner", ofLease({}, { gli_policies: [{ ...policy, premium_cents: 1_000 }] })],
  "unit identifier": [
    "nothing",
    ({ agent, unit }) => written(agent.ask("PATCH", `/units/${unit.id}`, { identifier: "Local Z" })),
  ],
  "unit propertyName": [
    "nothing",
    ({ agent, property }) => written(agent.ask("PATCH", `/properties/${property.id}`, { name: "Passage" })),
  ],
  "unit entryDate": ["lease", ofUnit({ entry_date: "2026-03-13" })],
  "unit exitDate": ["lease", ofUnit({ exit_date: "2026-03-29" })],
  "unit rents": [
    "lease",
    ({ agent, lease }) =>
      agent.made("/lease_terms", {
        lease_term: {
          ...{ lease_id: lease.id, effective_from: "2026-03-20" },
          lease_unit_terms: [{ lease_unit_id: lease.units[0].id, base_rent_cents: 130_000 }],
        },
      }),
  ],
  "unit isCapExceeded": [
    "lease",
    ofLease(
      {},
      { capping_rules: [{ capping_type: "reference_rent", reference_amount_cents: 100, start_date: "2026-01-01" }] },
    ),
  ],
  "unit revision": [
    "lease",
    ({ agent }) =>
      written(
        agent.ask("POST", "/index_values", {
          index_values: [{ index_code: "ILC", period: "2025-Q1", value: 135.87, published_on: "2025-06-20" }],
        }),
      ),
  ],
  "unit ownerships": [
    "lease",
    async ({ agent, unit, owners }) => {
      const [first] = (await agent.found(`/units/${unit.id}`)).ownerships;
      const json = { ownership: { share_numerator: 1, share_denominator: 6 } };
      await written(agent.ask("PATCH", `/ownerships/${first.id}`, json));
      expect(owners).toHaveLength(2);
    },
  ],
  "unit otherLeases": [
    "lease",
    ({ agent, unit, newcomer }) =>
      agent.made("/leases", {
        ...{ tenant_id: newcomer.id, units: [{ id: unit.id, base_rent_cents: 1_000 }] },
        lease: {
          ...{ reference: "B-9", lease_type: "parking", status: "active" },
          ...{ start_date: "2026-03-25", signature_date: "2026-03-01", end_date: "2026-06-30" },
        },
      }),
  ],
  "unit pendingInOtherRuns": ["nothing", ({ agent }) => agent.made("/billing_runs", { period_start: "2026-03-01" })],
  // The amounts billed in the previous month are inputs, too.
  "unit lastBaseCents": [
    "lease",
    ({ agent, old }) => applied(agent, { period_start: "2026-02-01", lease_ids: [old.id] }),
  ],
  "unit alreadyBilled": [
    "lease",
    async ({ agent, old }) => {
      const { id } = await applied(agent, { period_start: "2026-03-01", lease_ids: [old.id] });
      undo.push(() => agent.done(`/billing_runs/${id}/cancel`));
    },
  ],
  "unit billed": [
    "lease",
    async ({ agent, old }) => {
      const { id } = await applied(agent, { period_start: "2026-04-01", lease_ids: [old.id] });
      undo.push(() => agent.done(`/billing_runs/${id}/cancel`));
    },
  ],
  "unit pendingAdjustments": ["nothing", ({ agent }) => agent.made("/billing_runs", { period_start: "2026-05-01" })],
  "owner hasUnmatchedRejection": [
    "owner",
    async ({ agent }) => {
      const back = { direction: "outbound", method: "rejection", amount_cents: 700, label: "REJET" };
      expect((await (await bankOf(here.house, agent)).bring({ bank_reference: "back", ...back })).unmatched).toEqual([
        "back",
      ]);
    },
  ],
  "owner hasBankAccount": [
    "nothing",
    ({ agent, owners: [, { id }] }) =>
      written(
        agent.ask("PATCH", `/owners/${id}`, {
          bank_accounts: [{ iban: "FR7630006000011234567890189", is_default: true }],
        }),
      ),
  ],
  "account ownerName": [
    "nothing",
    ({ agent, owners: [{ id }] }) => written(agent.ask("PATCH", `/owners/${id}`, { first_name: "Alix" })),
  ],
  "mandate managementFeeRate": ["owner", ofMandate({ management_fee_rate: 6 })],
  "mandate vatRateOnFees": ["owner", ofMandate({ vat_rate_on_fees: 10 })],
  "mandate distributionFrequency": ["owner", ofMandate({ distribution_frequency: "quarterly" })],
  "mandate services": ["owner", ofMandate({ mandate_services: [{ ...service, amount_cents: 500 }] })],
  "lease tenantServices": [
    "lease",
    ofMandate({
      mandate_services: [
        { ...service, amount_cents: 500 },
        { ...service, target: "tenant", amount_cents: 100 },
      ],
    }),
  ],
  "mandate letUnits": [
    "owner",
    async (ground) => {
      await ofUnit({ entry_date: "2026-04-01", exit_date: null })(ground);
      undo.push(() => ofUnit({ entry_date: "2026-03-13", exit_date: "2026-03-29" })(ground));
    },
  ],
  "mandate newLeases": [
    "owner",
    async (ground) => {
      await ofLease({ start_date: "2026-02-20" })(ground);
      undo.push(() => ofLease({ start_date: "2026-03-12" })(ground));
    },
  ],
  "mandate newUnits": [
    "owner",
    async (ground) => {
      await ofLease({ start_date: "2026-02-20" })(ground);
      undo.push(() => ofLease({ start_date: "2026-03-12" })(ground));
    },
  ],
  "account accrualMandates": ["owner", ofMandate({ accounting_mode: "cash" })],
  "account isAccrualWithoutMandate": [
    "owner",
    async ({ agent }) => {
      const to = (accounting_mode: string) =>
        written(agent.ask("PATCH", `/mandataires/${agent.id}`, { mandataire: { accounting_mode } }));
      await to("cash");
      undo.push(() => to("accrual"));
    },
  ],
  "owner balanceCents": [
    "owner",
    async ({ agent, old }) => {
      const { id } = await validated(agent, { period_start: "2026-04-01", lease_ids: [old.id] });
      const { house } = here;
      await agent.done(`/billing_runs/${id}/recompute`);
      await house.work();
      const lines: Body[] = await agent.found(`/billing_runs/${id}/lines`, { type: "owner", per_page: "100" });
      for (const line of lines.filter(({ billingCategory }) => billingCategory === "payout"))
        await written(agent.ask("PATCH", `/billing_runs/${id}/lines/${line.id}`, { excluded: true }));
      await agent.done(`/billing_runs/${id}/validate?force`);
      await agent.done(`/billing_runs/${id}/apply`);
    },
  ],
  "owner endedMandateId": [
    "owner",
    async (ground) => {
      await ofMandate({ end_date: "2026-02-28" })(ground);
      undo.push(() => ofMandate({ end_date: null })(ground));
    },
  ],
  "unit mandates": [
    "lease",
    ({ agent, mandates: [{ id }] }) =>
      written(agent.ask("POST", `/mandates/${id}/terminate`, { termination_date: "2026-03-18" })),
  ],
  "lease status": [
    "lease",
    ({ agent, old }) => written(agent.ask("POST", `/leases/${old.id}/give_notice`, { notice_date: "2026-03-01" })),
  ],
};

/** Restores the state before the next change. */
const undo: (() => Promise<unknown>)[] = [];
const here = {} as { house: House };
const validated = (agent: Agent, more: object) => validatedRun(here.house, agent, more);

async function applied(agent: Agent, more: object): Promise<Body> {
  const { id } = await validated(agent, more);
  return agent.done(`/billing_runs/${id}/apply`);
}

/** The worked example, and a lease of years in another unit that is all Bruno's. */
async function ground(house: House): Promise<Ground> {
  const agent = await agentOf(house, { accounting_mode: "accrual" });
  const estate = await workedEstate(agent);
  const newcomer = await agent.made("/tenants", { first_name: "Zoé" });
  const unit = await agent.made("/units", { property_id: estate.property.id, identifier: "Local B" });
  const whole = { owner_id: estate.owners[1].id, unit_id: unit.id, share_numerator: 1, share_denominator: 1 };
  await agent.made("/ownerships", { ownership: whole });
  const clause = { index_type: "ILC", index_base_date: "2023-01-01", index_base_value: 128.68 };
  const old = await agent.made("/leases", {
    lease: {
      ...{ reference: "R", lease_type: "commercial", status: "active" },
      ...{ start_date: "2024-02-01", signature_date: "2024-01-15" },
    },
    ...{ units: [{ id: unit.id, base_rent_cents: 100_000 }], lease_units: [{ id: unit.id, ...clause }] },
    tenant_id: newcomer.id,
  });
  return { ...estate, agent, old, newcomer };
}

describe.each(usualDatabases)("a run whose inputs changed, on $name,", ({ open }) => {
  beforeAll(async () => {
    here.house = await openHouse(await open());
  });
  afterAll(() => here.house.close());

  it("is refused as stale, whatever of all that it was computed from it is, and names whose it was", async () => {
    const all = await ground(here.house);
    const { agent } = all;
    const answers: Record<string, string> = {};
    for (const [input, [expected, change]] of Object.entries(CHANGES)) {
      const { id } = await validated(agent, { period_start: "2026-03-01" });
      await change(all);
      const answer = await agent.ask("POST", `/billing_runs/${id}/apply`);
      const changed: readonly string[] = answer.body.details?.changed ?? [];
      const named = changed.some((each) => each.startsWith(`${expected}:`)) ? expected : changed.join();
      answers[input] = answer.status === 200 ? "nothing" : `${answer.status} ${answer.body.error}: ${named}`;
      await agent.done(`/billing_runs/${id}/cancel`);
      for (const back of undo.splice(0)) await back();
    }
    expect(answers).toEqual(
      Object.fromEntries(
        Object.entries(CHANGES).map(([input, [expected]]) => [
          input,
          expected === "nothing" ? expected : `409 run_stale: ${expected}`,
        ]),
      ),
    );
  });

  it("in cash mode is stale after its remitted receipt was taken back, and not after later receipts", async () => {
    const agent = await agentOf(here.house, { accounting_mode: "cash" });
    await workedEstate(agent);
    await applied(agent, { period_start: "2026-03-01" });
    const bank = await bankOf(here.house, agent);
    const receive = (bank_reference: string) =>
      bank.bring({ bank_reference, amount_cents: 20_000, rent_call_reference: "AP-2026-000001" });
    await receive("B-1");
    const { id } = await validated(agent, { period_start: "2026-04-01" });
    await receive("B-2");
    await bank.bring({
      ...{ bank_reference: "B-3", amount_cents: 20_000, direction: "outbound", method: "rejection", reverses: "B-2" },
    });
    const again = await validated(agent, { period_start: "2026-04-01" });
    await bank.bring({
      ...{ bank_reference: "B-4", amount_cents: 20_000, direction: "outbound", method: "rejection", reverses: "B-1" },
    });
    for (const run of [id, again.id]) {
      const answer = await agent.ask("POST", `/billing_runs/${run}/apply`);
      expectRefusal(answer, 409, "run_stale");
      expect(answer.body.details.changed).toHaveLength(2);
    }
    await receive("B-5");
    const last = await validated(agent, { period_start: "2026-04-01" });
    await receive("B-6");
    expectStatus(await agent.ask("POST", `/billing_runs/${last.id}/apply`), 200);
  });
});
