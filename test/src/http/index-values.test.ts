import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { bookMakersFor } from "../../support/books.ts";
import { databases } from "../../support/databases.ts";
import { fieldsOf } from "../../support/estate-spec.ts";
import { recordProblems } from "../../support/records.ts";
import { expectMalformed, expectRefusal, expectRentalInvalid, expectStatus } from "../../support/refusals.ts";

const INDEX_VALUES = "/rental/api/v1/index_values";
/** A month and a half after the quarter, as INSEE does. */
const published_on = "2026-08-14";

interface IndexValueBody {
  readonly indexCode: string;
  readonly period: string;
  readonly value: number;
}

describe.each(databases)("values of indices on $name", ({ open }) => {
  let house: House;
  let admin: Person;
  beforeAll(async () => {
    house = await openHouse(await open());
    admin = house.admin;
  });
  afterAll(() => house.close());

  const send = (values: readonly object[], by = admin) => {
    house.clock.pass(1000);
    const index_values = values.map((value) => ({ index_code: "IRL", period: "2026-Q2", published_on, ...value }));
    return by.ask<readonly IndexValueBody[]>("POST", INDEX_VALUES, { json: { index_values } });
  };
  const list = async (query: Record<string, string> = {}) =>
    expectStatus(await admin.ask<readonly IndexValueBody[]>("GET", INDEX_VALUES, { query }), 200);

  it("are written by administrators, replaced, and read by all users, for all mandataires", async () => {
    await bookMakersFor(house).mandataire();
    await bookMakersFor(house).mandataire();
    const sent = [
      { value: 146.68 },
      { index_code: "ICC", period: "2026-Q1", value: 2146 },
      { period: "2026-Q1", value: 145.47 },
    ];
    const stored = expectStatus(await send(sent), 200);
    expect(stored.map(({ indexCode, period, value }) => [indexCode, period, value])).toEqual([
      ["IRL", "2026-Q2", 146.68],
      ["ICC", "2026-Q1", 2146],
      ["IRL", "2026-Q1", 145.47],
    ]);
    expect(stored.flatMap((each) => recordProblems(fieldsOf("IndexValue", "detail"), each))).toEqual([]);
    const again = await send([{ value: 146.7 }, { period: "2026-Q1", value: 145.47 }]);
    expect(expectStatus(again, 200).map(({ value }) => value)).toEqual([146.7, 145.47]);
    // An unchanged value keeps its dates.
    expect((await list({ updated_since: house.clock.now() })).map(({ value }) => value)).toEqual([146.7]);
    const person = await house.person();
    const read = await person.ask("GET", INDEX_VALUES, { query: { sort: "period", direction: "desc" } });
    expect(expectStatus(read, 200)).toHaveLength(3);
    expect(await list({ "q[index_code_eq]": "IRL", "q[value_gteq]": "146" })).toEqual([
      { indexCode: "IRL", period: "2026-Q2", value: 146.7, publishedOn: published_on },
    ]);
    expectMalformed(await admin.ask("GET", INDEX_VALUES, { query: { "q[region_eq]": "x" } }));
    expectRefusal(await send([{ value: 1 }], person), 403, "insufficient_scope");
  });

  it("are refused with every invalid field, and then none is stored", async () => {
    const before = await list();
    const values = [
      { value: 0 },
      { period: "2026-Q5", value: 146.681 },
      { index_code: "ICC", value: 2146.5 },
      { value: 150 },
      { index_code: "ILAT", value: 130, published_on: "0001-01-01" },
    ];
    expectRentalInvalid(await send(values), {
      "index_values[0].value": ["greater_than_or_equal_to"],
      "index_values[1].period": ["invalid"],
      "index_values[1].value": ["invalid"],
      "index_values[2].value": ["invalid"],
      "index_values[3].period": ["taken"],
      "index_values[4].published_on": ["greater_than_or_equal_to"],
    });
    expectRentalInvalid(await send([{ index_code: "IPC", value: 1 }]), { "index_values[0].index_code": ["inclusion"] });
    expectRentalInvalid(await admin.ask("POST", INDEX_VALUES, { json: {} }), { index_values: ["blank"] });
    expect(await list()).toEqual(before);
  });
});
