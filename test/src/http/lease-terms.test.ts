import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { actingOn, bookMakersFor } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { fieldsOf } from "../../support/estate-spec.ts";
import { NOTHING } from "../../support/record-factories.ts";
import { recordProblems } from "../../support/records.ts";
import { expectNotFound, expectRefusal, expectRentalInvalid, expectStatus } from "../../support/refusals.ts";

const RENTAL = "/rental/api/v1";

/** A record of the API; its fields are checked against the specification's table. */
// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

describe.each(usualDatabases)("parts of a lease, on $name", ({ open }) => {
  let house: House;
  let mandataire: string;
  let property: Body;
  let tenant: Body;
  beforeAll(async () => {
    house = await openHouse(await open());
    mandataire = (await bookMakersFor(house).mandataire()).id;
    property = await made("/properties", { name: "Le Moulin", address: "1 rue du Port" });
    tenant = await made("/tenants", { first_name: "Zoé", last_name: "Le Goff" });
  });
  afterAll(() => house.close());

  const ask = (method: string, path: string, json?: object, query?: Record<string, string>) =>
    house.admin.ask<Body>(
      method,
      RENTAL + path,
      actingOn(mandataire, { ...(json && { json }), ...(query && { query }) }),
    );
  const made = async (path: string, json: object) => {
    house.clock.pass(1000);
    return expectStatus(await ask("POST", path, json), 201);
  };
  const changed = async (path: string, json: object) => {
    house.clock.pass(1000);
    return expectStatus(await ask("PATCH", path, json), 200);
  };
  const removed = async (path: string) => {
    house.clock.pass(1000);
    expectStatus(await ask("DELETE", path), 204);
  };
  const found = async (path: string) => expectStatus(await ask("GET", path), 200);
  const list = async (path: string, query: Record<string, string> = {}) =>
    expectStatus(await ask("GET", path, undefined, query), 200);
  const term = (lease_term: object) => made("/lease_terms", { lease_term });
  const party = (lease_party: object) => made("/lease_parties", { lease_party });

  /** An active lease of two units from 1 January 2026, at 1000 and 500 a month. */
  const lease = async () => {
    const units = [];
    for (const identifier of ["A", "B"]) units.push(await made("/units", { property_id: property.id, identifier }));
    const [a, b] = units;
    return made("/leases", {
      lease: {
        reference: "B-1",
        lease_type: "commercial",
        start_date: "2026-01-01",
        status: "active",
        signature_date: "2025-12-01",
      },
      term: { revision_month: 3 },
      units: [
        { id: a.id, base_rent_cents: 100_000, charge_provision_cents: 5000 },
        { id: b.id, base_rent_cents: 50_000 },
      ],
      tenant_id: tenant.id,
    });
  };
  /** The current terms: their days, and the monthly rent. */
  const termsOf = async (id: string) =>
    (await found(`/leases/${id}`)).terms.map(({ effectiveFrom, effectiveTo, baseRent }: Body) => [
      effectiveFrom,
      effectiveTo,
      baseRent.cents,
    ]);

  describe("terms", () => {
    it("cover every unit: a unit that the request omits keeps the values of the previous term", async () => {
      const { id, units } = await lease();
      const [a, b] = units;
      const second = await term({
        lease_id: id,
        effective_from: "2026-07-01",
        effective_to: "2027-06-30",
        revision_month: 7,
        revision_frequency_years: 3,
        payment_tolerance_type: "percent",
        payment_tolerance_value: 2.5,
        lease_unit_terms: [
          {
            lease_unit_id: a.id,
            annual_amount_cents: 1_250_001,
            vat_applicable: true,
            vat_rate: 20,
            index_type: "ILC",
            index_base_date: "2025-10-01",
            index_base_value: 137.09,
          },
        ],
      });
      expect(recordProblems(fieldsOf("LeaseTerm", "detail"), second)).toEqual([]);
      expect(second).toMatchObject({ leaseId: id, effectiveTo: "2027-06-30", paymentToleranceValue: 2.5 });
      expect(
        second.leaseUnitTerms.map(({ leaseUnitId, annualAmountCents, chargeProvisionCents, vatRate }: Body) => [
          leaseUnitId,
          annualAmountCents,
          chargeProvisionCents,
          vatRate,
        ]),
      ).toEqual([
        [a.id, 1_250_001, 5000, 20],
        [b.id, 600_000, null, null],
      ]);
      expect(await found(`/lease_terms/${second.id}`)).toEqual(second);
      const listed = await list("/lease_terms", { "q[lease_id_eq]": id, sort: "effective_from", direction: "desc" });
      expect(listed.map((each: Body) => recordProblems(fieldsOf("LeaseTerm", "list"), each))).toEqual([[], []]);
      expect(listed[0]).toEqual(second);
      expect(listed[1].effectiveTo).toBe("2026-06-30");
      expect((await found(`/leases/${id}`)).units[0]).toMatchObject({
        indexType: "ILC",
        indexBaseDate: "2025-10-01",
        indexBaseValue: 137.09,
      });
      expect(await termsOf(id)).toEqual([
        ["2026-01-01", "2026-06-30", 150_000],
        ["2026-07-01", "2027-06-30", 154_167],
      ]);
    });

    it("are closed intervals that are counted anew when one is added, moved or gone", async () => {
      const { id, units } = await lease();
      const unit = (cents: number) => [{ lease_unit_id: units[0].id, base_rent_cents: cents }];
      const july = await term({ lease_id: id, effective_from: "2026-07-01", lease_unit_terms: unit(120_000) });
      const april = await term({
        lease_id: id,
        effective_from: "2026-04-01",
        lease_unit_terms: [{ lease_unit_id: units[1].id, base_rent_cents: 60_000 }],
      });
      expect(april.effectiveTo).toBe("2026-06-30");
      expect(await termsOf(id)).toEqual([
        ["2026-01-01", "2026-03-31", 150_000],
        ["2026-04-01", "2026-06-30", 160_000],
        ["2026-07-01", null, 180_000],
      ]);
      // What July says of the unit that it does not name has changed with April.
      const moved = await found(`/lease_terms/${july.id}`);
      expect(moved.updatedAt > july.updatedAt).toBe(true);
      expect(moved.leaseUnitTerms[1].annualAmountCents).toBe(720_000);
      const later = await changed(`/lease_terms/${april.id}`, { lease_term: { effective_from: "2026-09-01" } });
      expect(later).toMatchObject({ effectiveFrom: "2026-09-01", effectiveTo: null });
      expect(await termsOf(id)).toEqual([
        ["2026-01-01", "2026-06-30", 150_000],
        ["2026-07-01", "2026-08-31", 170_000],
        ["2026-09-01", null, 180_000],
      ]);
      const dearer = await changed(`/lease_terms/${april.id}`, { lease_term: { lease_unit_terms: unit(130_000) } });
      for (const path of [`/leases/${id}`, `/units/${units[0].unitId}`])
        expect((await found(path)).updatedAt).toBe(dearer.updatedAt);
      const cleared = await changed(`/lease_terms/${april.id}`, { lease_term: { lease_unit_terms: [] } });
      expect(cleared.leaseUnitTerms.map(({ annualAmountCents }: Body) => annualAmountCents)).toEqual([
        1_440_000, 600_000,
      ]);
      const before = await found(`/leases/${id}`);
      await removed(`/lease_terms/${july.id}`);
      expect(await termsOf(id)).toEqual([
        ["2026-01-01", "2026-08-31", 150_000],
        ["2026-09-01", null, 150_000],
      ]);
      const after = await found(`/leases/${id}`);
      expect(after.updatedAt > before.updatedAt).toBe(true);
      expect((await found(`/units/${units[0].unitId}`)).updatedAt).toBe(after.updatedAt);
      expectNotFound(await ask("GET", `/lease_terms/${july.id}`));
      const gone = await list("/snapshots", { collection: "lease_terms", updated_since: before.updatedAt });
      expect(gone.find((each: Body) => each.id === july.id)).toMatchObject({ state: "deleted", data: null });
    });

    it("of an active lease are one at least, of a draft they need not be", async () => {
      const { id } = await lease();
      const [only] = await list("/lease_terms", { "q[lease_id_eq]": id });
      expectRefusal(await ask("DELETE", `/lease_terms/${only.id}`), 422, "has_dependents");
      const next = await term({ lease_id: id, effective_from: "2026-02-01" });
      await removed(`/lease_terms/${only.id}`);
      expectRefusal(await ask("DELETE", `/lease_terms/${next.id}`), 422, "has_dependents");
      const draft = await made("/leases", {
        lease: { reference: "D", lease_type: "other", start_date: "2026-01-01" },
      });
      const its = await term({ lease_id: draft.id, effective_from: "2026-01-01" });
      await removed(`/lease_terms/${its.id}`);
      expect((await found(`/leases/${draft.id}`)).terms).toEqual([]);
    });

    it("are refused with the path of every field", async () => {
      const { id, units } = await lease();
      const other = await lease();
      expectRentalInvalid(await ask("POST", "/lease_terms", {}), { lease_term: ["blank"] });
      expectRentalInvalid(await ask("POST", "/lease_terms", { lease_term: {} }), {
        lease_id: ["blank"],
        effective_from: ["blank"],
      });
      const wrong = {
        lease_id: NOTHING,
        effective_from: "0999-01-01",
        revision_month: 13,
        revision_frequency_years: 0,
        payment_tolerance_value: -1,
      };
      expectRentalInvalid(await ask("POST", "/lease_terms", { lease_term: wrong }), {
        lease_id: ["not_found"],
        effective_from: ["greater_than_or_equal_to"],
        revision_month: ["less_than_or_equal_to"],
        revision_frequency_years: ["greater_than_or_equal_to"],
        payment_tolerance_value: ["greater_than_or_equal_to"],
      });
      const unit = units[0].id;
      const inside = {
        lease_id: id,
        effective_from: "2026-01-01",
        effective_to: "2025-12-31",
        lease_unit_terms: [
          { lease_unit_id: other.units[0].id, base_rent_cents: 1 },
          { base_rent_cents: 1, annual_amount_cents: 12 },
          { lease_unit_id: unit, vat_rate: 101, index_base_value: 0 },
          { lease_unit_id: unit },
        ],
      };
      expectRentalInvalid(await ask("POST", "/lease_terms", { lease_term: inside }), {
        effective_from: ["taken"],
        effective_to: ["greater_than_or_equal_to"],
        "lease_unit_terms[0].lease_unit_id": ["not_found"],
        "lease_unit_terms[1].lease_unit_id": ["blank"],
        "lease_unit_terms[1].base_rent_cents": ["invalid"],
        "lease_unit_terms[2].vat_rate": ["less_than_or_equal_to"],
        "lease_unit_terms[2].index_base_value": ["greater_than_or_equal_to"],
        "lease_unit_terms[2].annual_amount_cents": ["blank"],
        "lease_unit_terms[3].lease_unit_id": ["taken"],
        "lease_unit_terms[3].annual_amount_cents": ["blank"],
      });
      const [only] = await list("/lease_terms", { "q[lease_id_eq]": id });
      const path = `/lease_terms/${only.id}`;
      expectRentalInvalid(await ask("PATCH", path, { lease_term: { lease_id: other.id } }), { lease_id: ["invalid"] });
      expect((await changed(path, { lease_term: { lease_id: id } })).id).toBe(only.id);
    });
  });

  describe("parties", () => {
    it("are tenants, contacts and members of a household, which the server creates", async () => {
      const { id } = await lease();
      const contact = await made("/contacts", {
        contact: { company_name: "Caution SA", email_address: "c@example.org" },
      });
      const guarantor = await party({
        lease_id: id,
        party_type: "guarantor",
        partyable_type: "Contact",
        partyable_id: contact.id,
        role: "joint_guarantor",
        share_numerator: 1,
        share_denominator: 2,
        valid_from: "2026-01-01",
        valid_to: "2028-12-31",
        contributes_to_rent: true,
        rent_contribution_cents: 12_345,
        declared: true,
      });
      expect(recordProblems(fieldsOf("LeaseParty", "detail"), guarantor)).toEqual([]);
      expect(guarantor).toMatchObject({ partyableType: "Contact", partyableId: contact.id, tenantProfileId: null });
      const child = await party({
        lease_id: id,
        party_type: "occupant",
        household_member: { first_name: "Léo", last_name: "Le Goff", birth_date: "2018-05-04", relationship: "son" },
      });
      expect(child.partyableType).toBe("HouseholdMember");
      const [own] = await list("/lease_parties", { "q[lease_id_eq]": id, "q[party_type_eq]": "tenant" });
      expect(own).toMatchObject({ partyableId: tenant.id, tenantProfileId: tenant.profileId, role: "primary" });
      const detail = await found(`/leases/${id}`);
      expect(recordProblems(fieldsOf("Lease", "detail"), detail)).toEqual([]);
      expect(detail.parties.find((each: Body) => each.id === child.id)).toMatchObject({
        name: "Léo Le Goff",
        householdMember: { id: child.partyableId, firstName: "Léo", birthDate: "2018-05-04", relationship: "son" },
      });
      expect(detail.parties.find((each: Body) => each.id === guarantor.id)).toMatchObject({
        name: "Caution SA",
        email: "c@example.org",
        rentContributionCents: 12_345,
        contributesToRent: true,
        declared: true,
      });
      const renamed = await changed(`/lease_parties/${child.id}`, {
        lease_party: { household_member: { first_name: "Léonard" } },
      });
      expect(renamed.partyableId).toBe(child.partyableId);
      const after = await found(`/leases/${id}`);
      expect(after.updatedAt > detail.updatedAt).toBe(true);
      expect(after.parties.find((each: Body) => each.id === child.id)).toMatchObject({
        name: "Léonard Le Goff",
        householdMember: { relationship: "son" },
      });
      const grown = await changed(`/lease_parties/${child.id}`, {
        lease_party: { partyable_type: "TenantActor", partyable_id: tenant.id },
      });
      expect(grown).toMatchObject({ partyableType: "TenantActor", tenantProfileId: tenant.profileId });
      await removed(`/lease_parties/${child.id}`);
      await removed(`/lease_parties/${guarantor.id}`);
      expect((await found(`/leases/${id}`)).parties).toHaveLength(1);
      expectStatus(await ask("DELETE", `/contacts/${contact.id}`), 204);
    });

    it("are filtered and sorted by every field, also without a bank account", async () => {
      const { id } = await lease();
      const child = await party({ lease_id: id, party_type: "occupant", household_member: {} });
      const ids = async (query: Record<string, string>) =>
        (await list("/lease_parties", { "q[lease_id_eq]": id, ...query })).map((each: Body) => each.partyableType);
      expect(await ids({ "q[partyable_type_eq]": "HouseholdMember" })).toEqual(["HouseholdMember"]);
      expect(await ids({ "q[partyable_id_eq]": child.partyableId })).toEqual(["HouseholdMember"]);
      expect(await ids({ "q[tenant_profile_id_eq]": tenant.profileId })).toEqual(["TenantActor"]);
      expect(await ids({ sort: "partyable_type", direction: "desc" })).toEqual(["TenantActor", "HouseholdMember"]);
      expect(await ids({ sort: "tenant_profile_id" })).toEqual(["TenantActor", "HouseholdMember"]);
      expect(await ids({ sort: "bank_account_id" })).toHaveLength(2);
    });

    it("determine the tenant, day by day", async () => {
      const { id } = await lease();
      const [own] = await list("/lease_parties", { "q[lease_id_eq]": id });
      const next = await made("/tenants", { trade_name: "Café Élan", tenant_type: "company" });
      await changed(`/lease_parties/${own.id}`, { lease_party: { valid_to: "2026-06-30", role: null } });
      await party({
        lease_id: id,
        party_type: "tenant",
        partyable_type: "TenantActor",
        partyable_id: next.id,
        valid_from: "2026-07-01",
      });
      expect((await list("/leases", { "q[id_eq]": id }))[0].tenantId).toBe(
        house.clock.now() < "2026-06-30T22" ? tenant.id : next.id,
      );
      expectRefusal(await ask("DELETE", `/tenants/${next.id}`), 422, "has_dependents");
    });

    it("are refused with the path of every field", async () => {
      const { id } = await lease();
      const other = await lease();
      const theirs = await party({ lease_id: other.id, party_type: "occupant", household_member: {} });
      expectRentalInvalid(await ask("POST", "/lease_parties", { lease_party: {} }), {
        lease_id: ["blank"],
        party_type: ["blank"],
        partyable_type: ["blank"],
        partyable_id: ["blank"],
      });
      const wrong = {
        lease_id: id,
        party_type: "occupant",
        partyable_type: "HouseholdMember",
        partyable_id: theirs.partyableId,
        tenant_profile_id: tenant.id,
        share_numerator: 0,
        rent_contribution_cents: -1,
      };
      expectRentalInvalid(await ask("POST", "/lease_parties", { lease_party: wrong }), {
        share_numerator: ["greater_than_or_equal_to"],
        rent_contribution_cents: ["greater_than_or_equal_to"],
        partyable_id: ["not_found"],
        tenant_profile_id: ["not_found"],
      });
      const known = { lease_id: id, party_type: "tenant", partyable_type: "TenantActor", partyable_id: tenant.id };
      const refused = async (more: object, details: Record<string, readonly string[]>) =>
        expectRentalInvalid(await ask("POST", "/lease_parties", { lease_party: { ...known, ...more } }), details);
      await refused({ share_numerator: 3, share_denominator: 2 }, { share_numerator: ["less_than_or_equal_to"] });
      await refused({ share_numerator: 3 }, { share_denominator: ["blank"] });
      await refused({ valid_from: "2026-01-02", valid_to: "2026-01-01" }, { valid_to: ["greater_than_or_equal_to"] });
      await refused({ partyable_id: NOTHING }, { partyable_id: ["not_found"] });
      await refused({ household_member: {} }, { partyable_type: ["invalid"], partyable_id: ["invalid"] });
      const path = `/lease_parties/${theirs.id}`;
      expectRentalInvalid(await ask("PATCH", path, { lease_party: { lease_id: id } }), { lease_id: ["invalid"] });
      expectRentalInvalid(await ask("PATCH", path, { lease_party: { partyable_type: "Contact" } }), {
        partyable_id: ["blank"],
      });
    });
  });

  it("go with a lease that is deleted, and leave tombstones", async () => {
    const { id } = await lease();
    await party({ lease_id: id, party_type: "occupant", household_member: { first_name: "Léo" } });
    const since = house.clock.now();
    const terms = await list("/lease_terms", { "q[lease_id_eq]": id });
    const parties = await list("/lease_parties", { "q[lease_id_eq]": id });
    await removed(`/leases/${id}`);
    for (const [collection, records] of Object.entries({ lease_terms: terms, lease_parties: parties })) {
      const gone = await list("/snapshots", { collection, updated_since: since });
      const ids = gone.filter(({ state }: Body) => state === "deleted").map((each: Body) => each.id);
      expect(ids.sort()).toEqual(records.map((each: Body) => each.id).sort());
    }
  });
});
