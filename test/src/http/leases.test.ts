import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { actingOn, bookMakersFor } from "../../support/books.ts";
import { type TestDatabase, usualDatabases } from "../../support/databases.ts";
import { fieldsOf } from "../../support/estate-spec.ts";
import { NOTHING } from "../../support/record-factories.ts";
import { recordProblems } from "../../support/records.ts";
import {
  expectMalformed,
  expectNotFound,
  expectRefusal,
  expectRentalInvalid,
  expectStatus,
} from "../../support/refusals.ts";

const RENTAL = "/rental/api/v1";

/** A record of the API; its fields are checked against the specification's table. */
// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

describe.each(usualDatabases)("leases on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let mandataire: string;
  let property: Body;
  let tenant: Body;
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
    mandataire = (await bookMakersFor(house).mandataire()).id;
    property = await made("/properties", { name: "Le Moulin", address: "1 rue du Port" });
    tenant = await made("/tenants", { first_name: "Zoé", last_name: "Le Goff", email_address: "zoe@example.org" });
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
  const posted = async (path: string, json?: object) => {
    house.clock.pass(1000);
    return expectStatus(await ask("POST", path, json), 200);
  };
  const changed = async (path: string, json: object) => {
    house.clock.pass(1000);
    return expectStatus(await ask("PATCH", path, json), 200);
  };
  const found = async (path: string) => expectStatus(await ask("GET", path), 200);
  const list = async (path: string, query: Record<string, string> = {}) =>
    expectStatus(await ask("GET", path, undefined, query), 200);
  const unit = (identifier: string, more: object = {}) =>
    made("/units", { property_id: property.id, identifier, ...more });
  /** The day so many days from the clock's. */
  const day = (days: number) => new Date(Date.parse(house.clock.now()) + days * 86_400_000).toISOString().slice(0, 10);
  const lease = (attributes: object = {}, alongside: object = {}) =>
    made("/leases", {
      lease: { reference: "B-1", lease_type: "commercial", start_date: day(-100), ...attributes },
      ...alongside,
    });
  const signed = async (attributes: object = {}, alongside: object = {}) => {
    const { id } = await unit("S");
    return lease(
      { status: "active", signature_date: day(-120), ...attributes },
      { units: [{ id, base_rent_cents: 100_000 }], tenant_id: tenant.id, ...alongside },
    );
  };

  it("are whole in the detail and short in the list", async () => {
    const bare = await lease();
    expect(recordProblems(fieldsOf("Lease", "detail"), bare)).toEqual([]);
    expect(bare).toMatchObject({
      status: "draft",
      proration: "actual_month",
      revisionMode: "manual",
      monthlyRent: null,
    });
    expect(bare).toMatchObject({
      effectiveBillingCalendar: "civil",
      effectiveBillingCycleMonth: 1,
      autoRenewal: false,
    });
    const [a, b] = [await unit("B 2", { area_sqm: 40.5 }), await unit("a 1")];
    const full = await lease(
      {
        end_date: day(800),
        status: "active",
        signature_date: day(-120),
        payment_day: 5,
        payment_frequency: "quarterly",
        payment_timing: "arrears",
        auto_renewal: true,
        notice_months: 6,
        external_id: "X1",
        revision_mode: "automatic",
        initial_balance_cents: -5000,
        caf_allocataire_number: "123",
        billing_calendar: "anniversary",
        billing_cycle_month: 4,
        renewal_notice_period: 6,
        security_deposit_cents: 200_000,
        proration: "thirty_days",
      },
      {
        term: { revision_month: 3 },
        units: [
          {
            id: a.id,
            base_rent_cents: 100_050,
            charge_provision_cents: 5000,
            vat_applicable: true,
            vat_rate: 20,
            index_type: "ILC",
          },
          { id: b.id, base_rent_cents: 50_000 },
        ],
        lease_units: [{ id: a.id, entry_date: day(-50), index_base_date: "2025-01-01", index_base_value: 134.58 }],
        tenant_id: tenant.id,
        gli_policies: [
          { insurer_name: "Solly", premium_cents: 1250, coverage_rate: 2.5, start_date: day(-10), end_date: day(50) },
        ],
        break_dates: [{ break_date: day(300), break_type: "triennial" }],
        franchise_periods: [
          { start_date: day(-100), end_date: day(-70), reduction_percent: 50, franchise_type: "reduced_rent" },
        ],
        capping_rules: [{ capping_type: "max_increase", max_increase_percent: 3.5, reference_amount_cents: 120_000 }],
        support_measures: [{ modifier_type: "discount", label: "Plan" }],
      },
    );
    expect(recordProblems(fieldsOf("Lease", "detail"), full)).toEqual([]);
    expect(full).toMatchObject({
      status: "active",
      unitIdentifier: "a 1",
      propertyName: "Le Moulin",
      tenantName: "Zoé Le Goff",
      tenantId: tenant.id,
      monthlyRent: { cents: 150_050, currency: "EUR" },
      initialBalance: { cents: -5000 },
      effectiveBillingCalendar: "anniversary",
      effectiveBillingCycleMonth: 4,
      terms: [
        {
          baseRent: { cents: 150_050 },
          chargeProvision: { cents: 5000 },
          totalMonthly: { cents: 155_050 },
          effectiveFrom: day(-100),
          effectiveTo: null,
          revisionMonth: 3,
        },
      ],
      parties: [
        { partyType: "tenant", role: "primary", name: "Zoé Le Goff", email: "zoe@example.org", partyableId: tenant.id },
      ],
      gliPolicies: [{ status: "active", expiringSoon: true, coverageRate: 2.5, premium: { cents: 1250 } }],
      breakDates: [{ status: "upcoming", daysUntilBreak: 300, noticePeriodStarted: false }],
      cappingRules: [{ referenceAmount: { cents: 120_000 } }],
      supportMeasures: [{ status: "active" }],
    });
    expect(full.monthlyRent.formatted.replace(/\s/g, " ")).toBe("1 500,50 €");
    expect(full.units.map(({ identifier }: Body) => identifier)).toEqual(["a 1", "B 2"]);
    expect(full.units[1]).toMatchObject({
      ...{
        unitId: a.id,
        areaSqm: 40.5,
        baseRentCents: 100_050,
        annualAmountCents: 1_200_600,
        chargeProvisionCents: 5000,
      },
      ...{
        vatApplicable: true,
        vatRate: 20,
        chargeProvisionVatApplicable: true,
        indexType: "ILC",
        indexBaseValue: 134.58,
      },
    });
    expect(await found(`/leases/${full.id}`)).toEqual(full);
    const [listed] = await list("/leases", { "q[id_eq]": full.id });
    expect(recordProblems(fieldsOf("Lease", "list"), listed)).toEqual([]);
    for (const field of Object.keys(listed).filter((name) => name !== "units"))
      expect(listed[field]).toEqual(full[field]);
    expect(listed.units).toEqual([
      { identifier: "a 1", propertyName: "Le Moulin" },
      { identifier: "B 2", propertyName: "Le Moulin" },
    ]);
    const unitRecord = await found(`/units/${a.id}`);
    expect(unitRecord.activeLease).toEqual({ id: full.id, reference: "B-1", status: "active" });
    expect(unitRecord.leases).toMatchObject([
      { baseRentCents: 100_050, chargeProvisionCents: 5000, endDate: day(800) },
    ]);
    expect((await found(`/tenants/${tenant.id}`)).leases).toMatchObject([
      { id: full.id, status: "active", unitIdentifier: "a 1", propertyName: "Le Moulin", units: listed.units },
    ]);
  });

  it("let a unit from their first day on", async () => {
    const vacant = async () => (await found(`/properties/${property.id}`)).vacantCount;
    const [soon, now] = [await unit("From tomorrow"), await unit("From today")];
    const of = (start_date: string, { id }: Body) =>
      lease(
        { status: "active", signature_date: day(-120), start_date },
        { units: [{ id, base_rent_cents: 100_000 }], tenant_id: tenant.id },
      );
    const before = await vacant();
    await of(day(1), soon);
    expect(await vacant()).toBe(before);
    await of(day(0), now);
    expect(await vacant()).toBe(before - 1);
  });

  it("change by the named fields: units are added, terms opened, arrays replaced", async () => {
    const [a, b] = [await unit("1"), await unit("2")];
    const bare = await lease(
      { notice_months: 3 },
      { term: { effective_from: day(-90) }, units: [{ id: a.id, base_rent_cents: 100_000 }], unit_ids: [b.id] },
    );
    expect(bare.units.map(({ baseRentCents }: Body) => baseRentCents)).toEqual([100_000, null]);
    const path = `/leases/${bare.id}`;
    const [first, second] = bare.units;
    const corrected = await changed(path, { lease: {}, units: [{ id: a.id, charge_provision_cents: 700 }] });
    expect(corrected.terms).toMatchObject([{ baseRent: { cents: 100_000 }, totalMonthly: { cents: 100_700 } }]);
    const raised = await changed(path, {
      lease: { reference: "B-2" },
      term: { effective_from: day(10) },
      units: [
        { id: a.id, base_rent_cents: 110_000 },
        { id: b.id, base_rent_cents: 10_000 },
      ],
      lease_units: [
        { id: second.id, exit_date: day(40) },
        { id: a.id, entry_date: day(-100) },
      ],
      break_dates: [{ break_date: day(300) }],
    });
    expect(
      raised.terms.map(({ effectiveFrom, effectiveTo, baseRent }: Body) => [
        effectiveFrom,
        effectiveTo,
        baseRent.cents,
      ]),
    ).toEqual([
      [day(-90), day(9), 100_000],
      [day(10), null, 120_000],
    ]);
    expect(raised).toMatchObject({ reference: "B-2", monthlyRent: { cents: 100_000 }, noticeMonths: 3 });
    expect(raised.units).toMatchObject([
      { id: first.id, entryDate: day(-100), exitDate: null, baseRentCents: 100_000, chargeProvisionCents: 700 },
      { id: second.id, exitDate: day(40), baseRentCents: null },
    ]);
    const [storedBreak] = raised.breakDates;
    const waived = await changed(path, { lease: {}, break_dates: [{ id: storedBreak.id, status: "waived" }] });
    expect(waived.breakDates).toMatchObject([{ id: storedBreak.id, breakDate: day(300), status: "waived" }]);
    const named = await changed(path, { lease: {}, tenant_id: tenant.id });
    expect(named.parties).toHaveLength(1);
    expect(named.terms).toEqual(raised.terms);
    const leaving = await changed(path, { lease: {}, lease_units: [{ id: first.id, exit_date: day(0) }] });
    expect(leaving.monthlyRent).toMatchObject({ cents: 100_000 });
    const later = { lease: {}, term: { effective_from: day(20) }, units: [{ id: b.id, base_rent_cents: 20_000 }] };
    const [, , last] = (await changed(path, later)).terms;
    expect(last).toMatchObject({ baseRent: { cents: 130_000 }, totalMonthly: { cents: 130_700 } });
  });

  it("are refused with the path of every field", async () => {
    expectRentalInvalid(await ask("POST", "/leases", {}), { lease: ["blank"] });
    expectRentalInvalid(await ask("POST", "/leases", { lease: 7 }), { lease: ["invalid"] });
    expectRentalInvalid(await ask("POST", "/leases", { lease: {} }), {
      reference: ["blank"],
      lease_type: ["blank"],
      start_date: ["blank"],
    });
    expectRentalInvalid(
      await ask("POST", "/leases", { lease: { lease_type: "castle", start_date: "2026-02-30", status: "ended" } }),
      {
        lease_type: ["inclusion"],
        start_date: ["invalid"],
        status: ["inclusion"],
      },
    );
    const one = await unit("R");
    const wrong = {
      lease: {
        reference: " ",
        lease_type: "commercial",
        start_date: day(0),
        payment_day: 32,
        notice_months: -1,
        billing_cycle_month: 13,
        security_deposit_cents: -1,
      },
      term: { revision_month: 0, effective_from: day(5), effective_to: day(4) },
      units: [
        { base_rent_cents: -1 },
        { id: NOTHING },
        { id: one.id, vat_rate: 100.5, charge_provision_cents: 1 },
        { id: one.id },
      ],
      unit_ids: [NOTHING],
      lease_units: [{ id: one.id, entry_date: day(2), exit_date: day(1), index_base_value: 0 }],
      tenant_id: NOTHING,
      gli_policies: [{ coverage_rate: 101 }],
      franchise_periods: [{ start_date: day(0) }],
    };
    expectRentalInvalid(await ask("POST", "/leases", wrong), {
      reference: ["blank"],
      payment_day: ["less_than_or_equal_to"],
      notice_months: ["greater_than_or_equal_to"],
      billing_cycle_month: ["less_than_or_equal_to"],
      security_deposit_cents: ["greater_than_or_equal_to"],
      "term.revision_month": ["greater_than_or_equal_to"],
      "term.effective_to": ["greater_than_or_equal_to"],
      "units[0].id": ["blank"],
      "units[0].base_rent_cents": ["greater_than_or_equal_to"],
      "units[1].id": ["not_found"],
      "units[2].vat_rate": ["less_than_or_equal_to"],
      "units[2].base_rent_cents": ["blank"],
      "units[3].id": ["taken"],
      "unit_ids[0]": ["not_found"],
      "lease_units[0].exit_date": ["greater_than_or_equal_to"],
      "lease_units[0].index_base_value": ["greater_than_or_equal_to"],
      tenant_id: ["not_found"],
      "gli_policies[0].coverage_rate": ["less_than_or_equal_to"],
      "franchise_periods[0].end_date": ["blank"],
    });
    const backwards = { reference: "x", lease_type: "other", start_date: day(1), end_date: day(0) };
    expectRentalInvalid(await ask("POST", "/leases", { lease: backwards }), { end_date: ["greater_than_or_equal_to"] });
    const { id } = await lease();
    expectRentalInvalid(await ask("PATCH", `/leases/${id}`, { reference: "x" }), { lease: ["blank"] });
    expectRentalInvalid(await ask("PATCH", `/leases/${id}`, { lease: { status: "active" } }), { status: ["invalid"] });
    expectMalformed(await ask("GET", "/leases", undefined, { "q[monthly_rent_eq]": "1" }));
  });

  describe("have a status that transitions and dates determine", () => {
    it("from a draft, signed once it has a signature, a rent and a tenant", async () => {
      const { id } = await lease();
      const path = `/leases/${id}`;
      expect(expectRefusal(await ask("POST", `${path}/activate`), 422, "invalid_transition").message).toContain(
        "signature_date",
      );
      expectRefusal(await ask("POST", `${path}/give_notice`, { notice_date: day(0) }), 422, "invalid_transition");
      const { id: unitId } = await unit("A");
      await changed(path, { lease: { signature_date: day(-1) }, unit_ids: [unitId], tenant_id: tenant.id });
      expect(expectRefusal(await ask("POST", `${path}/activate`), 422, "invalid_transition").message).toContain(
        "a rent",
      );
      await changed(path, { lease: {}, units: [{ id: unitId, base_rent_cents: 1 }] });
      expect(await posted(`${path}/activate`)).toMatchObject({ id, status: "active" });
      for (const door of ["activate", "cancel", "withdraw_notice"])
        expectRefusal(await ask("POST", `${path}/${door}`), 422, "invalid_transition");
      const bare = { lease: { reference: "x", lease_type: "other", start_date: day(0), status: "active" } };
      expectRentalInvalid(await ask("POST", "/leases", bare), {
        signature_date: ["blank"],
        units: ["blank"],
        tenant_id: ["blank"],
      });
    });

    it("of which a cancelled one is the end", async () => {
      const { id } = await lease();
      expect((await posted(`/leases/${id}/cancel`)).status).toBe("cancelled");
      expectRefusal(await ask("PATCH", `/leases/${id}`, { lease: { reference: "x" } }), 422, "invalid_transition");
      for (const door of ["activate", "cancel"])
        expectRefusal(await ask("POST", `/leases/${id}/${door}`), 422, "invalid_transition");
      expectNotFound(await ask("POST", `/leases/${NOTHING}/cancel`));
    });

    it("in notice until it is withdrawn or over", async () => {
      const { id } = await signed({ end_date: day(500), notice_months: 6 });
      const path = `/leases/${id}`;
      expectRentalInvalid(await ask("POST", `${path}/give_notice`, {}), { notice_date: ["blank"] });
      expectRentalInvalid(await ask("POST", `${path}/give_notice`, { notice_date: day(0), end_date: day(-1) }), {
        end_date: ["greater_than_or_equal_to"],
      });
      expect(await posted(`${path}/give_notice`, { notice_date: "2026-03-31" })).toMatchObject({
        status: "notice",
        endDate: "2026-09-30",
      });
      expectRentalInvalid(await ask("PATCH", path, { lease: { end_date: null } }), { end_date: ["blank"] });
      expectRefusal(await ask("POST", `${path}/give_notice`, { notice_date: day(0) }), 422, "invalid_transition");
      expect(await posted(`${path}/withdraw_notice`)).toMatchObject({ status: "active", endDate: day(500) });
      const over = await posted(`${path}/give_notice`, { notice_date: day(-20), end_date: day(-1) });
      expect(over).toMatchObject({ status: "ended", endDate: day(-1) });
      expectRefusal(await ask("POST", `${path}/withdraw_notice`), 422, "invalid_transition");
      const early = await signed({ start_date: day(10) });
      expect(await posted(`/leases/${early.id}/give_notice`, { notice_date: day(0) })).toMatchObject({
        endDate: day(10),
      });
    });

    it("ended by its last day in Paris, and going on by a later one", async () => {
      const { id } = await signed({ end_date: day(1) });
      const path = `/leases/${id}`;
      const ended = await changed(path, { lease: { end_date: day(-1) } });
      expect(ended).toMatchObject({ status: "ended", endDate: day(-1) });
      expect(await list("/leases", { "q[status_eq]": "ended", "q[id_eq]": id })).toMatchObject([
        { id, status: "ended" },
      ]);
      expect((await changed(path, { lease: { end_date: day(-2) } })).status).toBe("ended");
      expect(await changed(path, { lease: { end_date: day(0) } })).toMatchObject({ status: "active", endDate: day(0) });
      // It is nine in the morning: fifteen hours on it is the next day in Paris, and not yet in Greenwich.
      house.clock.pass(14.5 * 3_600_000);
      expect(await found(path)).toMatchObject({ status: "ended" });
      expect(await list("/leases", { "q[status_in]": "active,notice", "q[id_eq]": id })).toEqual([]);
      const draft = await lease({ end_date: day(-1) });
      expect(draft.status).toBe("draft");
      const goesOn = await signed({ end_date: day(-1), auto_renewal: true, lease_type: "parking" });
      expect(goesOn.status).toBe("active");
      expect(goesOn.endDate > day(360)).toBe(true);
      const [listed] = await list("/leases", { "q[id_eq]": goesOn.id, "q[end_date_gteq]": day(300) });
      expect(listed.endDate).toBe(goesOn.endDate);
    });
  });

  it("update the records that show them, and are updated by the records that they show", async () => {
    const one = await unit("M 1");
    const { id } = await signed({}, { units: [{ id: one.id, base_rent_cents: 5000 }] });
    const moved = async (path: string, at: string) =>
      (await list(path, { updated_since: at })).map(({ id: each }: Body) => each as string);
    const after = async (change: () => Promise<unknown>) => {
      house.clock.pass(1000);
      const at = house.clock.now();
      await change();
      return at;
    };
    const renamed = await after(() => changed(`/leases/${id}`, { lease: { reference: "B-9" } }));
    expect(await moved("/units", renamed)).toEqual([one.id]);
    expect(await moved("/properties", renamed)).toEqual([]);
    const noticed = await after(() => posted(`/leases/${id}/give_notice`, { notice_date: day(-1) }));
    expect([await moved("/units", noticed), await moved("/properties", noticed)]).toEqual([[one.id], [property.id]]);
    expect(await moved("/leases", noticed)).toEqual([id]);
    for (const [path, json] of [
      [`/tenants/${tenant.id}`, { last_name: "Le Bras" }],
      [`/units/${one.id}`, { identifier: "M 2" }],
      [`/properties/${property.id}`, { name: "Le Moulin neuf" }],
    ] as const) {
      const at = await after(() => changed(path, json));
      expect(await moved("/leases", at)).toContain(id);
    }
    const [listed] = await list("/leases", { search: "le bras", "q[unit_identifier_eq]": "M 2" });
    expect(listed).toMatchObject({
      id,
      tenantName: "Zoé Le Bras",
      unitIdentifier: "M 2",
      propertyName: "Le Moulin neuf",
    });
    for (const path of [`/units/${one.id}`, `/tenants/${tenant.id}`])
      expectRefusal(await ask("DELETE", path), 422, "has_dependents");
    const { parties, terms } = await found(`/leases/${id}`);
    const removed = await after(async () => expectStatus(await ask("DELETE", `/leases/${id}`), 204));
    expect([await moved("/units", removed), await moved("/properties", removed)]).toEqual([[one.id], [property.id]]);
    expectNotFound(await ask("GET", `/leases/${id}`));
    // What went with it left tombstones.
    const left = await database.dump();
    for (const gone of [id, parties[0].id, terms[0].id]) expect(left).toContain(gone);
    expectStatus(await ask("DELETE", `/units/${one.id}`), 204);
  });
});
