import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DOCUMENTS, type House, openHouse, type Person } from "../../support/application-fixture.ts";
import { temporaryFolder } from "../../support/cartulary-process.ts";
import { cartularyHere } from "../../support/command-here.ts";
import { usualDatabases } from "../../support/databases.ts";
import { blobFiles, contentOf, documentAt, type Makers, makersFor, NOTHING } from "../../support/record-factories.ts";
import { DOCUMENT_EXPORT, type DocumentExportBody as ExportBody, recordProblems } from "../../support/records.ts";
import { expectInvalid, expectNotFound, expectRefusal, expectStatus } from "../../support/refusals.ts";
import { jsonLines, zipFiles } from "../../support/zip-files.ts";

const EXPORTS = `${DOCUMENTS}/exports`;
const DATE = "2026-03-04T05:06:07.000Z";
const WEEK_MS = 604_800_000;

describe.each(usualDatabases)("exports as bags, on $name", ({ open }) => {
  let house: House;
  let makers: Makers;
  let admin: Person;
  beforeAll(async () => {
    house = await openHouse(await open(), { environment: { CARTULARY_ORGANIZATION: "Régie du Moulin" } });
    makers = makersFor(house);
    admin = house.admin;
  });
  afterAll(() => house.close());

  const post = (json: object, by = admin) => by.ask<ExportBody>("POST", EXPORTS, { json });
  const made = async (json: object, by = admin) => expectStatus(await post(json, by), 202);
  const exportOf = (id: string, by = admin) => by.ask<ExportBody>("GET", `${EXPORTS}/${id}`);
  const download = (id: string, by = admin, headers: Readonly<Record<string, string>> = {}) =>
    by.ask("GET", `${EXPORTS}/${id}/download`, { headers });
  const remove = (id: string, by = admin) => by.ask("DELETE", `${EXPORTS}/${id}`);
  async function completed(json: object, by = admin): Promise<ExportBody> {
    const { id } = await made(json, by);
    await house.work();
    return expectStatus(await exportOf(id, by), 200);
  }
  async function filesOf(json: object, by = admin) {
    const { id } = await completed(json, by);
    const { status, bytes } = await download(id, by);
    expect(status).toBe(200);
    return zipFiles(bytes);
  }

  /** A workspace with awkward names, a version, tags, metadata and permissions. */
  async function estate() {
    const plan = await makers.plan({ csv: "code,label,parent_code,keywords\nA,Baux,,bail;lease\n" });
    const workspace = await makers.workspace({
      ...{
        label: "Moulin: 1/2",
        description: "Rue du Moulin",
        settings: { theme: "dark" },
        classification_plan_id: plan.id,
      },
    });
    const place = { workspace_id: workspace.id };
    const folder = await makers.folder({ ...place, name: "CON", color: "#aabbcc", tag_list: ["old"] });
    const lease = await makers.upload(
      {
        documents_folder_id: folder.id,
        name: "50%.txt",
        tag_list: JSON.stringify(["lease"]),
        classification_code: "A",
      },
      "first",
    );
    await makers.version(lease.id, "second", { comment: "signed" });
    const inside = await makers.upload({ documents_folder_id: folder.id, name: "é.txt" }, "inside");
    const top = await makers.upload({ ...place, name: "note.txt" }, "one");
    house.clock.pass(1000);
    const twin = await makers.upload({ ...place, name: "NOTE.txt" }, "two");
    const reader = await house.person();
    await house.grant(reader, "read", "workspace", workspace.id);
    return { workspace, folder, lease, inside, top, twin, reader };
  }

  it("are made in the background, of everything, with safe names and true records", async () => {
    const { workspace, folder, lease, twin, reader } = await estate();
    const begun = await made({ workspace_id: workspace.id, versions: true, date: DATE, name: "mill" });
    expect(recordProblems(DOCUMENT_EXPORT, begun)).toEqual([]);
    expect(begun).toMatchObject({ status: "pending", progress: 0, byte_size: null, download_url: null, failure: null });
    expect(Date.parse(begun.expires_at) - Date.parse(begun.created_at)).toBe(WEEK_MS);
    expectRefusal(await download(begun.id), 409, "conflict");
    await house.work();
    const done = expectStatus(await exportOf(begun.id), 200);
    expect(done).toMatchObject({ status: "completed", progress: 100 });
    expect(done.download_url).toMatch(new RegExp(`^http.*/exports/${begun.id}/download$`));
    const { bytes, headers } = await download(begun.id);
    expect(headers.get("content-type")).toBe("application/zip");
    expect(bytes.byteLength).toBe(done.byte_size);
    expect((await download(begun.id, admin, { range: "bytes=0-3" })).bytes).toEqual(bytes.slice(0, 4));

    const files = await zipFiles(bytes);
    expect([...files.keys()].filter((path) => path.startsWith("mill/data/"))).toEqual([
      "mill/data/NOTE (2).txt",
      "mill/data/_CON/50_.txt",
      "mill/data/_CON/50_.txt.versions/1-note.txt",
      "mill/data/_CON/é.txt",
      "mill/data/note.txt",
    ]);
    expect(String(files.get("mill/bag-info.txt"))).toBe(
      `Source-Organization: Régie du Moulin\nBagging-Date: 2026-03-04\nPayload-Oxum: 23.5\nExternal-Identifier: ${workspace.id}\n`,
    );
    expect(String(files.get("mill/metadata/plan.csv"))).toBe("code,label,parent_code,keywords\nA,Baux,,bail;lease\n");
    expect(JSON.parse(String(files.get("mill/metadata/workspace.json")))).toMatchObject({
      ...{ label: "Moulin: 1/2", settings: { theme: "dark" } },
      permissions: expect.arrayContaining([{ level: "read", email: reader.email }]),
    });
    expect(jsonLines(files.get("mill/metadata/folders.jsonl"))).toMatchObject([
      {
        path: "data/_CON",
        id: folder.id,
        name: "CON",
        color: "#aabbcc",
        tags: ["old"],
        permissions: [{ level: "manage" }],
      },
    ]);
    const documents = jsonLines(files.get("mill/metadata/documents.jsonl"));
    expect(documents.map(({ path }) => path)).toEqual(documents.map(({ path }) => path).toSorted());
    expect(documents).toMatchObject([
      { path: "data/NOTE (2).txt", id: twin.id, name: "NOTE.txt", versions: [] },
      {
        ...{ path: "data/_CON/50_.txt", id: lease.id, name: "50%.txt", classification_code: "A", tags: ["lease"] },
        versions: [{ path: "data/_CON/50_.txt.versions/1-note.txt", version_number: 1, comment: "signed" }],
        permissions: [{ level: "manage", email: admin.email }],
      },
      { name: "é.txt" },
      { name: "note.txt" },
    ]);

    await using place = await temporaryFolder();
    await writeFile(join(place.path, "mill.zip"), bytes);
    expect(await cartularyHere(["bag", "verify", join(place.path, "mill.zip")], {})).toMatchObject({
      code: 0,
      stdout: "",
    });

    const again = await completed({
      workspace_id: workspace.id,
      versions: true,
      date: "2026-03-04T06:06:07+01:00",
      name: "mill",
    });
    expect((await download(again.id)).bytes).toEqual(bytes);
    expect(again.sha256).toBe(done.sha256);
  });

  it("have no versions by default, no permissions without manage, and only the content of the folder", async () => {
    const { workspace, folder, reader } = await estate();
    const files = await filesOf({ workspace_id: workspace.id, name: "w" }, reader);
    expect([...files.keys()].some((path) => path.includes(".versions"))).toBe(false);
    for (const file of ["folders", "documents"])
      for (const line of jsonLines(files.get(`w/metadata/${file}.jsonl`))) expect(line.permissions).toEqual([]);
    const below = await filesOf({ folder_id: folder.id, name: "f" });
    expect([...below.keys()].filter((path) => path.startsWith("f/data/"))).toEqual(["f/data/50_.txt", "f/data/é.txt"]);
    expect(JSON.parse(String(below.get("f/metadata/folder.json")))).toMatchObject({ id: folder.id, name: "CON" });
  });

  it("show the retentions that the caller may read, on the day of the bag", async () => {
    const { workspace, folder } = await estate();
    const hold = { json: { reason: "a claim" } };
    expectStatus(await admin.ask("POST", `${DOCUMENTS}/workspaces/${workspace.id}/legal_hold`, hold), 200);
    const day = { json: { retain_until: "2026-02-01" } };
    expectStatus(await admin.ask("PATCH", `${DOCUMENTS}/folders/${folder.id}`, day), 200);
    const guest = await house.person();
    await house.grant(guest, "read", "folder", folder.id);
    const retainedFor = async (by: Person, date: string) => {
      const files = await filesOf({ folder_id: folder.id, name: "r", date }, by);
      const lines = jsonLines(files.get("r/metadata/documents.jsonl"));
      return [JSON.parse(String(files.get("r/metadata/folder.json"))), ...lines].map(({ retained }) => retained);
    };
    const hidden = { until: null, legal_hold: true, by: null };
    expect(await retainedFor(guest, "2026-03-01T00:00:00Z")).toEqual([hidden, hidden, hidden]);
    const by = { type: "workspace", id: workspace.id, name: workspace.label };
    const both = { until: "2026-02-01", legal_hold: true, by };
    expect(await retainedFor(admin, "2026-01-31T00:00:00Z")).toEqual([both, both, both]);
  });

  it("for visitors contain no hidden records and no permissions", async () => {
    const { workspace, folder, inside } = await estate();
    await makers.publish(folder.id);
    await makers.exclude(documentAt(inside.id));
    const files = await filesOf({ workspace_id: workspace.id, public: true, versions: true, name: "p" });
    expect([...files.keys()].filter((path) => path.startsWith("p/data/"))).toEqual(["p/data/_CON/50_.txt"]);
    expect(files.has("p/metadata/workspace.json")).toBe(false);
    expect(jsonLines(files.get("p/metadata/documents.jsonl"))).toMatchObject([
      { tags: [], permissions: [], created_by: null },
    ]);
  });

  it("need one root that the caller may read", async () => {
    const { workspace, folder } = await estate();
    const stranger = await house.person();
    expectInvalid(await post({}), "workspace_id", "blank");
    expectInvalid(await post({ workspace_id: workspace.id, folder_id: folder.id }), "folder_id", "invalid");
    expectInvalid(await post({ workspace_id: NOTHING }), "workspace_id", "not_found");
    expectInvalid(await post({ folder_id: NOTHING }), "folder_id", "not_found");
    expectInvalid(await post({ workspace_id: workspace.id }, stranger), "workspace_id", "not_found");
    expectInvalid(await post({ folder_id: folder.id }, stranger), "folder_id", "not_found");
  });

  it("are their owner's alone, and rights are judged again at each download", async () => {
    const { workspace, reader, top } = await estate();
    const other = await house.person();
    const { id } = await completed({ workspace_id: workspace.id }, reader);
    for (const reply of [await exportOf(id, other), await download(id, other), await remove(id, other)])
      expectNotFound(reply);
    const listed = async (query: string) =>
      expectStatus(await reader.ask<ExportBody[]>("GET", EXPORTS, { query }), 200).map((each) => each.id);
    const { sha256 } = expectStatus(await exportOf(id, reader), 200);
    for (const matching of [
      `sha256_eq]=${sha256}`,
      "versions_false]=1",
      "public_eq]=false",
      "failure_null]=1",
      "date_not_null]=1",
    ])
      expect(await listed(`q[${matching}`)).toEqual([id]);
    for (const other of [
      "sha256_null]=1",
      "versions_true]=1",
      "public_true]=1",
      "failure_not_null]=1",
      "date_lt]=2000-01-01",
    ])
      expect(await listed(`q[${other}`)).toEqual([]);
    expect(expectStatus(await other.ask<ExportBody[]>("GET", EXPORTS), 200)).toEqual([]);
    expect(expectStatus(await reader.ask<ExportBody[]>("GET", EXPORTS), 200)).toMatchObject([{ id }]);
    expect((await download(id, reader)).status).toBe(200);
    expect((await download(id)).status).toBe(200);
    const permissions = `${DOCUMENTS}/workspaces/${workspace.id}/permissions`;
    const grants = expectStatus(await admin.ask<{ id: string; subject_id: string }[]>("GET", permissions), 200);
    const own = grants.find((each) => each.subject_id === reader.id)?.id ?? "";
    expectStatus(await admin.ask("DELETE", `${permissions}/${own}`), 204);
    expectNotFound(await download(id, reader));
    expect((await download(id)).status).toBe(200);
    expectStatus(await admin.ask("PATCH", documentAt(top.id), { json: { workspace_id: null } }), 200);
    await house.grant(reader, "read", "workspace", workspace.id);
    expectNotFound(await download(id, reader));
  });

  it("fail when their root or their owner's right is gone before they are made", async () => {
    const { workspace, reader } = await estate();
    const { id } = await made({ workspace_id: workspace.id }, reader);
    expectStatus(await admin.ask("DELETE", `${DOCUMENTS}/workspaces/${workspace.id}`), 204);
    await house.work();
    expect(expectStatus(await exportOf(id, reader), 200)).toMatchObject({ status: "failed", failure: "not_found" });
    expectNotFound(await download(id, reader));
  });

  it("end by deletion, also before they are made, and after seven days; their bytes go with them", async () => {
    const workspace = await makers.workspace();
    const document = await makers.upload({ workspace_id: workspace.id }, "kept");
    const before = (await blobFiles(house)).length;
    const waiting = await made({ workspace_id: workspace.id });
    expectStatus(await remove(waiting.id), 204);
    const [one, other] = [
      await completed({ workspace_id: workspace.id }),
      await completed({ workspace_id: workspace.id }),
    ];
    expect((await blobFiles(house)).length).toBe(before + 4);
    expectStatus(await remove(one.id), 204);
    expectNotFound(await exportOf(one.id));
    house.clock.pass(WEEK_MS);
    expectNotFound(await exportOf(other.id));
    expectNotFound(await download(other.id));
    await house.upkeep.run();
    await house.upkeep.run();
    expect((await blobFiles(house)).length).toBeLessThanOrEqual(before);
    expect((await admin.ask("GET", contentOf(document.id))).status).toBe(200);
    expect(await house.findings()).toEqual([]);
  });
});
