import type { Dice } from "../estate-model/random.ts";
import { expectStatus } from "../refusals.ts";
import type { Agent } from "../worked-example.ts";

/** Any record; the table of the specification checks its fields. */
// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
export type Body = any;

/** An estate that was thrown, as far as its changes need to know it. */
export interface Estate {
  readonly properties: readonly Body[];
  readonly units: readonly Body[];
  readonly owners: readonly Body[];
  readonly tenants: readonly Body[];
  readonly mandates: Body[];
  readonly leases: Body[];
  /** Units that are not owned completely on some day: the part without an owner goes into suspense. */
  readonly incomplete: Set<string>;
}

/** A small estate of any kind: owners of parts, mandates of all sorts, leases of every frequency, calendar and custom. */
export async function throwEstate({ made }: Agent, dice: Dice): Promise<Estate> {
  const estate: Estate = {
    properties: await each(2, (at) => made("/properties", { name: `P${at}`, address: `${at} rue du Port` })),
    tenants: await each(3, (at) => made("/tenants", { first_name: `Locataire ${at}` })),
    owners: await each(3, (at) => made("/owners", { first_name: `Bailleur ${at}`, ...(dice.once(2) && ACCOUNT) })),
    ...{ units: [], mandates: [], leases: [], incomplete: new Set() },
  };
  const units = await each(4, (at) =>
    made("/units", { property_id: estate.properties[at % 2].id, identifier: `U${at}` }),
  );
  const whole = { ...estate, units };
  for (const unit of units) await own({ made }, whole, unit, dice);
  for (const owner of estate.owners) await manage({ made }, whole, owner, dice);
  for (const unit of units) await letOut({ made }, whole, unit, dice);
  return whole;
}

const ACCOUNT = { bank_accounts: [{ iban: "FR7630006000011234567890189", is_default: true }] };

async function each<Made>(count: number, make: (at: number) => Promise<Made>): Promise<readonly Made[]> {
  const all: Made[] = [];
  for (let at = 1; at <= count; at += 1) all.push(await make(at));
  return all;
}

type Making = Pick<Agent, "made">;

/** Shares of a unit: whole, in thirds, less than the whole, or another owner's from some day on. */
async function own({ made }: Making, { owners, incomplete }: Estate, unit: Body, dice: Dice): Promise<void> {
  const [first, second] = [dice.of(owners), dice.of(owners)];
  const part = (owner: Body, share_numerator: number, share_denominator: number, dates: object = {}) => ({
    ownership: { owner_id: owner.id, unit_id: unit.id, share_numerator, share_denominator, ...dates },
  });
  const day = dice.of(["2026-01-15", "2026-02-11", "2026-03-02"]);
  const ways = [
    [part(first, 1, 1)],
    [part(first, 1, 3), part(second, 2, 3)],
    [part(first, 2, 7), part(second, 5, 7)],
    [part(first, 1, 1, { valid_to: day }), part(second, 1, 1, { valid_from: dayAfter(day) })],
    [part(first, 1, 3)],
  ];
  const way = dice.of([...ways, ...ways.slice(0, 3)]);
  if (way === ways.at(-1)) incomplete.add(unit.id);
  for (const json of way) await made("/ownerships", json);
}

const dayAfter = (day: string): string => `${day.slice(0, 8)}${String(Number(day.slice(8)) + 1).padStart(2, "0")}`;

/** One mandate for everything, one for each property, or none; now and then with services or a distribution by quarter. */
async function manage({ made }: Making, estate: Estate, owner: Body, dice: Dice): Promise<void> {
  const terms = () => ({
    owner_profile_id: owner.profileId,
    reference: `M${estate.mandates.length}`,
    start_date: "2026-01-01",
    management_fee_rate: dice.of([0, 5, 7, 7.25]),
    distribution_frequency: dice.of(["monthly", "monthly", "quarterly"]),
    ...(dice.once(3) && { mandate_services: [service(dice)] }),
  });
  if (dice.once(6)) return;
  if (dice.once(2)) estate.mandates.push(await made("/mandates", terms()));
  else
    for (const { id } of estate.properties)
      estate.mandates.push(await made("/mandates", { ...terms(), property_id: id }));
}

const service = (dice: Dice) => ({
  ...{ service_type: "reporting", target: "owner", active: true, frequency: dice.of(["monthly", "quarterly"]) },
  ...dice.of([
    { billing_mode: "fixed", amount_cents: 1_250 },
    { billing_mode: "per_unit", amount_cents: 333 },
    { billing_mode: "percentage", rate: 1.5, calculation_base: "rent_and_charges_excl_tax" },
  ]),
});

/** A lease of the unit, or one after another. */
async function letOut(agent: Making, estate: Estate, unit: Body, dice: Dice): Promise<void> {
  const first = dice.of(["2026-01-01", "2025-12-31", "2026-01-29", "2026-02-12", "2026-03-12"]);
  const end = dice.once(3) ? dice.of(["2026-03-20", "2026-03-31", "2026-04-11"]) : null;
  await lease(agent, estate, { unit, start: first, end }, dice);
  if (end !== null && dice.once(2)) await lease(agent, estate, { unit, start: "2026-04-12", end: null }, dice);
}

interface Letting {
  readonly unit: Body;
  readonly start: string;
  readonly end: string | null;
}

async function lease({ made }: Making, estate: Estate, { unit, start, end }: Letting, dice: Dice): Promise<void> {
  const vat = dice.once(2);
  const frequency = dice.of(["monthly", "monthly", "monthly", "quarterly", "annual"]);
  estate.leases.push(
    await made("/leases", {
      lease: {
        ...{ reference: `B${estate.leases.length}`, status: "active", start_date: start, end_date: end },
        ...{ lease_type: "commercial", signature_date: "2025-12-01", payment_frequency: frequency },
        payment_timing: dice.of(["advance", "advance", "arrears"]),
        payment_day: dice.of([1, 5, 31]),
        billing_calendar: dice.of([null, "civil", "anniversary"]),
        proration: dice.of(["actual_month", "actual_month", "thirty_days", "year_365", "full_month"]),
      },
      units: [
        {
          ...{ id: unit.id, base_rent_cents: dice.of([0, 1, 99_999, 125_000, 73_331, 73_331]) },
          ...(dice.once(2) && { charge_provision_cents: dice.of([15_000, 3_333]) }),
          ...(vat && { vat_applicable: true, vat_rate: dice.of([20, 5.5, 10]) }),
        },
      ],
      tenant_id: dice.of(estate.tenants).id,
      ...(dice.once(4) && { franchise_periods: [franchise(dice)] }),
      ...(dice.once(4) && { gli_policies: [policy(dice)] }),
    }),
  );
}

const franchise = (dice: Dice) => ({
  ...{ start_date: "2026-02-10", end_date: dice.of(["2026-02-28", "2026-03-09"]), franchise_type: "reduced_rent" },
  ...{ reduction_percent: dice.of([100, 50, 33.3333]), scope_type: dice.of(["rent", "all"]) },
});

const policy = (dice: Dice) => ({
  ...{ insurer_name: dice.of(["Mutuelle", "Assur"]), premium_cents: dice.of([2_999, 1_000]) },
  ...{ premium_frequency: "monthly", start_date: "2026-01-01", end_date: dice.of(["2026-12-31", "2026-02-15"]) },
});

/** Changes the estate; returns a description for the log of the history. */
export async function changeEstate({ ask, made }: Agent, estate: Estate, dice: Dice): Promise<string> {
  const one = dice.of(estate.leases);
  const unit = dice.of(estate.units);
  const mandate = estate.mandates.length > 0 ? dice.of(estate.mandates) : null;
  const changes: Readonly<Record<string, () => Promise<unknown>>> = {
    rent: () =>
      ask("POST", "/lease_terms", {
        lease_term: {
          ...{ lease_id: one.id, effective_from: dice.of(["2026-02-20", "2026-03-10", "2026-03-15", "2026-04-01"]) },
          lease_unit_terms: [{ lease_unit_id: one.units[0].id, base_rent_cents: 50_000 + dice.nat(90_000) }],
        },
      }),
    end: () =>
      ask("PATCH", `/leases/${one.id}`, { lease: { end_date: dice.of(["2026-03-20", "2026-04-15", "2026-05-31"]) } }),
    pay: () => ask("PATCH", `/leases/${one.id}`, { lease: { payment_day: dice.of([3, 28]) } }),
    franchise: () => ask("PATCH", `/leases/${one.id}`, { lease: {}, franchise_periods: [franchise(dice)] }),
    insure: () => ask("PATCH", `/leases/${one.id}`, { lease: {}, gli_policies: [policy(dice)] }),
    buy: async () => {
      estate.incomplete.add(unit.id);
      const { id } = dice.of(estate.owners);
      const share = { share_numerator: 1, share_denominator: 5, valid_from: dice.of(["2026-03-05", "2026-04-02"]) };
      return ask("POST", "/ownerships", { ownership: { owner_id: id, unit_id: unit.id, ...share } });
    },
    fee: () => ask("PATCH", `/mandates/${mandate?.id}`, { management_fee_rate: dice.of([4, 6.5, 8]) }),
    serve: () => ask("PATCH", `/mandates/${mandate?.id}`, { mandate_services: [service(dice)] }),
    terminate: () => ask("POST", `/mandates/${mandate?.id}/terminate`, { termination_date: "2026-03-18" }),
    let: async () => {
      const newcomer = await made("/tenants", { first_name: "Nouveau" });
      return ask("PATCH", `/leases/${one.id}`, { lease: {}, tenant_id: newcomer.id });
    },
  };
  const names = Object.keys(changes).filter(
    (name) => mandate !== null || !["fee", "serve", "terminate"].includes(name),
  );
  const name = dice.of(names);
  const answer = (await changes[name]?.()) as Body;
  // An ended or terminated record may refuse to change; no request fails.
  if (answer.status >= 500) expectStatus(answer, 200);
  return `${name} ${answer.status}`;
}
