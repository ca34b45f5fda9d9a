import type { MandataireId } from "@cartulary/rental/agency";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { actingOn, type BookMakers, bookMakersFor } from "../../support/books.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { listenToDrivers } from "../../support/recorded-queries.ts";
import { expectRefusal, expectStatus } from "../../support/refusals.ts";

const RENTAL = "/rental/api/v1";
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A JSON body with any fields. */
// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

describe.each(usualDatabases)("daily decisions on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let books: BookMakers;
  let mandataire: string;
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
    books = bookMakersFor(house);
    mandataire = (await books.mandataire()).id;
  });
  afterAll(() => house.close());

  const ask = async (method: string, path: string, json?: object, query?: Record<string, string>, of = mandataire) => {
    const asking = actingOn(of, { ...(json && { json }), ...(query && { query }) });
    return expectStatus(
      await house.admin.ask<Body>(method, RENTAL + path, asking),
      method === "POST" ? 201 : method === "DELETE" ? 204 : 200,
    );
  };
  const changedSince = async (collection: string, at: string) =>
    (await ask("GET", `/${collection}`, undefined, { updated_since: at })).map(({ id }: Body) => id as string);
  /** Some days from the day that it is. */
  const inDays = (days: number) => new Date(Date.parse(house.clock.now()) + days * DAY).toISOString().slice(0, 10);
  /** The daily jobs of a host. */
  const decide = () => house.upkeep.run();

  it("is written once, with when it changed, and nothing else is", async () => {
    const { profileId, id: owner } = await ask("POST", "/owners", { first_name: "x" });
    const mandate = (reference: string, more: object) =>
      ask("POST", "/mandates", { owner_profile_id: profileId, reference, start_date: inDays(0), ...more });
    const second = await mandate("later", { start_date: inDays(2) });
    const first = await mandate("sooner", { start_date: inDays(1) });
    const ending = await mandate("ends", { end_date: inDays(1) });
    const going = await mandate("renewed", { start_date: "2025-03-01", end_date: inDays(1), renewal_mode: "tacit" });
    const leaving = await mandate("terminated", {});
    house.clock.pass(1000);
    const named = { termination_date: inDays(2) };
    await house.admin.ask("POST", `${RENTAL}/mandates/${leaving.id}/terminate`, actingOn(mandataire, { json: named }));
    const steady = await mandate("steady", {});
    const { id: property_id } = await ask("POST", "/properties", { name: "A", address: "x" });
    const [sold, unsold] = [
      await ask("POST", "/units", { property_id, identifier: "1" }),
      await ask("POST", "/units", { property_id, identifier: "2" }),
    ];
    const own = (unit_id: string, more: object) =>
      ask("POST", "/ownerships", {
        ownership: { owner_id: owner, unit_id, share_numerator: 1, share_denominator: 1, ...more },
      });
    await own(sold.id, { valid_to: inDays(1) });
    await own(unsold.id, { valid_from: inDays(5) });
    await decide();
    house.clock.pass(2 * DAY);
    const before = house.clock.now();
    const pending = await ask("GET", `/mandates/${second.id}`);
    expect(pending).toMatchObject({ status: "active", businessCode: null });
    expect(await changedSince("mandates", before)).toEqual([]);
    // A write before the decision of the day assigns no number out of order.
    expect((await ask("PATCH", `/mandates/${second.id}`, { notice_months: 3 })).businessCode).toBeNull();
    await decide();
    const moved = [second, first, ending, going, leaving].map(({ id }) => id);
    expect((await changedSince("mandates", before)).sort()).toEqual(moved.sort());
    expect(await changedSince("units", before)).toEqual([sold.id]);
    const stateOf = async ({ id }: Body) => {
      const { status, businessCode, endDate } = await ask("GET", `/mandates/${id}`);
      return [status, businessCode, endDate];
    };
    expect(await stateOf(first)).toEqual(["active", "5", null]);
    expect(await stateOf(second)).toEqual(["active", "6", null]);
    expect(await stateOf(ending)).toEqual(["expired", "1", inDays(-1)]);
    expect((await stateOf(going))[0]).toBe("active");
    expect((await stateOf(leaving))[0]).toBe("terminated");
    expect((await stateOf(steady))[1]).toBe("4");
    expect((await mandate("next", {})).businessCode).toBe("7");
    const after = (await ask("GET", `/mandates/${first.id}`)).updatedAt;
    house.clock.pass(HOUR);
    await decide();
    expect(await changedSince("mandates", house.clock.now())).toEqual([]);
    expect((await ask("GET", `/mandates/${first.id}`)).updatedAt).toBe(after);
  });

  it("ends leases, renews them, and updates records that show a beginning or an end", async () => {
    const { id: property_id } = await ask("POST", "/properties", { name: "B", address: "x" });
    const { id: tenant_id } = await ask("POST", "/tenants", { last_name: "x" });
    const signed = async (reference: string, more: object, stay: object = {}) => {
      const unit = await ask("POST", "/units", { property_id, identifier: reference });
      const lease = await ask("POST", "/leases", {
        lease: {
          ...{
            reference,
            lease_type: "parking",
            start_date: inDays(-30),
            signature_date: inDays(-30),
            status: "active",
          },
          ...more,
        },
        units: [{ id: unit.id, base_rent_cents: 100 }],
        lease_units: [{ id: unit.id, ...stay }],
        tenant_id,
      });
      return { id: lease.id, unit: unit.id };
    };
    const [ends, goesOn, begins, leaves, steady] = [
      await signed("ends", { end_date: inDays(1) }),
      await signed("renewed", { end_date: inDays(1), auto_renewal: true }),
      await signed("begins", { start_date: inDays(2) }),
      await signed("leaves", {}, { exit_date: inDays(1) }),
      await signed("steady", { end_date: inDays(2) }),
    ];
    await decide();
    house.clock.pass(2 * DAY);
    const before = house.clock.now();
    expect((await ask("GET", `/leases/${ends.id}`)).status).toBe("ended");
    expect(await changedSince("leases", before)).toEqual([]);
    await decide();
    expect((await changedSince("leases", before)).sort()).toEqual([ends.id, goesOn.id, begins.id, leaves.id].sort());
    const units = await changedSince("units", before);
    expect(units.sort()).toEqual([ends, goesOn, begins, leaves].map(({ unit }) => unit).sort());
    expect(await changedSince("properties", before)).toEqual([property_id]);
    const [renewed] = await ask("GET", "/leases", undefined, { "q[id_eq]": goesOn.id });
    expect(renewed).toMatchObject({ status: "active", updatedAt: before });
    expect(renewed.endDate > inDays(300)).toBe(true);
    expect((await ask("GET", `/leases/${steady.id}`)).status).toBe("active");
  });

  it("renews from the end date before a withdrawn notice, and reopens a lease with a term only", async () => {
    const { id: property_id } = await ask("POST", "/properties", { name: "C", address: "x" });
    const { id: tenant_id } = await ask("POST", "/tenants", { last_name: "x" });
    const unit = await ask("POST", "/units", { property_id, identifier: "C" });
    const signed = (lease: object) =>
      ask("POST", "/leases", {
        lease: { reference: "C", lease_type: "other", status: "active", signature_date: "2023-03-01", ...lease },
        units: [{ id: unit.id, base_rent_cents: 100 }],
        tenant_id,
      });
    const { id } = await signed({ start_date: "2023-03-01", end_date: "2024-02-29", auto_renewal: true });
    const ending = await signed({ start_date: inDays(-30), end_date: inDays(1) });
    const door = async (name: string, json?: object) => {
      const asking = actingOn(mandataire, json ? { json } : {});
      return expectStatus(await house.admin.ask<Body>("POST", `${RENTAL}/leases/${id}/${name}`, asking), 200);
    };
    expect((await door("give_notice", { notice_date: inDays(0) })).status).toBe("notice");
    await ask("PATCH", `/leases/${id}`, { lease: { end_date: inDays(90) } });
    expect(await door("withdraw_notice")).toMatchObject({ status: "active", endDate: "2027-02-28" });
    house.clock.pass(2 * DAY);
    expect((await ask("GET", `/leases/${ending.id}`)).status).toBe("ended");
    await ask("DELETE", `/lease_terms/${ending.terms[0].id}`);
    const goesOn = { lease: { end_date: null } };
    const path = `${RENTAL}/leases/${ending.id}`;
    const refusal = await house.admin.ask<Body>("PATCH", path, actingOn(mandataire, { json: goesOn }));
    expectRefusal(refusal, 422, "invalid_transition");
    await ask("POST", "/lease_terms", { lease_term: { lease_id: ending.id, effective_from: inDays(-30) } });
    expect((await ask("PATCH", `/leases/${ending.id}`, goesOn)).status).toBe("active");
    house.clock.pass(Date.parse("2027-03-02") - Date.parse(house.clock.now()));
    expect(await ask("GET", `/leases/${id}`)).toMatchObject({ status: "active", endDate: "2028-02-29" });
  });

  it("is decided by one of two hosts, and numbers are issued once", async () => {
    const { id } = await books.mandataire();
    const { profileId: owner_profile_id } = await ask("POST", "/owners", { first_name: "x" }, undefined, id);
    for (let count = 0; count < 5; count += 1)
      await ask("POST", "/mandates", { owner_profile_id, reference: "M", start_date: inDays(1) }, undefined, id);
    house.clock.pass(DAY);
    await Promise.all([decide(), decide()]);
    const mandates = await ask("GET", "/mandates", undefined, {}, id);
    expect(mandates.map(({ businessCode }: Body) => businessCode)).toEqual(["1", "2", "3", "4", "5"]);
  });

  it("takes two short reads of a mandataire for whom nothing is due", async () => {
    await decide();
    const mandataires = (await house.admin.ask<Body>("GET", `${RENTAL}/mandataires`)).body.length;
    const statements = listenToDrivers();
    onTestFinished(() => void vi.restoreAllMocks());
    await decide();
    const reads = statements.filter((each) => /decided_days|mandates|leases/.test(each));
    expect(reads).toHaveLength(2 * mandataires);
    expect(statements.filter((each) => /lease_units|^(insert|update)/.test(each))).toEqual([]);
  });

  it("is removed with its mandataire", async () => {
    const { id } = await books.mandataire();
    await decide();
    house.clock.pass(DAY);
    await decide();
    const stored = await database.transactFor(id as MandataireId).read(({ days }) => days.last());
    expect(stored).toBe(inDays(0));
    expectStatus(await house.admin.ask<unknown>("DELETE", `${RENTAL}/mandataires/${id}`), 204);
    await decide();
  });
});
