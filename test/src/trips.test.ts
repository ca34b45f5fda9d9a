import Sqlite from "better-sqlite3";
import { Client } from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { uploadForm } from "../support/ask.ts";
import { databases } from "../support/databases.ts";
import { DOCUMENTS, type House, openHouse, type Person } from "../support/house.ts";
import { expectStatus } from "../support/refusals.ts";

/** What the drivers were asked, each as what it does to which table. */
const asked: string[] = [];

/** Listens to both drivers, below everything that is ours. */
function listen(): void {
  const query = Client.prototype.query as (...of: unknown[]) => unknown;
  vi.spyOn(Client.prototype, "query").mockImplementation(function (this: Client, ...of: unknown[]) {
    const [statement] = of as [string | { readonly text: string }];
    note(typeof statement === "string" ? statement : statement.text);
    return query.apply(this, of);
  } as never);
  const file = new Sqlite(":memory:");
  const statements: Sqlite.Statement = Object.getPrototypeOf(file.prepare("select 1"));
  for (const way of ["all", "run"] as const) {
    const execute = statements[way] as (...of: unknown[]) => unknown;
    vi.spyOn(statements, way).mockImplementation(function (this: Sqlite.Statement, ...of: unknown[]) {
      note(this.source);
      return execute.apply(this, of);
    } as never);
  }
  file.close();
}

function note(text: string): void {
  // Jobs look for work whenever it is time, and connections are made as they are needed.
  if (!/pgboss|\bjobs\b|^set /.test(text)) asked.push(summaryOf(text));
}

function summaryOf(text: string): string {
  if (/^(begin|start transaction)/.test(text)) return "begin";
  if (text.endsWith("commit")) return "commit";
  const [, table] = /\b(?:from|into|update) "(\w+)"/.exec(text) ?? /\bfrom (\w+)/.exec(text) ?? [];
  return `${/^\w+/.exec(text)?.[0]} ${table}`;
}

describe.each(databases)("On $name, a person of a folder's asks the database for nothing but", ({ open }) => {
  let house: House;
  let person: Person;
  let folderId: string;
  let permission: string;

  beforeAll(async () => {
    listen();
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
