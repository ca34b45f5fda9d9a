import { allOperations } from "@cartulary/wire";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { databases, type TestDatabase } from "../../support/databases.ts";
import { documentAt, folderAt, type Makers, makersFor, NOTHING, workspaceAt } from "../../support/record-factories.ts";
import type { AuditEventBody, DocumentBody, FolderBody, WorkspaceBody } from "../../support/records.ts";
import { expectInvalid, expectMalformed, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";
import { runs } from "../../support/runs.ts";
import { uploadForm } from "../../support/send-request.ts";
import { CONTENT_CHANGES, expectOneWins, HARMLESS, KEEPERS, LATER, PAIRS, retentionEstate } from "./retention-sweep.ts";

const PAST = "2026-02-28";

describe.each(databases)("retention on $name", ({ open }) => {
  let database: TestDatabase;
  let house: House;
  let makers: Makers;
  let admin: Person;
  beforeAll(async () => {
    database = await open();
    house = await openHouse(database);
    makers = makersFor(house);
    admin = house.admin;
  });
  afterAll(() => house.close());

  const hold = <Body = FolderBody>(at: string, reason: string | null = "a claim", by = admin) =>
    by.ask<Body>("POST", `${at}/legal_hold`, { json: { reason } });
  const release = (at: string) => admin.ask<FolderBody>("DELETE", `${at}/legal_hold`, { json: { reason: "settled" } });
  const change = <Body = FolderBody>(at: string, json: object, by = admin) => by.ask<Body>("PATCH", at, { json });
  const expectRetained = (reply: Parameters<typeof expectRefusal>[0]) =>
    expectRefusal(reply, 422, "retained").details as unknown as Readonly<Record<string, unknown>>;

  it("keeps resources with a retention or a hold, and their containers", async () => {
    const workspace = await makers.workspace();
    const folder = await makers.folder({ workspace_id: workspace.id, retain_until: LATER });
    expect(folder).toMatchObject({
      retain_until: LATER,
      legal_hold: null,
      retained: { until: LATER, legal_hold: false, by: { type: "folder", id: folder.id, name: folder.name } },
    });
    const document = await makers.upload({ documents_folder_id: folder.id });
    expect(document).toMatchObject({ retain_until: null, retained: { until: LATER, by: { id: folder.id } } });
    const self = { type: "document", id: document.id, name: document.name };
    expect(expectRetained(await admin.ask("DELETE", documentAt(document.id)))).toEqual({
      ...{ until: LATER, legal_hold: false, retained: [self], retained_count: 1 },
      by: { type: "folder", id: folder.id, name: folder.name },
    });
    const named = [{ type: "folder", id: folder.id, name: folder.name }];
    expect(expectRetained(await admin.ask("DELETE", folderAt(folder.id)))).toMatchObject({ retained: named });
    expect(expectRetained(await admin.ask("DELETE", workspaceAt(workspace.id)))).toMatchObject({ retained: named });
    expectRetained(await change(documentAt(document.id), { documents_folder_id: null, workspace_id: null }));
    expectRetained(await admin.ask("PATCH", documentAt(document.id), uploadForm("another")));
    expectStatus(await change(documentAt(document.id), { description: "metadata may change" }), 200);
    await makers.version(document.id, "stored below");
    const inner = await makers.folder({ documents_folder_id: folder.id });
    expectStatus(await change(documentAt(document.id), { documents_folder_id: inner.id }), 200);

    const held = expectStatus(await hold<DocumentBody>(documentAt(document.id)), 200);
    expect(held.legal_hold).toEqual({
      reason: "a claim",
      set_at: expect.any(String),
      set_by: { id: admin.id, display_name: expect.any(String) },
    });
    expect(held.retained).toEqual({ until: LATER, legal_hold: true, by: self });
    expect(expectRetained(await admin.ask("DELETE", folderAt(folder.id)))).toMatchObject({
      ...{ legal_hold: true, by: self, retained_count: 2 },
    });
    const found = await admin.ask<readonly DocumentBody[]>("GET", `${DOCUMENTS}/documents`, {
      query: { "q[legal_hold_not_null]": "1" },
    });
    expect(expectStatus(found, 200).map(({ id }) => id)).toEqual([document.id]);
    const until = await admin.ask<readonly FolderBody[]>("GET", `${DOCUMENTS}/folders`, {
      query: { "q[retain_until_gteq]": LATER, "q[legal_hold_null]": "1" },
    });
    expect(expectStatus(until, 200).map(({ id }) => id)).toEqual([folder.id]);

    const none = await admin.ask<readonly DocumentBody[]>("GET", `${DOCUMENTS}/documents`, {
      query: { "q[legal_hold_null]": "false" },
    });
    expect(expectStatus(none, 200).map(({ id }) => id)).toEqual([document.id]);

    expectStatus(await release(documentAt(document.id)), 200);
    expectStatus(await release(documentAt(document.id)), 200);
    expectStatus(await change(folderAt(folder.id), { retain_until: null, reason: "an error" }), 200);
    expectStatus(await admin.ask("DELETE", workspaceAt(workspace.id)), 204);
  });

  it("is extended by managers, and shortened by administrators with a reason", async () => {
    const folder = await makers.folder();
    const [writer, manager] = [await house.person(), await house.person()];
    await makers.permission(folderAt(folder.id), writer, "write");
    await makers.permission(folderAt(folder.id), manager, "manage");
    const at = folderAt(folder.id);
    expectRefusal(await change(at, { retain_until: LATER }, writer), 403, "forbidden");
    expect(expectStatus(await change(at, { retain_until: "2030-01-01" }, manager), 200)).toMatchObject({
      retain_until: "2030-01-01",
    });
    expectStatus(await change(at, { retain_until: LATER }, manager), 200);
    expectRefusal(await change(at, { retain_until: null, reason: "a try" }, manager), 403, "forbidden");
    expectInvalid(await change(at, { retain_until: "2030-01-01" }), "reason", "blank");
    expectInvalid(await change(at, { retain_until: "tomorrow" }), "retain_until", "invalid");
    expectRefusal(await hold(at, "mine", manager), 403, "forbidden");
    expectInvalid(await hold(at, " "), "reason", "blank");
    expectNotFound(await hold(folderAt(writer.id)));
    expectStatus(await hold(at), 200);
    expect(expectStatus(await hold(at, "another"), 200).legal_hold).toMatchObject({ reason: "another" });
    expectStatus(await change(at, { retain_until: PAST, reason: "over" }), 200);
    expectRetained(await admin.ask("DELETE", at));
    expect(expectStatus(await release(at), 200)).toMatchObject({
      retain_until: PAST,
      legal_hold: null,
      retained: null,
    });
    const events = await admin.ask<readonly AuditEventBody[]>("GET", "/api/v1/audit_events", {
      query: { "q[resource_id_eq]": folder.id, sort: "at", direction: "asc" },
    });
    expect(events.body.map(({ action }) => action).filter((action) => /retention|hold/.test(action))).toEqual([
      ...["folder.retention_changed", "folder.retention_changed"],
      ...["folder.legal_hold.set", "folder.legal_hold.set"],
      ...["folder.retention_changed", "folder.legal_hold.released"],
    ]);
    expectStatus(await admin.ask("DELETE", at), 204);
  });

  it("judges a move by what is above, with the day that the same request sets", async () => {
    const above = await makers.folder({ retain_until: "2036-01-01" });
    const manager = await house.person();
    await makers.permission(folderAt(above.id), manager, "manage");
    const elsewhere = { documents_folder_id: null, workspace_id: null };
    const inside = { documents_folder_id: above.id, retain_until: LATER };
    const made = async () => [folderAt((await makers.folder(inside)).id), documentAt((await makers.upload(inside)).id)];
    for (const at of await made()) {
      const details = expectRetained(await change(at, { ...elsewhere, retain_until: null, reason: "a try" }));
      expect(details).toMatchObject({ until: "2036-01-01", by: { id: above.id } });
      expectRetained(await change(at, { ...elsewhere, retain_until: "2035-12-31", reason: "a try" }));
      expect(expectStatus(await admin.ask<FolderBody>("GET", at), 200)).toMatchObject({ retain_until: LATER });
      const moved = { ...elsewhere, retain_until: "2036-01-01", reason: "as long as the folder" };
      expect(expectStatus(await change(at, moved), 200)).toMatchObject({ retained: { until: "2036-01-01" } });
      expectStatus(await change(at, { workspace_id: null, retain_until: null, reason: "an error" }), 200);
    }
    for (const at of await made()) {
      await makers.permission(at, manager, "manage");
      expectStatus(await change(at, { retain_until: null, reason: "an error" }), 200);
      expectRetained(await change(at, elsewhere, manager));
      expectRetained(await change(at, { ...elsewhere, retain_until: "2035-12-31" }, manager));
      expect(expectStatus(await change(at, { ...elsewhere, retain_until: LATER }, manager), 200)).toMatchObject({
        retained: { until: LATER },
      });
    }
    const free = await makers.upload({ retain_until: LATER, documents_folder_id: (await makers.folder()).id });
    const shortened = { ...elsewhere, retain_until: null, reason: "an error" };
    expect(expectStatus(await change(documentAt(free.id), shortened), 200).retained).toBeNull();
  });

  it("filters lists by whether there is a hold, and by nothing else of it", async () => {
    const others = ["present]=1", "blank]=1", "eq]=2026-03-01", "gteq]=2026-03-01", "in][]=2026-03-01"];
    for (const nouns of ["workspaces", "folders", "documents"]) {
      for (const other of others)
        expectMalformed(await admin.ask("GET", `${DOCUMENTS}/${nouns}`, { query: `q[legal_hold_${other}` }));
      for (const query of ["q[legal_hold_null]=1", "q[legal_hold_not_null]=0", "q[retain_until_or_legal_hold_null]=1"])
        expectStatus(await admin.ask("GET", `${DOCUMENTS}/${nouns}`, { query }), 200);
    }
  });

  it("takes no reason that is too long or that no database can store", async () => {
    const [workspace, folder, document] = [await makers.workspace(), await makers.folder(), await makers.upload()];
    const reasons = [
      ["a\u0000b", "invalid"],
      ["a\ud800b", "invalid"],
      ["x".repeat(10_001), "too_long"],
    ] as const;
    for (const [reason, code] of reasons) {
      for (const at of [workspaceAt(workspace.id), folderAt(folder.id), documentAt(document.id)])
        expectInvalid(await change(at, { retain_until: LATER, reason }), "reason", code);
    }
    const form = uploadForm("another", { reason: "x".repeat(10_001) });
    expectInvalid(await admin.ask("PATCH", documentAt(document.id), form), "reason", "too_long");
  });

  it("has no reason at a creation: such a field is ignored", async () => {
    for (const reason of [5, "x".repeat(10_001)]) {
      const made = { label: "made", name: "made", retain_until: LATER, reason };
      for (const at of ["workspaces", "folders"])
        expect(await admin.ask("POST", `${DOCUMENTS}/${at}`, { json: made })).toMatchObject({
          ...{ status: 201, body: { retain_until: LATER } },
        });
      const form = uploadForm("another", { retain_until: LATER, reason: String(reason) });
      expectStatus(await admin.ask("POST", `${DOCUMENTS}/documents`, form), 201);
    }
  });

  it("hides the retaining resource from callers who may not read it, and keeps the trash below it", async () => {
    const workspace = await makers.workspace();
    const folder = await makers.folder({ workspace_id: workspace.id });
    const reader = await house.person();
    await makers.permission(folderAt(folder.id), reader, "read");
    const gone = await makers.upload({ documents_folder_id: folder.id });
    expectStatus(await admin.ask("DELETE", documentAt(gone.id)), 204);
    expectStatus(await hold<WorkspaceBody>(workspaceAt(workspace.id)), 200);
    const seen = expectStatus(await reader.ask<FolderBody>("GET", folderAt(folder.id)), 200);
    expect(seen.retained).toEqual({ until: null, legal_hold: true, by: null });
    const [listed] = expectStatus(await reader.ask<readonly FolderBody[]>("GET", `${DOCUMENTS}/folders`), 200);
    expect(listed?.retained).toEqual({ until: null, legal_hold: true, by: null });
    expectRetained(await admin.ask("DELETE", `${DOCUMENTS}/trash/${gone.id}`));
    house.clock.pass(40 * 86_400_000);
    await house.upkeep.run();
    expectNotFound(await admin.ask("DELETE", `${DOCUMENTS}/trash/${gone.id}`));
    expect(await house.findings()).toEqual([]);
  });

  it("refuses every operation that deletes, replaces or moves the content of a retained folder, and no other one", async () => {
    const changing = Object.entries(CONTENT_CHANGES).flatMap(([operation, requests]) =>
      requests.map((request, index) => ({ operation: `${operation} ${index}`, request })),
    );
    const ids = await retentionEstate(makers, admin);
    for (const keeping of [KEEPERS.holdFolder, KEEPERS.retainFolder]) {
      expectStatus(await keeping.keep(admin, ids), 200);
      for (const { operation, request } of changing) {
        const { status, body } = await request(admin, ids);
        expect({ operation, status, error: (body as { error?: string } | null)?.error }).toEqual({
          ...{ operation, status: 422, error: "retained" },
        });
      }
      expectStatus(await admin.ask("GET", documentAt(ids.document)), 200);
      expectStatus(await keeping.end(admin, ids), 200);
    }
    for (const { operation, request } of changing) {
      const { status } = await request(admin, await retentionEstate(makers, admin));
      expect({ operation, done: status < 300 }).toEqual({ operation, done: true });
    }
  });

  it("of a hold or a day and a concurrent change, one wins whole", { timeout: 600_000 }, async () => {
    const every = runs({ sparing: 7, usual: 1 });
    for (const pair of PAIRS.filter((_, index) => index % every === 0)) await expectOneWins(makers, admin, pair);
    expect(await house.findings()).toEqual([]);
  });

  it("checks the role admin for a hold before it reads the resource", async () => {
    const member = await house.person({ role: "manager" });
    for (const at of [
      folderAt((await makers.folder()).id),
      folderAt(NOTHING),
      workspaceAt(NOTHING),
      documentAt("no-id"),
    ]) {
      expectRefusal(await hold(at, " ", member), 403, "forbidden");
      expectRefusal(await member.ask("DELETE", `${at}/legal_hold`, { json: {} }), 403, "forbidden");
    }
  });
});

it("knows of every operation on documents whether it deletes, replaces or moves what may be retained", () => {
  const changes = Object.values(allOperations).filter(
    ({ path, method }) => path.startsWith(`${DOCUMENTS}/`) && method !== "get",
  );
  const judged = [...Object.keys(CONTENT_CHANGES), ...HARMLESS];
  expect(changes.map(({ id }) => id).toSorted()).toEqual(judged.toSorted());
});
