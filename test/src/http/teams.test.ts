import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { usualDatabases } from "../../support/databases.ts";
import { type Makers, makersFor, NOTHING, TEAMS } from "../../support/record-factories.ts";
import type { TeamBody } from "../../support/records.ts";
import { expectInvalid, expectMalformed, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";

describe.each(usualDatabases)("teams on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  let admin: Person;
  let manager: Person;
  beforeAll(async () => {
    house = await openHouse(await open());
    makers = makersFor(house);
    admin = house.admin;
    manager = await house.person({ role: "manager" });
  });
  afterAll(() => house.close());

  const post = (json: object, by = admin) => by.ask<TeamBody>("POST", TEAMS, { json });
  const change = (id: string, json: object, by = admin) => by.ask<TeamBody>("PATCH", `${TEAMS}/${id}`, { json });

  it("are created by administrators and read by all users", async () => {
    const made = expectStatus(await post({ name: " Équipe ", description: "d", members_count: 3 }), 201);
    expect(made).toEqual({
      id: expect.stringMatching(/\S/),
      name: "Équipe",
      description: "d",
      members_count: 0,
      created_at: house.clock.now(),
      updated_at: house.clock.now(),
    });
    expect(expectStatus(await manager.ask("GET", `${TEAMS}/${made.id}`), 200)).toEqual(made);
    expectRefusal(await post({ name: "no" }, manager), 403, "forbidden");
    expectRefusal(await change(made.id, { name: "no" }, manager), 403, "forbidden");
    expectRefusal(await manager.ask("DELETE", `${TEAMS}/${made.id}`), 403, "forbidden");
  });

  it("are named, within bounds", async () => {
    for (const json of [{}, { name: "" }, { name: " \u200b" }, { name: null }]) {
      expectInvalid(await post(json), "name", "blank");
    }
    const refused = await post({ name: "x".repeat(256), description: "x".repeat(10_001) });
    expectInvalid(refused, "name", "too_long");
    expectInvalid(refused, "description", "too_long");
  });

  it("change only the fields of the request", async () => {
    const made = await makers.team({ description: "kept" });
    house.clock.pass(1000);
    const changed = expectStatus(await change(made.id, { name: "after" }), 200);
    expect(changed).toEqual({ ...made, name: "after", updated_at: house.clock.now() });
    expect(expectStatus(await change(made.id, { description: null }), 200).description).toBeNull();
    expectInvalid(await change(made.id, { name: "" }), "name", "blank");
    expectNotFound(await change(NOTHING, { name: "x" }));
  });

  it("are found by name, and ordered", async () => {
    for (const name of ["Zéta", "zeta 2", "Alpha zéta"]) {
      house.clock.pass(1000);
      await makers.team({ name });
    }
    const found = async (query: Readonly<Record<string, string>>) => {
      const requested = { "q[name_cont]": "z", ...query };
      return expectStatus(await manager.ask<readonly TeamBody[]>("GET", TEAMS, { query: requested }), 200).map(
        ({ name }) => name,
      );
    };
    expect(await found({})).toEqual(["Alpha zéta", "zeta 2", "Zéta"]);
    expect(await found({ sort: "name", direction: "asc" })).toEqual(["Alpha zéta", "zeta 2", "Zéta"]);
    expect(await found({ "q[name_cont]": "ZÉTA", sort: "created_at", direction: "asc" })).toEqual([
      "Zéta",
      "Alpha zéta",
    ]);
    for (const query of ["sort=members_count", "q[members_count_eq]=0"]) {
      expectMalformed(await manager.ask("GET", TEAMS, { query }));
    }
  });

  it("are deleted for good", async () => {
    const made = await makers.team();
    expectStatus(await admin.ask<unknown>("DELETE", `${TEAMS}/${made.id}`), 204);
    expectNotFound(await manager.ask("GET", `${TEAMS}/${made.id}`));
    expectNotFound(await admin.ask("DELETE", `${TEAMS}/${made.id}`));
  });
});
