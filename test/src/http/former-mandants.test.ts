import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { bookMakersFor, rentCall } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { expectRefusal, expectStatus } from "../../support/refusals.ts";
import { type Agent, agentOf, workedEstate } from "../../support/worked-example.ts";

// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

const RUN = "/billing_runs";

describe.each(usualDatabases)("owners whose last mandate has ended, on $name", ({ open }) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(await open());
  });
  afterAll(() => house.close());

  /** Alice owned a flat of another property, which she sold; her mandates ended, and she has 700 euros with the agency. */
  async function ground(terms: object = {}) {
    const agent = await agentOf(house, { accounting_mode: "accrual" });
    const worked = await workedEstate(agent);
    const former = await agent.made("/owners", { first_name: "Carole" });
    const property = await agent.made("/properties", { name: "Rue du Bac", address: "2 rue du Bac" });
    const otherProperty = await agent.made("/properties", { name: "Ailleurs", address: "3 rue du Bac" });
    const unit = await agent.made("/units", { property_id: property.id, identifier: "A" });
    const share = { owner_id: former.id, unit_id: unit.id, share_numerator: 1, share_denominator: 1 };
    await agent.made("/ownerships", { ownership: { ...share, valid_to: "2025-06-30" } });
    const begin = async (reference: string, start_date: string, end_date: string | null) => {
      const dates = { reference, start_date, owner_profile_id: former.profileId, ...(end_date && { end_date }) };
      return agent.made("/mandates", { ...dates, ...terms });
    };
    const last = await begin("M-last", "2025-01-01", "2026-02-28");
    await begin("M-first", "2024-01-01", "2024-12-31");
    await owes(agent, "PRO0003", 70_000);
    return { agent, ...worked, former, property, otherProperty, last, begin };
  }

  /** Credits the owner's account in the book. */
  async function owes(agent: Agent, auxiliaryCode: string, amount: number): Promise<void> {
    const books = bookMakersFor(house);
    const entry = rentCall("2026-01-05", amount);
    const lines = entry.lines.map((line) => (line.accountCode === "467000" ? { ...line, auxiliaryCode } : line));
    await books.ledger(agent.id).post(books.clerk, [{ ...entry, lines } as never]);
  }

  async function computed(agent: Agent, more: object = {}, period_start = "2026-03-01"): Promise<Body> {
    const { id } = await agent.made(RUN, { period_start, ...more });
    await house.work();
    return agent.found(`${RUN}/${id}`);
  }
  const linesOf = async (agent: Agent, { id }: Body, owner: Body): Promise<readonly string[]> => {
    const lines: Body[] = await agent.found(`${RUN}/${id}/lines`, { type: "owner", per_page: "100" });
    return lines
      .filter(({ ownerId }) => ownerId === owner.id)
      .map((line) => [line.billingCategory, line.totalAmount, line.anomalyType, line.reviewStatus].join(" "))
      .toSorted();
  };
  const PAID = ["owner_balance 700.00  ", "payout 700.00 missing_iban "];

  it("are paid their balance, on their last mandate, in every run with a property of theirs", async () => {
    const { agent, former, property, otherProperty, last, lease } = await ground({ distribution_frequency: "annual" });
    for (const scope of [{}, { property_id: property.id }, { lease_ids: [lease.id] }, { timings: ["arrears"] }])
      expect([scope, await linesOf(agent, await computed(agent, scope), former)]).toEqual([scope, PAID]);
    const away = await computed(agent, { property_id: otherProperty.id });
    expect(await linesOf(agent, away, former)).toEqual([]);
    const iban = "FR1420041010050500013M02606";
    expectStatus(
      await agent.ask("PATCH", `/owners/${former.id}`, { bank_accounts: [{ iban, is_default: true }] }),
      200,
    );
    const run = await computed(agent, { property_id: property.id });
    expect([run.status, run.totalOwnerAmount, await linesOf(agent, run, former)]).toEqual([
      "computed",
      "700.00",
      ["owner_balance 700.00  ", "payout 700.00 mandate_ended ok"],
    ]);
    await agent.done(`${RUN}/${run.id}/validate`);
    await agent.done(`${RUN}/${run.id}/apply`);
    const [payout] = await agent.found("/owner_payouts", { "q[owner_id_eq]": former.id });
    expect(payout).toMatchObject({ amountCents: 70_000, status: "ordered" });
    expect(await linesOf(agent, await computed(agent), former)).toEqual([]);
    expect((await agent.found(`/mandates/${last.id}`)).id).toBe(last.id);
  });

  it("exclude owners with a mandate in the month, and those without any", async () => {
    const { agent, former, property, begin, owners } = await ground();
    expect(await linesOf(agent, await computed(agent, { property_id: property.id }, "2026-02-01"), former)).toEqual([]);
    expect(await linesOf(agent, await computed(agent, {}, "2026-02-01"), former)).toEqual([
      "owner_balance 700.00  ",
      "payout 700.00 missing_iban ",
    ]);
    const never = await agent.made("/owners", { first_name: "Denis" });
    await owes(agent, "PRO0004", 500);
    const run = await computed(agent, { property_id: property.id });
    expect(await linesOf(agent, run, never)).toEqual([]);
    expect(await linesOf(agent, run, owners[0])).toEqual([]);
    await agent.done(`${RUN}/${run.id}/validate?force`);
    await begin("M-again", "2026-03-10", null);
    expectRefusal(await agent.ask("POST", `${RUN}/${run.id}/apply`), 409, "run_stale");
    expect(await linesOf(agent, await computed(agent, { property_id: property.id }), former)).toEqual([]);
  });

  it("pay no monthly price of an ended mandate, and still owe their debts", async () => {
    const fee = { billing_mode: "fixed", target: "owner", frequency: "monthly", active: true, amount_cents: 500 };
    const { agent, former, last } = await ground();
    const services = { mandate_services: [{ service_type: "reporting", ...fee }] };
    expectStatus(await agent.ask("PATCH", `/mandates/${last.id}`, services), 200);
    expect(await linesOf(agent, await computed(agent), former)).toEqual(PAID);
    expect(await linesOf(agent, await computed(agent, {}, "2026-02-01"), former)).toContain("service_fee -6.00  ");
  });

  it("are paid by a run of some leases beside the owners of these, however many they are", async () => {
    const agent = await agentOf(house, { accounting_mode: "accrual" });
    const codes = Array.from({ length: 12 }, (_, index) => `PRO${String(index + 1).padStart(4, "0")}`);
    for (const reference of codes) {
      const { profileId: owner_profile_id } = await agent.made("/owners", { first_name: reference });
      const dates = { start_date: "2025-01-01", end_date: "2025-12-31" };
      await agent.made("/mandates", { owner_profile_id, reference, ...dates });
    }
    const { lease } = await workedEstate(agent);
    for (const code of codes) await owes(agent, code, 500);
    const { id } = await computed(agent, { lease_ids: [lease.id] });
    const query = { type: "owner", "q[billing_category_eq]": "payout", per_page: "100" };
    const payouts: Body[] = await agent.found(`${RUN}/${id}/lines`, query);
    expect(payouts.map(({ ownerName, totalAmount }) => `${ownerName} ${totalAmount}`).toSorted()).toEqual([
      "Alice 338.71",
      "Bruno 677.41",
      ...codes.map((code) => `${code} 5.00`),
    ]);
  });
});
