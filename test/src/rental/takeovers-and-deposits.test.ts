import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bankOf } from "../../support/bank.ts";
import { usualDatabases } from "../../support/databases.ts";
import { fecFindingsOf } from "../../support/fec-file.ts";
import { expectRefusal } from "../../support/refusals.ts";
import { runs } from "../../support/runs.ts";
import { seededRandom } from "../../support/seeded-random.ts";
import { type Agent, agentOf, validatedRun } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: what is answered is looked at field by field.
type Body = any;

const RETURNED_ON = "2026-04-10";

describe.each(usualDatabases)("a lease that is taken over, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  /** A home let in March 2026, of drawn amounts and mandates. */
  async function drawnHome({ below, chosen }: Drawn) {
    const agent = await agentOf(house, { accounting_mode: chosen("cash", "accrual") });
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
      await made("/mandates", {
        ...{ owner_profile_id: owner.profileId, property_id: property.id, reference: `M-${first_name}` },
        ...{ start_date: "2026-01-01", management_fee_rate: 8, retenue_destination: chosen("owner", "agency") },
        depot_garantie_detention: chosen("agency", "owner"),
      });
    }
    const initial_balance_cents = (below(3) - 1) * below(30_000);
    const lease = await made("/leases", {
      lease: {
        ...{ reference: "B-1", lease_type: "residential_unfurnished", start_date: "2026-03-01", status: "draft" },
        ...{ signature_date: "2026-02-01", end_date: "2026-03-31" },
        ...{ initial_balance_cents, security_deposit_cents: 1 + below(100_000) },
      },
      term: {},
      units: [{ id: unit.id, base_rent_cents: 20_000 + below(80_000), charge_provision_cents: below(9_000) }],
      tenant_id: tenant.id,
    });
    return { agent, lease, initial_balance_cents };
  }

  const centsOf = (amount: string | undefined) => Math.round(Number(amount ?? 0) * 100);
  const balanceOf = async ({ found }: Agent, account: string) =>
    centsOf((await found("/accounting/ledger", { account })).closingBalance);
  const summed = (records: readonly Body[], field: string): number =>
    records.reduce((all, each) => all + each[field], 0);

  it("counts its balance once and returns its deposit once, to the cent, after any payments", async () => {
    const seeds = [1, 2, 3, 4, 5, 6].slice(0, runs({ sparing: 3, usual: 6 }));
    for (const seed of seeds) {
      const drawn = drawnFrom(seed);
      const { below, chosen } = drawn;
      const { agent, lease, initial_balance_cents } = await drawnHome(drawn);
      const { ask, found, done } = agent;
      const bank = await bankOf(house, agent);
      const activated = await Promise.all([1, 2].map(() => ask("POST", `/leases/${lease.id}/activate`)));
      expect(activated.map(({ status }) => status).toSorted()).toEqual([200, 422]);
      expect([seed, await balanceOf(agent, "411000")]).toEqual([seed, initial_balance_cents]);
      const run = await validatedRun(house, agent);
      await done(`/billing_runs/${run.id}/apply`);

      const calls: Body[] = await found("/rent_calls", { sort: "reference" });
      const called = summed(
        calls.filter(({ kind }) => kind === "call"),
        "totalAmountCents",
      );
      let received = 0;
      for (const call of calls.filter(({ remainingAmountCents }) => remainingAmountCents > 0)) {
        const whole = call.remainingAmountCents;
        const amount_cents = chosen(0, Math.ceil(whole / 3), whole, whole + below(500));
        if (amount_cents === 0) continue;
        received += amount_cents;
        await bank.bring({ bank_reference: `IN-${call.reference}`, amount_cents, label: call.reference });
      }
      expect([seed, await balanceOf(agent, "411000")]).toEqual([seed, initial_balance_cents + called - received]);

      await moveTo(RETURNED_ON);
      const [deposit]: Body[] = await found("/security_deposits");
      const owed = summed(await found("/rent_calls"), "remainingAmountCents");
      const arrears = owed - (deposit.amountCents - deposit.receivedCents);
      const credit = owed - (initial_balance_cents + called - received);
      const paid = Math.min(arrears, deposit.receivedCents);
      const left = deposit.receivedCents - paid;
      const amount_cents = chosen(0, Math.floor(left / 2), left);
      const deductions = amount_cents === 0 ? [] : [{ label: "Peinture", amount_cents }];
      const json = { returned_on: "2026-04-05", in_conformity: chosen(true, false), deductions };
      const returned = await done(`/security_deposits/${deposit.id}/return`, json);
      const isKept = paid > 0 || amount_cents > 0;
      expect([seed, returned.status]).toEqual([seed, isKept ? "partially_returned" : "returned"]);
      for (const again of [json, { ...json, deductions: [] }])
        expectRefusal(await ask("POST", `/security_deposits/${deposit.id}/return`, again), 422, "invalid_transition");

      const rest = left - amount_cents + credit;
      const payouts: Body[] = await found("/owner_payouts", { "q[kind_eq]": "deposit" });
      expect([seed, payouts.map(({ amountCents }) => amountCents)]).toEqual([seed, rest > 0 ? [rest] : []]);
      expect([seed, await balanceOf(agent, "165000")]).toEqual([seed, 0 - rest]);
      expect([seed, await balanceOf(agent, "411000")]).toEqual([seed, arrears - paid]);
      expect([seed, summed(await found("/rent_calls"), "remainingAmountCents")]).toEqual([seed, arrears - paid]);
      expect((await house.findings()).map(({ message }) => message)).toEqual([]);
      expect(await fecFindingsOf(agent)).toEqual([]);
    }
  });

  /** The clock only goes on. */
  async function moveTo(day: string): Promise<void> {
    const later = Date.parse(`${day}T09:00:00Z`) - Date.parse(house.clock.now());
    if (later > 0) house.clock.pass(later);
  }
});

interface Drawn {
  readonly below: (limit: number) => number;
  readonly chosen: <Value>(...values: readonly [Value, ...Value[]]) => Value;
}

function drawnFrom(seed: number): Drawn {
  const { below } = seededRandom(seed);
  return { below, chosen: (...values) => values[below(values.length)] ?? values[0] };
}
