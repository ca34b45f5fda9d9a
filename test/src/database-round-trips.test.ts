import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person } from "../support/application-fixture.ts";
import { actingOn, bookMakersFor } from "../support/books.ts";
import { databases } from "../support/databases.ts";
import { listenToDrivers } from "../support/recorded-queries.ts";
import { expectStatus } from "../support/refusals.ts";
import { uploadForm } from "../support/send-request.ts";

/** The statements that the drivers received. */
let queries: string[] = [];

describe.each(databases)("On $name, the database receives from a folder's user", ({ open, name }) => {
  /** Reads the level of the caller on a folder, without what retains it; on Postgres the grants come first in the text. */
  const level = name === "Postgres" ? "select grants" : "select folders";
  let house: House;
  let person: Person;
  let folderId: string;
  let permission: string;

  beforeAll(async () => {
    queries = listenToDrivers();
    house = await openHouse(await open());
    person = await house.person();
    const made = await person.ask<{ id: string }>("POST", `${DOCUMENTS}/folders`, { json: { name: "Leases" } });
    folderId = made.body.id;
    const granted = { subject_type: "user", subject_id: house.admin.id, level: "read" };
    const permissions = `${DOCUMENTS}/folders/${folderId}/permissions`;
    const { body } = await person.ask<{ id: string }>("POST", permissions, { json: granted });
    permission = `${permissions}/${body.id}`;
  });
  afterAll(async () => {
    await house.close();
    vi.restoreAllMocks();
  });
  beforeEach(async () => {
    // The time of the last use of a token is written in the background.
    await house.settled();
    queries.length = 0;
  });

  it("the check of access, the blob and one transaction for a document with a file", async () => {
    const upload = async (text: string) => {
      const form = uploadForm(text, { documents_folder_id: folderId });
      expectStatus(await person.ask("POST", `${DOCUMENTS}/documents`, form), 201);
      return queries.splice(0);
    };
    const large = [
      ...["select tokens", "select folders"],
      ...["begin", "insert blobs", "commit"],
      ...["begin", "select tree_clock", "select folders", "select documents", "update blobs"],
      ...["insert documents", "insert grants", "insert bulk_uploads", "commit"],
    ];
    expect(await upload("x".repeat(2_000))).toEqual(large);
    // A small text is indexed at once: one statement more on Postgres, and those of its term index on SQLite.
    const index = await upload("x");
    const entry = index.indexOf("insert grants") + 1;
    const more = index.splice(entry, name === "Postgres" ? 1 : 5);
    expect([index, more[0]]).toEqual([large, "insert documents"]);
  });

  it.each(["", "&page=9"])(
    "the check of access and the count, then other spellings, for a search (%s)",
    async (page) => {
      expectStatus(await person.ask("GET", `${DOCUMENTS}/search?query=leases${page}`), 200);
      expect(queries.map((each) => each.split(" ")[0])).toEqual(["select", "with", "begin", "select", "commit"]);
    },
  );

  it.each([
    ["two hundred letters as one word", "é".repeat(200)],
    ["a hundred words of one letter", [..."abcdefghijklmnopqrstuvwxyz0123456789"].join(" ").repeat(2)],
    ["marks without letters", "e\u0301".repeat(100)],
    ["characters that stand for words", "\ufdfa".repeat(200)],
    ["the syntax of an index", '"leases" AND (NEAR(a b, 9) OR c*) NOT ^d:{e} - +f'],
    ["another statement", "'; drop table documents; --"],
  ])("a bounded number of statements for any search, also of %s", async (_what, query) => {
    const { body } = await person.ask<unknown>("GET", `${DOCUMENTS}/search?query=${encodeURIComponent(query)}`);
    expect(body).toEqual([]);
    expect(queries.length).toBeLessThanOrEqual(8);
    for (const each of queries) expect(each).toMatch(/^(?:(?:select|with) |begin$|commit$)/);
  });

  it.each([
    [201, 400],
    [4_000, 400],
    [10_000, 414],
  ])("nothing for a search of %i characters", async (length, refused) => {
    const { status } = await person.ask<unknown>("GET", `${DOCUMENTS}/search?query=${"a+".repeat(length / 2)}a`);
    expect(status).toBe(refused);
    expect(queries.filter((each) => each !== "select tokens")).toEqual([]);
  });

  it("a constant list of statements for a folder", async () => {
    const json = { name: "2026", documents_folder_id: folderId };
    expectStatus(await person.ask("POST", `${DOCUMENTS}/folders`, { json }), 201);
    expect(queries).toEqual([
      ...["select tokens", "begin", "select tree_clock", "select folders", "with folders"],
      ...["insert folders", "insert grants", "commit"],
    ]);
  });

  it("a constant list of statements for a change of a permission", async () => {
    expectStatus(await person.ask("PATCH", permission, { json: { level: "write" } }), 200);
    expect(queries).toEqual([
      ...["select tokens", "begin", level, "select grants", "update grants", "insert audit_events", "commit"],
    ]);
  });

  it("the same statements for a lease of forty units as for one of a single unit", async () => {
    const { id: mandataire } = await bookMakersFor(house).mandataire();
    const ask = async (method: string, path: string, json?: object) => {
      const acting = actingOn(mandataire, { ...(json && { json }) });
      return expectStatus(
        await house.admin.ask<{ id: string }>(method, `/rental/api/v1/${path}`, acting),
        method === "POST" ? 201 : 200,
      );
    };
    const { id: property_id } = await ask("POST", "properties", { name: "x", address: "x" });
    const units: object[] = [];
    for (let count = 0; count < 40; count += 1) {
      const { id } = await ask("POST", "units", { property_id, identifier: `${count}` });
      units.push({ id, base_rent_cents: 100 });
    }
    const lease = { reference: "x", lease_type: "other", start_date: "2026-01-01" };
    const statements = async (method: string, path: string, json?: object) => {
      await house.settled();
      queries.length = 0;
      const { id } = await ask(method, path, json);
      return { id, queries: [...queries] };
    };
    const [one, many] = [
      await statements("POST", "leases", { lease, units: units.slice(0, 1) }),
      await statements("POST", "leases", { lease, units }),
    ];
    expect(many.queries).toEqual(one.queries);
    const next = { lease: {}, term: { effective_from: "2027-01-01" } };
    const [raisedOne, raisedMany] = [
      await statements("PATCH", `leases/${one.id}`, { ...next, units: units.slice(0, 1) }),
      await statements("PATCH", `leases/${many.id}`, { ...next, units }),
    ];
    expect(raisedMany.queries).toEqual(raisedOne.queries);
    const read = await statements("GET", `leases/${many.id}`);
    expect(read.queries).toEqual((await statements("GET", `leases/${one.id}`)).queries);
    // And up to when it is whole.
    expect((await statements("GET", "leases")).queries).toHaveLength(read.queries.length + 1);
  });
});
