import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { uploadForm } from "../support/ask.ts";
import { listenToDrivers } from "../support/asked.ts";
import { databases } from "../support/databases.ts";
import { DOCUMENTS, type House, openHouse, type Person } from "../support/house.ts";
import { expectStatus } from "../support/refusals.ts";

/** What the drivers were asked. */
let asked: string[] = [];

describe.each(databases)("On $name, a person of a folder's asks the database for nothing but", ({ open }) => {
  let house: House;
  let person: Person;
  let folderId: string;
  let permission: string;

  beforeAll(async () => {
    asked = listenToDrivers();
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
    // That a token was used is written down when nobody waits for it.
    await house.settled();
    asked.length = 0;
  });

  it("what a document with a file takes: his right, the blob, and one transaction", async () => {
    expectStatus(
      await person.ask("POST", `${DOCUMENTS}/documents`, uploadForm("x", { documents_folder_id: folderId })),
      201,
    );
    expect(asked).toEqual([
      ...["select tokens", "select folders"],
      ...["begin", "insert blobs", "commit"],
      ...["begin", "select tree_clock", "select folders", "select documents", "update blobs"],
      ...["insert documents", "insert grants", "insert bulk_uploads", "commit"],
    ]);
  });

  it("what a folder takes", async () => {
    const json = { name: "2026", documents_folder_id: folderId };
    expectStatus(await person.ask("POST", `${DOCUMENTS}/folders`, { json }), 201);
    expect(asked).toEqual([
      ...["select tokens", "begin", "select tree_clock", "select folders", "with folders"],
      ...["insert folders", "insert grants", "commit"],
    ]);
  });

  it("what a change of a permission takes", async () => {
    expectStatus(await person.ask("PATCH", permission, { json: { level: "write" } }), 200);
    expect(asked).toEqual([
      ...[
        "select tokens",
        "begin",
        "select folders",
        "select grants",
        "update grants",
        "insert audit_events",
        "commit",
      ],
    ]);
  });
});
