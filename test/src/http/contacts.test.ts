import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { usualDatabases } from "../../support/databases.ts";
import { CONTACTS, type Makers, makersFor, NOTHING } from "../../support/record-factories.ts";
import type { ContactBody } from "../../support/records.ts";
import { expectInvalid, expectMalformed, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";

describe.each(usualDatabases)("contacts on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  let user: Person;
  let manager: Person;
  beforeAll(async () => {
    house = await openHouse(await open());
    makers = makersFor(house);
    user = await house.person();
    manager = await house.person({ role: "manager" });
  });
  afterAll(() => house.close());

  const post = (json: object, by = manager) => by.ask<ContactBody>("POST", CONTACTS, { json });
  const change = (id: string, json: object, by = manager) =>
    by.ask<ContactBody>("PATCH", `${CONTACTS}/${id}`, { json });

  it("are created by managers with the fields of the request, and read by every user", async () => {
    const made = expectStatus(
      await post({
        email_address: " Ana.Li@Example.org ",
        first_name: " Ana ",
        last_name: "Li",
        external_id: "x-1",
        id: NOTHING,
        type: "User",
        full_name: "Eve",
      }),
      201,
    );
    expect(made).toEqual({
      id: expect.not.stringMatching(NOTHING),
      email_address: "Ana.Li@Example.org",
      first_name: "Ana",
      last_name: "Li",
      external_id: "x-1",
      display_name: "Ana Li",
      full_name: "Ana Li",
      type: "Contact",
      created_at: house.clock.now(),
      updated_at: house.clock.now(),
    });
    expect(expectStatus(await user.ask("GET", `${CONTACTS}/${made.id}`), 200)).toEqual(made);
    expectRefusal(await post({ email_address: "no@example.org" }, user), 403, "forbidden");
    expectRefusal(await change(made.id, { first_name: "no" }, user), 403, "forbidden");
    expectRefusal(await user.ask("DELETE", `${CONTACTS}/${made.id}`), 403, "forbidden");
    expectStatus(await post({ email_address: "yes@example.org" }, house.admin), 201);
  });

  it("are called by their address where no name is known, and may share one", async () => {
    const made = await makers.contact({ email_address: "syndic@example.org" });
    expect(made).toMatchObject({ first_name: null, last_name: null, full_name: "", display_name: "syndic" });
    expect(await makers.contact({ email_address: "SYNDIC@example.org", last_name: "Roy" })).toMatchObject({
      full_name: "Roy",
      display_name: "Roy",
    });
  });

  it("are refused with everything that is wrong at once", async () => {
    const refused = await post({ email_address: "a@", first_name: "x".repeat(256), last_name: "\u0000" });
    expectInvalid(refused, "email_address", "invalid");
    expectInvalid(refused, "first_name", "too_long");
    expectInvalid(refused, "last_name", "invalid");
    for (const json of [{}, { email_address: null }, { email_address: " " }]) {
      expectInvalid(await post(json), "email_address", "blank");
    }
    expectStatus(await post({ email_address: "a@example.org", first_name: "🏡".repeat(255) }), 201);
  });

  it("change only the fields of the request", async () => {
    const made = await makers.contact({ first_name: "Ana", last_name: "Li", external_id: "x" });
    house.clock.pass(1000);
    const changed = expectStatus(await change(made.id, { first_name: null, external_id: null }), 200);
    expect(changed).toEqual({
      ...made,
      first_name: null,
      external_id: null,
      full_name: "Li",
      display_name: "Li",
      updated_at: house.clock.now(),
    });
    expectInvalid(await change(made.id, { email_address: null }), "email_address", "blank");
    expectInvalid(await change(made.id, { email_address: "" }), "email_address", "blank");
    expect(expectStatus(await change(made.id, { ...changed, last_name: "Roy" }), 200).display_name).toBe("Roy");
    expectNotFound(await change(NOTHING, { last_name: "Roy" }));
  });

  it("are searched by their fields, and sorted", async () => {
    await makers.contact({ email_address: "zoe-1@find.org", first_name: "Zoé", last_name: "Ba", external_id: "7" });
    await makers.contact({ email_address: "zoe-2@find.org", first_name: "Abel", last_name: "ZOÉ" });
    await makers.contact({ email_address: "zoe-3@find.org" });
    const found = async (query: Readonly<Record<string, string>>) => {
      const requested = { "q[email_address_cont]": "@FIND", sort: "email_address", direction: "asc", ...query };
      const reply = await user.ask<readonly ContactBody[]>("GET", CONTACTS, { query: requested });
      return expectStatus(reply, 200).map(({ email_address }) => email_address[4]);
    };
    expect(await found({})).toEqual(["1", "2", "3"]);
    expect(await found({ "q[first_name_eq]": "Zoé" })).toEqual(["1"]);
    expect(await found({ "q[last_name_start]": "zo" })).toEqual(["2"]);
    expect(await found({ "q[external_id_eq]": "7" })).toEqual(["1"]);
    expect(await found({ "q[full_name_cont]": "zoé" })).toEqual(["1", "2"]);
    expect(await found({ "q[full_name_blank]": "true" })).toEqual(["3"]);
    expect(await found({ "q[display_name_end]": "-3" })).toEqual(["3"]);
    expect(await found({ "q[type_eq]": "Contact" })).toEqual(["1", "2", "3"]);
    expect(await found({ "q[type_not_eq]": "Contact" })).toEqual([]);
    expect(await found({ "q[type_or_first_name_cont]": "ABEL" })).toEqual(["2"]);
    expect(await found({ sort: "first_name" })).toEqual(["2", "1", "3"]);
    expect(await found({ sort: "last_name", direction: "desc" })).toEqual(["2", "1", "3"]);
    for (const query of ["sort=role", "sort=type", "sort=full_name", "q[role_eq]=user", "q[members_count_eq]=1"]) {
      expectMalformed(await user.ask("GET", CONTACTS, { query }));
    }
  });

  it("are deleted for good", async () => {
    const made = await makers.contact();
    expectStatus(await manager.ask<unknown>("DELETE", `${CONTACTS}/${made.id}`), 204);
    expectNotFound(await user.ask("GET", `${CONTACTS}/${made.id}`));
    expectNotFound(await manager.ask("DELETE", `${CONTACTS}/${made.id}`));
    expectNotFound(await change(made.id, {}));
  });
});
