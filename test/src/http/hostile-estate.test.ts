import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse } from "../../support/application-fixture.ts";
import { actingOn, bookMakersFor } from "../../support/books.ts";
import { usualDatabases } from "../../support/databases.ts";
import { expectMalformed, expectNotFound, expectRentalInvalid, expectStatus } from "../../support/refusals.ts";
import type { Asking } from "../../support/send-request.ts";

const RENTAL = "/rental/api/v1";

/** A JSON body with any fields. */
// biome-ignore lint/suspicious/noExplicitAny: tests read single fields of a response body.
type Body = any;

/** A value of a field, and the error code that refuses it. */
type Refusal = readonly [value: unknown, code: string];

const BAD_LINES: readonly Refusal[] = [
  ...([7, {}, [], "a\u0000b", "\ud800", "a\nb", "\u0007"] as const).map((value): Refusal => [value, "invalid"]),
  [null, "blank"],
  ...(["", "  ", "\u200b\u200d"] as const).map((value): Refusal => [value, "blank"]),
  ["é".repeat(256), "too_long"],
  ["a".repeat(200_000), "too_long"],
];
const BAD_DAYS: readonly Refusal[] = [
  ...(
    [7, {}, [], true, "", "2026-02-30", "2026-2-1", "26-02-01", "+275760-09-13", "2026-01-01T00:00:00Z"] as const
  ).map((value): Refusal => [value, "invalid"]),
  ["0999-12-31", "greater_than_or_equal_to"],
];
const BAD_COUNTS: readonly Refusal[] = [
  ...([1.5, "1", {}, [], true] as const).map((value): Refusal => [value, "not_a_number"]),
  [1e21, "invalid"],
  [-1, "greater_than_or_equal_to"],
  [999_999, "less_than_or_equal_to"],
];
const BAD_CENTS: readonly Refusal[] = [
  ...([1.5, "1", {}] as const).map((value): Refusal => [value, "not_a_number"]),
  [1e21, "invalid"],
  [-1, "greater_than_or_equal_to"],
  [Number.MAX_SAFE_INTEGER, "less_than_or_equal_to"],
];
const BAD_PERCENTS: readonly Refusal[] = [
  ...(["7", {}, true] as const).map((value): Refusal => [value, "not_a_number"]),
  ...([7.12345, 1e300] as const).map((value): Refusal => [value, "invalid"]),
  [-0.0001, "greater_than_or_equal_to"],
  [100.0001, "less_than_or_equal_to"],
];
const BAD_WORDS: readonly Refusal[] = [
  ["castle", "inclusion"],
  ["", "inclusion"],
  ["__proto__", "inclusion"],
  [7, "inclusion"],
  [{}, "inclusion"],
];
const BAD_IDS: readonly Refusal[] = [
  ...([7, {}, "", "x", "00000000-0000-7000-8000-00000000000g", "' or 1=1 --"] as const).map(
    (value): Refusal => [value, "invalid"],
  ),
  ["00000000-0000-7000-8000-000000000001", "not_found"],
];
const BAD_FLAGS: readonly Refusal[] = ([0, "true", {}, []] as const).map((value): Refusal => [value, "invalid"]);

describe.each(usualDatabases)("Hostile requests on leases and mandates, on $name,", ({ open }) => {
  let house: House;
  let of: string;
  let lease: Body;
  let mandate: Body;
  let unit: Body;
  let owner: Body;
  beforeAll(async () => {
    house = await openHouse(await open());
    of = (await bookMakersFor(house).mandataire()).id;
    const property = await made("/properties", { name: "P", address: "x" });
    unit = await made("/units", { property_id: property.id, identifier: "U" });
    owner = await made("/owners", { first_name: "O" });
    lease = await made("/leases", { lease: LEASE, units: [{ id: unit.id, base_rent_cents: 1 }] });
    const charged = { owner_profile_id: owner.profileId, reference: "M", start_date: "2026-01-01" };
    mandate = await made("/mandates", charged);
  });
  afterAll(() => house.close());

  const LEASE = { reference: "L", lease_type: "other", start_date: "2026-01-01" };
  const ask = (method: string, path: string, asking: Asking = {}) =>
    house.admin.ask<Body>(method, RENTAL + path, actingOn(of, asking));
  const made = async (path: string, json: object) => expectStatus(await ask("POST", path, { json }), 201);

  /** Expects each value of a field to be refused there, where the rest of the body is right. */
  async function refused(
    method: string,
    path: string,
    json: (value: unknown) => object,
    refusals: Readonly<Record<string, readonly Refusal[]>>,
  ): Promise<void> {
    const wrong: unknown[] = [];
    for (const [field, values] of Object.entries(refusals)) {
      for (const [value, code] of values) {
        const own = { [field.split(/[.\]]+/).at(-1) ?? ""]: value };
        const { status, body } = await ask(method, path, { json: json(own) });
        const seen = JSON.stringify([status, body?.details]);
        if (seen !== JSON.stringify([422, { [field]: [code] }]))
          wrong.push([field, String(value).slice(0, 40), code, seen]);
      }
    }
    expect(wrong).toEqual([]);
  }

  it("refuse invalid fields of a lease, by the path of the field", async () => {
    const path = `/leases/${lease.id}`;
    const attributes = {
      ...{ reference: BAD_LINES, lease_type: BAD_WORDS, start_date: BAD_DAYS, end_date: BAD_DAYS },
      ...{ signature_date: BAD_DAYS, payment_day: BAD_COUNTS, notice_months: BAD_COUNTS, auto_renewal: BAD_FLAGS },
      ...{ payment_timing: BAD_WORDS, proration: BAD_WORDS, security_deposit_cents: BAD_CENTS },
    };
    await refused("POST", "/leases", (own) => ({ lease: { ...LEASE, ...(own as object) } }), attributes);
    await refused("PATCH", path, (own) => ({ lease: own }), attributes);
    await refused("PATCH", path, (own) => ({ lease: {}, units: [{ id: unit.id, ...(own as object) }] }), {
      ...{ "units[0].base_rent_cents": BAD_CENTS, "units[0].vat_rate": BAD_PERCENTS, "units[0].id": BAD_IDS },
      "units[0].index_type": BAD_WORDS,
    });
    await refused("PATCH", path, (own) => ({ lease: {}, lease_units: [{ id: unit.id, ...(own as object) }] }), {
      ...{ "lease_units[0].entry_date": BAD_DAYS, "lease_units[0].id": BAD_IDS },
    });
    await refused("PATCH", path, (own) => ({ lease: {}, term: own }), {
      "term.effective_from": BAD_DAYS,
      "term.revision_month": BAD_COUNTS,
    });
    await refused("PATCH", path, (own) => ({ lease: {}, ...(own as object) }), { tenant_id: BAD_IDS });
    await refused("POST", `${path}/give_notice`, (own) => own as object, { notice_date: [...BAD_DAYS.slice(0, -1)] });
  });

  it("refuse invalid fields of a mandate, by the path of the field", async () => {
    const path = `/mandates/${mandate.id}`;
    const charged = { owner_profile_id: owner.profileId, reference: "M", start_date: "2026-01-01" };
    const attributes = {
      ...{ reference: BAD_LINES, mandate_type: BAD_WORDS, start_date: BAD_DAYS, end_date: BAD_DAYS },
      ...{ management_fee_rate: BAD_PERCENTS, notice_months: BAD_COUNTS, renewal_mode: BAD_WORDS },
    };
    const both = (own: unknown) => ({ ...charged, ...(own as object) });
    await refused("POST", "/mandates", both, { ...attributes, owner_profile_id: BAD_IDS, property_id: BAD_IDS });
    await refused("PATCH", path, (own) => own as object, attributes);
    await refused("POST", `${path}/extend`, (own) => own as object, { new_end_date: BAD_DAYS });
    await refused("POST", `${path}/terminate`, (own) => own as object, {
      termination_date: BAD_DAYS.slice(0, -1),
      reason: [
        ["a\u0000b", "invalid"],
        ["a".repeat(10_001), "too_long"],
        [7, "invalid"],
      ],
    });
    expect((await ask("GET", path)).body).toEqual(mandate);
  });

  it("refuse values that are no arrays, long arrays, and null elements", async () => {
    const many = Array.from({ length: 10_001 }, () => ({ id: unit.id }));
    for (const [path, body, name] of [
      [`/leases/${lease.id}`, { lease: {} }, "units"],
      [`/leases/${lease.id}`, { lease: {} }, "lease_units"],
      [`/leases/${lease.id}`, { lease: {} }, "break_dates"],
      [`/mandates/${mandate.id}`, {}, "mandate_services"],
    ] as const) {
      const send = (value: unknown) => ask("PATCH", path, { json: { ...body, [name]: value } });
      for (const value of [7, "x", {}, true]) expectRentalInvalid(await send(value), { [name]: ["invalid"] });
      expectRentalInvalid(await send([null]), { [`${name}[0]`]: ["blank"] });
      for (const value of [7, "x", []]) expectRentalInvalid(await send([value]), { [`${name}[0]`]: ["invalid"] });
      expectRentalInvalid(await send(many), { [name]: ["too_long"] });
    }
    const ids = many.map(() => unit.id);
    expectRentalInvalid(await ask("PATCH", `/mandates/${mandate.id}`, { json: { property_ids: ids } }), {
      property_ids: ["too_long"],
    });
  });

  it("take no body that is no object, and none that is too large or too deep", async () => {
    for (const [method, path] of [
      ["POST", "/leases"],
      ["PATCH", `/leases/${lease.id}`],
      ["POST", `/leases/${lease.id}/give_notice`],
      ["POST", "/mandates"],
      ["PATCH", `/mandates/${mandate.id}`],
      ["POST", `/mandates/${mandate.id}/extend`],
    ] as const) {
      const json = { "content-type": "application/json" };
      for (const body of ["{", "[]", "null", '"x"', "\ufeff{x", `${"[".repeat(50_000)}`])
        expectMalformed(await ask(method, path, { body, headers: json }));
      expectMalformed(await ask(method, path, { body: "{}", headers: { "content-type": "text/plain" } }));
      const large = await ask(method, path, { body: `{"x": "${"a".repeat(2 ** 21)}"}`, headers: json });
      expect([large.status, large.body.error]).toEqual([413, "payload_too_large"]);
    }
    for (const wrong of [null, 7, "x", [], true])
      expectRentalInvalid(await ask("POST", "/leases", { json: { lease: wrong } }), {
        lease: [wrong === null ? "blank" : "invalid"],
      });
  });

  it("find records by ids only", async () => {
    for (const id of ["x", "%00", "%2e%2e", "1", `${lease.id}'`, "00000000-0000-7000-8000-000000000001"])
      for (const [method, door] of [
        ["GET", ""],
        ["PATCH", ""],
        ["DELETE", ""],
        ["POST", "/activate"],
        ["POST", "/withdraw_notice"],
        ["POST", "/cancel"],
      ] as const) {
        expectNotFound(await ask(method, `/leases/${id}${door}`, method === "PATCH" ? { json: { lease: {} } } : {}));
      }
    expect((await ask("GET", `/leases/${lease.id.toUpperCase()}`)).body.id).toBe(lease.id);
    const named = { lease: {}, unit_ids: [unit.id.toUpperCase()] };
    const { body } = await ask("PATCH", `/leases/${lease.id}`, { json: named });
    expect(body.units.map(({ unitId }: Body) => unitId)).toEqual([unit.id]);
  });

  it("store no unknown fields", async () => {
    const polluting = JSON.parse(
      '{"__proto__": {"x": 1}, "constructor": {"prototype": {"x": 1}}, "mandataire_id": "x"}',
    );
    const json = { lease: { ...LEASE, ...polluting, id: unit.id }, ...polluting };
    const { id } = await made("/leases", json);
    expect(id).not.toBe(unit.id);
    expect(({} as Body).x).toBeUndefined();
  });
});
